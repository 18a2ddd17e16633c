import { beforeAll, describe, expect, test } from 'vitest';
import { studio } from '#shared/studio.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { optionalPaths, type Website } from '#shared/website/website.ts';
import { rendered, renderSite, scripts, textOf } from './prerender-testing.ts';

beforeAll(renderSite);

describe('content that the studio has published, in pages that exist only while they are filled', () => {
  const quotes = [
    {
      name: 'Rosa',
      words: 'We laughed.',
      source: 'Google review',
      source_link: 'https://g.example/1',
      service: 'weddings',
      picture: null,
    },
    { name: 'Ben', words: 'Easy and calm.', source: '', source_link: '', service: '', picture: null },
  ];
  const filled: Website = {
    ...defaultWebsite,
    about: { name: 'Elena Marsh', story: 'I began with film.\n\nI live in the Heights.', picture: null },
    testimonials: quotes,
    contact: { ...defaultWebsite.contact, steps: [{ title: 'We write back', text: 'Within a day.' }] },
    service_pages: {
      ...defaultWebsite.service_pages,
      weddings: {
        text: 'A whole day.\n\nOr half of one.',
        from_cents: 1_450_00,
        pictures: [],
        questions: [{ question: 'Do you bring lights?', answer: 'Yes.' }],
      },
    },
  };
  const pages = ['about/index.html', 'testimonials/index.html', 'services/weddings/index.html'];
  const dataOf = (document = '') =>
    JSON.parse(scripts(document).find(({ attributes }) => attributes.includes('ld+json'))?.text ?? '{}');

  test('each has its texts, its own title, address and structured data, without reviews or ratings', async () => {
    const { files, missing } = await rendered(filled);
    const [about, testimonials, weddings] = pages.map((name) => files[name] ?? '');
    expect(missing).toHaveLength(optionalPaths.length - pages.length);
    expect(textOf(about!)).toContain('\nElena Marsh\nI began with film.\nI live in the Heights.\n');
    expect(textOf(testimonials!)).toContain('\nWe laughed.\nRosa\nGoogle review\nEasy and calm.\nBen\n');
    for (const words of ['A whole day.', 'Or half of one.', 'From $1,450', 'Do you bring lights?', 'We laughed.']) {
      expect(textOf(weddings!)).toContain(`\n${words}\n`);
    }
    expect(weddings).not.toContain('Easy and calm.');
    for (const name of ['contact/index.html', 'services/weddings/index.html']) {
      expect(textOf(files[name]!)).toContain('\nWhat happens next\n1\nWe write back\nWithin a day.\n');
    }
    const titles = [about, testimonials, weddings].map((document) => /<title>(.*?)<\/title>/.exec(document!)?.[1]);
    expect(titles.map((one) => one?.replace('&amp;', '&'))).toEqual([
      `About Elena Marsh | ${studio.name}`,
      `Testimonials | ${studio.name}`,
      `Weddings in ${studio.city} | ${studio.name}`,
    ]);
    expect(weddings).toContain('<link rel="canonical" href="https://studio.example/services/weddings"/>');
    expect(weddings).toContain('content="A whole day. Or half of one."');
    expect(dataOf(about)).toMatchObject({
      '@type': 'AboutPage',
      mainEntity: { '@type': 'Person', name: 'Elena Marsh' },
    });
    expect(dataOf(testimonials)).toMatchObject({ '@type': 'CollectionPage', about: { name: studio.name } });
    expect(dataOf(weddings)['@graph']).toMatchObject([
      { '@type': 'Service', name: 'Weddings', offers: { priceSpecification: { minPrice: 1450 } } },
      { '@type': 'FAQPage', mainEntity: [{ name: 'Do you bring lights?' }] },
    ]);
    for (const text of Object.values(files)) expect(text).not.toMatch(/"(Aggregate)?Rating"|"Review"|ratingValue/);
  });

  test('a face, pictures beside words, and a service’s own pictures are shown where they are chosen', async () => {
    const own = (id: string) => ({
      picture: {
        id,
        width: 2_400,
        height: 1_600,
        color: '#8a7b6c',
        alt: `Own ${id}`,
        focus: [40, 15] as [number, number],
      },
    });
    const weddings = {
      ...filled.service_pages.weddings!,
      pictures: [own('first'), { picture: null }, own('second')],
    };
    const { files } = await rendered({
      ...filled,
      about: { ...filled.about, ...own('face') },
      testimonials: [{ ...quotes[0]!, ...own('rosa') }],
      service_pages: { ...filled.service_pages, weddings },
    });
    const altsIn = (name: string) =>
      [...(files[name]?.matchAll(/<img[^>]* alt="([^"]*)"/g) ?? [])].map(([, alt]) => alt);
    expect(pages.map(altsIn)).toEqual([['Own face'], ['Own rosa'], ['Own first', 'Own second', 'Own rosa']]);
    expect(files['about/index.html']).toContain('"image":"https://studio.example/pictures/face/1800.avif"');
    for (const name of pages) expect(files[name]).not.toMatch(/\sstyle="/);
  });

  test('every footer, the sitemap and the cards lead to those that are filled', async () => {
    const { files } = await rendered(filled);
    const paths = ['/about', '/testimonials', '/services/weddings'];
    for (const name of ['index.html', 'login/index.html', '404.html', 'client-login.html', ...pages]) {
      const [, footer = ''] = files[name]?.split('<footer') ?? [];
      for (const path of paths) expect(footer, name).toContain(`href="${path}"`);
      expect(footer).not.toContain('/services/family');
    }
    for (const path of paths) expect(files['sitemap.xml']).toContain(`<loc>https://studio.example${path}</loc>`);
    expect(files['sitemap.xml']).not.toContain('/services/family');
    const main = files['index.html']?.split('<footer')[0];
    expect(main).toContain('href="/services/weddings"');
    expect(main).not.toContain('href="/gallery#weddings"');
    expect(main).toContain('href="/gallery#family"');
  });

  test('each is hydrated with what it shows, and no more', async () => {
    const { files } = await rendered(filled);
    const carried = pages.map((name) =>
      JSON.parse(scripts(files[name]!).find(({ attributes }) => attributes.includes('id="content"'))!.text),
    );
    expect(carried.map((content) => Object.keys(content).toSorted())).toEqual([
      ['about', 'pages', 'studio'],
      ['pages', 'studio', 'testimonials'],
      ['contact', 'pages', 'pictures', 'service_pages', 'services', 'studio', 'testimonials'],
    ]);
    expect(Object.keys(carried[2].service_pages)).toEqual(['weddings']);
    expect(carried[2].testimonials).toHaveLength(1);
    expect(carried[2].contact.questions).toEqual([]);
  });

  test('a price or a text changes only the documents that show it; an emptied page is the 404 page', async () => {
    const before = (await rendered(filled)).files;
    const changes = async (content: Website) => {
      const { files } = await rendered(content);
      return Object.keys(files)
        .filter((name) => files[name] !== before[name])
        .toSorted();
    };
    const [half, ...others] = defaultWebsite.sessions.packages;
    const sessions = { ...defaultWebsite.sessions, packages: [{ ...half!, price_cents: 95_50 }, ...others] };
    expect(await changes({ ...filled, sessions })).toEqual(['contact/index.html', 'index.html', 'services/index.html']);
    expect(await changes({ ...filled, about: { ...filled.about, story: 'Another.' } })).toEqual(['about/index.html']);
    const weddings = { ...filled.service_pages.weddings!, from_cents: 1_500_00 };
    expect(await changes({ ...filled, service_pages: { ...filled.service_pages, weddings } })).toEqual([
      'services/weddings/index.html',
    ]);
    const { files, missing } = await rendered({ ...filled, about: { name: '', story: '', picture: null } });
    expect(missing).toContain('about/index.html');
    expect(files['about/index.html']).toBe(files['404.html']);
    expect(files['sitemap.xml']).not.toContain('/about');
  });
});
