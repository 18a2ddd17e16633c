import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { studio } from '#shared/studio.ts';
import { addOns, defaultWebsite, packages, questions, serviceCards } from '#shared/website/default-website.ts';
import { optionalPaths, type PictureContent, priceText, type Website } from '#shared/website/website.ts';
import type { SiteImage } from '../../features/public/site-image.ts';
import type { SiteImages } from '../../features/public/site-images.ts';
import { prerenderSite } from './prerender.tsx';
import { image, images, input } from './testing.ts';

let site: Awaited<ReturnType<typeof prerenderSite>>;
const page = (name: string) => {
  const text = site.files[name];
  if (text === undefined) throw new Error(`No ${name} was written.`);
  return text;
};
/** Returns the visible text of a document, without head and tags. */
const textOf = (document: string) =>
  document
    .replace(/^.*<body>/s, '')
    .replaceAll('<wbr/>', '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s*\n\s*/g, '\n');
const scripts = (document: string) =>
  [...document.matchAll(/<script(?<attributes>[^>]*)>(?<text>.*?)<\/script>/gs)].map(({ groups }) => ({
    attributes: groups?.attributes ?? '',
    text: groups?.text ?? '',
  }));

beforeAll(async () => {
  vi.stubGlobal('__SITE_IMAGES__', images);
  vi.stubGlobal('__SIGN_IN_IMAGE__', image('sign-in'));
  site = await prerenderSite(input, 'https://studio.example', defaultWebsite);
});

const rendered = (content: Website) => prerenderSite(input, 'https://studio.example', content);

describe('every document', () => {
  const names = [
    'index.html',
    'services/index.html',
    'contact/index.html',
    'gallery/index.html',
    'login/index.html',
    '404.html',
    'client.html',
    'admin.html',
    'client-login.html',
    'register.html',
    'register-complete.html',
    'admin-login.html',
  ];
  const signIn = names.slice(8);

  test('contains its icon, which browsers would load with each first visit', () => {
    for (const [name, text] of Object.entries(site.files).filter(([file]) => file.endsWith('.html'))) {
      const icon = /<link rel="icon" href="data:image\/svg\+xml,([^"]+)"/.exec(text)?.[1] ?? '';
      expect(decodeURIComponent(icon), name).toMatch(/^<svg [^>]+>.*<\/svg>$/);
      expect(icon, name).not.toMatch(/["#<>&]/);
    }
  });

  test('is written', () => {
    expect(Object.keys(site.files).toSorted()).toEqual(
      [...names, ...site.missing, 'shared.html', 'portal.json', 'robots.txt', 'sitemap.xml'].toSorted(),
    );
  });

  test('is the 404 page where a page is not filled', () => {
    expect(site.missing).toEqual(optionalPaths.map((path) => `${path.slice(1)}/index.html`));
    for (const name of site.missing) expect(page(name)).toBe(page('404.html'));
    for (const path of optionalPaths) expect(site.build.pages[path]).toBe(`${path}/index.html`);
    for (const name of names) {
      expect(page(name)).not.toContain('"pages":[');
      expect(textOf(page(name))).not.toMatch(/About|Testimonials|What happens next/);
    }
  });

  test.each(names)(
    '%s has a unique title, no style attribute, and only inline scripts with an allowed hash',
    (name) => {
      const document = page(name);
      expect(document).toMatch(/^<!doctype html><html lang="en">/);
      expect(names.filter((other) => title(page(other)) === title(document))).toEqual([name]);
      expect(document).not.toMatch(/\sstyle="|<style|\son[a-z]+="/);
      const inline = scripts(document).filter(({ attributes }) => !/src=|\bjson/.test(attributes));
      for (const { text } of inline) {
        const hash = createHash('sha256').update(text).digest('base64');
        expect(site.build.scriptHashes).toContain(`'sha256-${hash}'`);
      }
      expect(inline.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1024);
    },
  );

  test.each(names.slice(0, 6))('%s loads no script before the page has loaded', (name) => {
    expect(scripts(page(name)).filter(({ attributes }) => attributes.includes('src='))).toEqual([]);
    expect(page(name)).not.toContain('modulepreload');
  });

  test.each([...names.slice(0, 6), ...signIn])('%s has the header, the menu and the footer', (name) => {
    const document = page(name);
    const text = textOf(document);
    for (const word of [
      'Home',
      'Services',
      'Contact',
      'Client Login',
      'Sessions',
      'Gallery',
      'Client Gallery',
      'Login',
    ]) {
      expect(text).toContain(`\n${word}\n`);
    }
    for (const fact of [studio.email, studio.phone, studio.city, studio.credit.text]) expect(text).toContain(fact);
    for (const link of [...Object.values(studio.links), studio.credit.url]) {
      expect(document).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    }
    expect(document).toMatch(/<button[^>]*popoverTarget="site-menu"/i);
  });

  test.each(signIn)("%s marks 'Client Login' as the current link, in the header and in the menu", (name) => {
    const current = [...page(name).matchAll(/aria-current="(page|true)"[^>]*>([^<]*)</g)];
    const kind = name === 'client-login.html' ? 'page' : 'true';
    expect(current.map(([, how, label]) => [how, label])).toEqual([
      [kind, 'Client Login'],
      [kind, 'Client Login'],
    ]);
  });

  test.each([...signIn, 'client.html', 'admin.html'])(
    '%s shows phone and email when JavaScript is disabled',
    (name) => {
      const [, without = ''] = page(name).match(/<noscript>(.*?)<\/noscript>/s) ?? [];
      expect(without).toContain(`href="tel:${studio.phoneLink}"`);
      expect(without).toContain(`href="mailto:${studio.email}"`);
      expect(textOf(without)).toContain(studio.email);
    },
  );

  function title(document: string) {
    return document.match(/<title>(.*?)<\/title>/)?.[1];
  }
});

test.each([
  ['index.html', 'Home'],
  ['services/index.html', 'Services'],
  ['contact/index.html', 'Contact'],
])('%s marks %s as the current page, in the header and in the menu', (name, label) => {
  const current = [...page(name).matchAll(/aria-current="page"[^>]*>([^<]*)</g)].map((match) => match[1]);
  expect(current).toEqual([label, label]);
});

test('the home page has its headline, tagline, eleven prints and nine cards', () => {
  const document = page('index.html');
  const [, headline] = document.match(/<h1[^>]*>(.*?)<\/h1>/s) ?? [];
  expect(headline?.replaceAll(/<[^>]+>/g, '')).toBe('Capturing The Heart of Every Moment');
  const text = textOf(document);
  expect(text).toContain('\nThis is what your memories will feel like.\n');
  expect(text).toContain('\nExplore Sessions\n');
  expect(document.match(/class="print"/g)).toHaveLength(11);
  for (const card of serviceCards) expect(text).toContain(`\n${card.name}\n`);
  expect(document).toContain('href="/gallery"');
});

test("the hero's image loads with high priority, all others lazily", () => {
  const pictures = [...page('index.html').matchAll(/<img[^>]*>/g)].map(([tag]) => tag);
  const [first, ...others] = pictures;
  expect(first).toMatch(/fetchPriority="high"/i);
  expect(first).toMatch(/loading="eager"/);
  expect(others.filter((tag) => !/loading="lazy"/.test(tag))).toEqual([]);
  expect(pictures.filter((tag) => !/ alt="/.test(tag) || !/ width="\d+" height="\d+"/.test(tag))).toEqual([]);
});

test('the services page has every package and add-on with its price', () => {
  const text = textOf(page('services/index.html'));
  for (const one of packages) {
    for (const words of [one.name, one.duration, priceText(one), ...one.inclusions])
      expect(text).toContain(`\n${words}\n`);
    expect(page('services/index.html')).toContain(`href="/contact?package=${one.slug}"`);
  }
  for (const one of addOns)
    for (const words of [one.name, `+${priceText(one)}`]) expect(text).toContain(`\n${words}\n`);
  expect(text).toContain('\nBook Your Session\n');
});

test('the contact form works without script; the ten questions are native <details>', () => {
  const document = page('contact/index.html');
  expect(document).toMatch(/<form[^>]* action="\/api\/public\/messages" method="post"/);
  const fields = [...document.matchAll(/<(input|textarea)[^>]*>/g)].map(([tag]) => tag);
  const required = fields.filter((tag) => /required/.test(tag));
  expect(required.map((tag) => tag.match(/name="(\w+)"/)?.[1])).toEqual(['name', 'phone', 'email', 'message']);
  expect(required[1]).toContain('type="tel"');
  expect(required[2]).toContain('type="email"');
  expect(required[3]).toContain('rows="5"');
  expect(document.match(/<details/g)).toHaveLength(10);
  for (const { question } of questions) expect(textOf(document)).toContain(`\n${question}\n`);
});

test('the 404 page says so and links home', () => {
  expect(textOf(page('404.html'))).toContain('\nPage not found\n');
  expect(page('404.html')).toMatch(/<a href="\/"[^>]*>Go Home<\/a>/);
});

describe('search engines', () => {
  test('get canonical URLs, social cards and a sitemap of the real origin', () => {
    expect(page('services/index.html')).toContain('<link rel="canonical" href="https://studio.example/services"/>');
    expect(page('index.html')).toContain('content="https://studio.example/photographs/hero-19-card.jpg"');
    expect(site.files['sitemap.xml']).toContain('<loc>https://studio.example/gallery</loc>');
    expect(site.files['robots.txt']).toContain('Sitemap: https://studio.example/sitemap.xml');
    expect(site.build.files).toContain('/sitemap.xml');
  });

  test('get a different social card for each page', () => {
    const cards = ['index.html', 'services/index.html', 'contact/index.html', 'gallery/index.html'].map(
      (name) => page(name).match(/og:image" content="https:\/\/studio\.example\/photographs\/([^"]+)"/)?.[1],
    );
    expect(new Set(cards).size).toBe(4);
    expect(cards).not.toContain(undefined);
  });

  test('do not index the shells, the sign-in pages and the 404 page', () => {
    for (const name of [
      'client.html',
      'admin-login.html',
      'client-login.html',
      'shared.html',
      'login/index.html',
      '404.html',
    ]) {
      expect(page(name)).toContain('<meta name="robots" content="noindex"/>');
    }
    expect(page('index.html')).not.toContain('noindex');
    expect(site.files['sitemap.xml']).not.toContain('/login');
  });

  test('get structured data of the business, its prices and its questions', () => {
    const data = (name: string) => {
      const script = scripts(page(name)).find(({ attributes }) => attributes.includes('ld+json'));
      return JSON.parse(script?.text ?? 'null');
    };
    expect(data('index.html')).toMatchObject({ name: studio.name, telephone: studio.phoneLink });
    expect(data('index.html')).toMatchObject({
      url: 'https://studio.example/',
      image: 'https://studio.example/photographs/hero-19-card.jpg',
      logo: 'https://studio.example/apple-touch-icon.png',
      priceRange: '$75–$750',
    });
    expect(data('index.html').hasOfferCatalog.itemListElement).toHaveLength(4);
    expect(data('services/index.html').itemListElement[2]).toMatchObject({ price: 750, priceCurrency: 'USD' });
    expect(data('contact/index.html').mainEntity).toHaveLength(10);
    expect(data('gallery/index.html')).toMatchObject({
      '@type': 'ImageGallery',
      url: 'https://studio.example/gallery',
    });
    const [first] = data('gallery/index.html').image;
    const [slug = ''] = Object.keys(images.services);
    expect(first).toMatchObject({
      name: `Picture ${slug}`,
      contentUrl: `https://studio.example/photographs/${slug}-900.avif`,
      url: `https://studio.example/gallery#photo-${slug}`,
    });
    expect(data('gallery/index.html').image).toHaveLength(serviceCards.length);
  });
});

test('a shell preloads its own area and shows a loading text', () => {
  const preloads = (name: string) =>
    [...page(name).matchAll(/modulepreload" href="\/assets\/(\w+)/g)].map((one) => one[1]);
  // The document's inline script loads these files, imported files first.
  expect(preloads('client.html')).toEqual([]);
  const [start] = scripts(page('client.html'));
  expect(start?.text).toBe(input.inline.start);
  expect(start?.attributes).toContain(
    'data-files="/assets/client.js /assets/root.js /assets/react.js /assets/shell.js"',
  );
  expect(preloads('admin.html')).toEqual(['shell', 'react', 'root', 'admin']);
  expect(preloads('client-login.html')).toEqual(['shell', 'react', 'root', 'frame', 'login']);
  expect(page('client-login.html')).toMatch(/role="status"[^>]*>Checking session\.\.\.</);
  expect(page('client.html')).toMatch(/role="status"[^>]*>Loading\.\.\.</);
});

test('the guests’ page loads its own build, tells no other site its address, and names no session in previews', () => {
  const shared = page('shared.html');
  const [openLink, facts, ...others] = scripts(shared);
  expect(openLink?.text).toBe(input.inline.openLink);
  expect(openLink?.attributes).toContain('data-files="/assets/guest.js"');
  expect(facts?.attributes).toContain('json');
  expect(others).toEqual([]);
  expect(shared).toContain('<template id="first-view-guest">');
  expect(shared).toContain('<meta name="referrer" content="no-referrer"/>');
  expect(shared).not.toContain('og:');
  expect(site.build.shells).toMatchObject({ '/shared': '/shared.html' });
});

test('the build data maps paths to files', () => {
  expect(site.build).toMatchObject({
    pages: { '/': '/index.html', '/services': '/services/index.html' },
    shells: { '/dashboard': '/client.html', '/client-gallery': '/client.html', '/admin-login': '/admin-login.html' },
    folders: ['/assets/', '/photographs/'],
  });
  for (const file of Object.values(site.build.pages)) expect(site.files).toHaveProperty([file.slice(1)]);
});

test('the portal can be installed, from its own pages alone', () => {
  const portal = JSON.parse(site.files['portal.json'] ?? '{}');
  expect(portal).toMatchObject({ name: studio.name, start_url: '/dashboard', scope: '/', display: 'standalone' });
  const icons: { src: string; sizes: string; purpose: string }[] = portal.icons;
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).toSorted()).toEqual([
    '192x192 any',
    '192x192 maskable',
    '512x512 any',
    '512x512 maskable',
  ]);
  expect(site.build.files).toEqual(expect.arrayContaining(['/portal.json', ...icons.map(({ src }) => src)]));
  const linking = Object.entries(site.files).filter(([, text]) => text.includes('rel="manifest"'));
  expect(linking.map(([name]) => name).toSorted()).toEqual(['client-login.html', 'client.html']);
});

describe('pictures of the library', () => {
  const picture = (id: string, change: Partial<PictureContent> = {}): PictureContent => ({
    id,
    width: 1_500,
    height: 1_000,
    color: '#8a7b6c',
    alt: `Own ${id}`,
    focus: [40, 15],
    ...change,
  });
  const { home, services, search } = defaultWebsite;

  test('replace the built-in ones with sizes, sources, color and focal point, and are preloaded as those are', async () => {
    const { files } = await rendered({ ...defaultWebsite, home: { ...home, picture: picture('hero-own') } });
    const document = files['index.html']!;
    const sources =
      '/pictures/hero-own/360.avif 360w, /pictures/hero-own/540.avif 540w, /pictures/hero-own/800.avif 800w, /pictures/hero-own/1200.avif 1200w, /pictures/hero-own/1500.avif 1500w';
    expect(document).toContain(`imageSrcSet="${sources}"`);
    expect(document).toContain(`type="image/avif" srcSet="${sources}"`);
    expect(document).toMatch(
      /<img src="\/pictures\/hero-own\/1200\.webp"[^>]* alt="Own hero-own" width="1500" height="1000" loading="eager" fetchPriority="high"/,
    );
    expect(document).toContain('class="own own-r8 own-g7 own-b6 own-x40 own-y15 object-cover');
    expect(document).not.toContain('/photographs/hero-');
    expect(document).not.toMatch(/\sstyle="/);
    // A card is wider than this picture, whose focal point is high: the top is in sight.
    expect(document).toContain('content="https://studio.example/pictures/hero-own/card-0.jpg"');
  });

  test('stand on their card, beside the sessions that name it, and alone in its category of the gallery', async () => {
    const own = services.map((card, index) => (index === 3 ? { ...card, picture: picture('card-own') } : card));
    const { slug } = services[3]!;
    const naming = defaultWebsite.sessions.packages.some(({ service }) => service === slug);
    const { files } = await rendered({ ...defaultWebsite, services: own });
    expect(files['index.html']).toContain('/pictures/card-own/1200.webp');
    expect(files['services/index.html']?.includes('/pictures/card-own/1200.webp')).toBe(naming);
    expect(files['gallery/index.html']).toContain('<li class="alone">');
    expect(files['gallery/index.html']).toContain(`href="#photo-card-own-${slug}"`);
    expect(files['gallery/index.html']).not.toContain(`/photographs/${slug}-`);
  });

  test('stand with a shared link where the studio has chosen one', async () => {
    const gallery = { ...search.gallery, picture: picture('shared', { width: 800, height: 1_200 }) };
    const { files } = await rendered({ ...defaultWebsite, search: { ...search, gallery } });
    expect(files['gallery/index.html']).toContain(
      'property="og:image" content="https://studio.example/pictures/shared/card-0.jpg"',
    );
    expect(files['gallery/index.html']).toContain('property="og:image:alt" content="Own shared"');
    expect(files['index.html']).not.toContain('/pictures/');
  });

  test('stand beside the forms of the sign-in pages, and with the studio’s words', async () => {
    const pictures = { studio: picture('work'), sign_in: picture('door'), stand_ins: false };
    const { files } = await rendered({ ...defaultWebsite, pictures });
    for (const name of ['client-login.html', 'register.html']) expect(files[name]).toContain('/pictures/door/');
    for (const name of ['index.html', 'contact/index.html']) expect(files[name]).toContain('/pictures/work/');
  });
});

describe('stand-ins', () => {
  const standIn = (key: string): SiteImage => ({ ...image(key), from: 'stand-in' });
  const all: SiteImages = {
    hero: standIn('hero'),
    studio: standIn('studio'),
    scrapbook: images.scrapbook.map(({ key }) => standIn(key)),
    services: Object.fromEntries(serviceCards.map(({ slug }) => [slug, [standIn(slug)]])),
  };
  const shown = { ...defaultWebsite, pictures: { ...defaultWebsite.pictures, stand_ins: true } };
  const renderedWith = async (content: Website, builtIn = all) => {
    vi.stubGlobal('__SITE_IMAGES__', builtIn);
    vi.stubGlobal('__SIGN_IN_IMAGE__', standIn('sign-in'));
    try {
      return (await rendered(content)).files;
    } finally {
      vi.stubGlobal('__SITE_IMAGES__', images);
      vi.stubGlobal('__SIGN_IN_IMAGE__', image('sign-in'));
    }
  };

  test('are left out with their places, and nothing is empty', async () => {
    const files = await renderedWith(defaultWebsite);
    for (const [name, text] of Object.entries(files)) {
      expect(text, name).not.toContain('/photographs/');
      expect(text, name).not.toContain('og:image');
      expect(text, name).not.toContain('<ul class="wall">');
    }
    expect(files['index.html']).not.toContain('class="book"');
    expect(files['index.html']).toContain(defaultWebsite.home.action);
    expect(files['services/index.html']).toContain(packages[0]!.name);
  });

  test('an occasion without one is a card in words among the others, and no category of the gallery', async () => {
    const { services, ...others } = all;
    const files = await renderedWith(shown, { ...others, services: { ...services, weddings: [] } });
    expect(textOf(files['index.html']!)).toContain('\nWeddings\nFrom the first button to the last dance.\n');
    expect(files['index.html']!.match(/\/photographs\/maternity-/g)).not.toBeNull();
    const [gallery = ''] = files['gallery/index.html']!.split('<script type="application/json"');
    expect(gallery).not.toMatch(/weddings/i);
    expect(gallery).toContain('id="maternity"');
    for (const text of Object.values(files)) expect(textOf(text)).not.toMatch(/stand-in|put your own/i);
  });

  test('are shown, and not marked, where the studio says so', async () => {
    const files = await renderedWith(shown);
    expect(files['index.html']).toContain('/photographs/hero-');
    expect(files['client-login.html']).toContain('/photographs/sign-in-');
    for (const text of Object.values(files)) expect(text).not.toMatch(/data-stand-in|put your own picture/i);
  });
});

describe('content that the studio has published', () => {
  const { studio: facts, home, sessions, contact } = defaultWebsite;
  const changed = async (content: Website) => {
    const { files } = await rendered(content);
    return Object.keys(files)
      .filter((name) => files[name] !== site.files[name])
      .toSorted();
  };
  const [half, ...others] = sessions.packages;

  test('a price changes only the documents that show it', async () => {
    const content = {
      ...defaultWebsite,
      sessions: { ...sessions, packages: [{ ...half!, price_cents: 95_50 }, ...others] },
    };
    expect(await changed(content)).toEqual(['contact/index.html', 'index.html', 'services/index.html']);
    const { files } = await rendered(content);
    expect(files['services/index.html']).toContain('>$95.50<');
    expect(files['services/index.html']).toContain('Half Session $95.50');
    // The home page has the address in its structured data.
    expect(files['index.html']).toContain('"price":95.5,');
    expect(files['index.html']).toContain('"priceRange":"$95.5–$750"');
  });

  test('a headline changes only the home page', async () => {
    expect(await changed({ ...defaultWebsite, home: { ...home, headline: 'Light, kept' } })).toEqual(['index.html']);
  });

  test('the name changes every document except the lists for search engines', async () => {
    const content = { ...defaultWebsite, studio: { ...facts, name: 'Oak & Shadow' } };
    const { files } = await rendered(content);
    expect(await changed(content)).toEqual(
      Object.keys(files)
        .filter((name) => !['robots.txt', 'sitemap.xml'].includes(name))
        .toSorted(),
    );
    for (const text of Object.values(files)) {
      expect(text).not.toContain('Magnolia &');
      expect(text).not.toMatch(/undefined|\[object/);
    }
  });

  test('a title and a description for search engines replace those made from the page', async () => {
    const own = { title: 'Prices in Houston', description: 'What a session costs.' };
    const { files } = await rendered({
      ...defaultWebsite,
      search: { ...defaultWebsite.search, services: { ...own, picture: null } },
    });
    expect(files['services/index.html']).toContain('<title>Prices in Houston</title>');
    expect(files['services/index.html']).toContain('name="description" content="What a session costs."');
    expect(files['services/index.html']).toContain('property="og:title" content="Prices in Houston"');
  });

  test('what is empty is not shown', async () => {
    const { files } = await rendered({
      ...defaultWebsite,
      studio: { ...facts, instagram: '', facebook: '', google_reviews: '', credit: '', credit_link: '' },
      sessions: { packages: [], add_ons: [] },
      contact: { questions: [], steps: [] },
    });
    expect(files['index.html']).not.toMatch(/Follow|Instagram|href=""|priceRange/);
    expect(files['services/index.html']).not.toContain('Add-ons');
    expect(files['contact/index.html']).not.toMatch(/FAQPage|Questions, answered/);
  });

  test('opening hours are shown with the contact details', async () => {
    const hours = 'Tuesday to Saturday\n10 am – 6 pm';
    const { files } = await rendered({ ...defaultWebsite, studio: { ...facts, hours } });
    expect(files['contact/index.html']).toContain('>Tuesday to Saturday\n10 am – 6 pm</p>');
  });

  describe('in pages that exist only while they are filled', () => {
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
      contact: { ...contact, steps: [{ title: 'We write back', text: 'Within a day.' }] },
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
      expect(await changes({ ...filled, sessions })).toEqual([
        'contact/index.html',
        'index.html',
        'services/index.html',
      ]);
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

  test('text is inert, in the page and in its data', async () => {
    const hostile = '</script><script>alert(1)</script><!--';
    const { files } = await rendered({
      ...defaultWebsite,
      home: { ...home, headline: hostile },
      contact: { ...contact, questions: [{ question: hostile, answer: hostile }, ...contact.questions] },
    });
    for (const name of ['index.html', 'contact/index.html']) {
      expect(files[name]).not.toContain('<script>alert');
      // React separates texts with its own empty comments.
      expect(files[name]?.replaceAll('<!-- -->', '')).not.toContain('<!--');
    }
  });

  test('each document is hydrated with exactly what it shows', () => {
    const carried = (name: string) => {
      const data = scripts(page(name)).find(({ attributes }) => attributes.includes('id="content"'));
      return JSON.parse(data?.text ?? '{}');
    };
    const { studio, home, services, sessions, contact, pictures } = defaultWebsite;
    expect(carried('index.html')).toEqual({ studio, home, services, pictures });
    expect(carried('services/index.html')).toEqual({ studio, sessions, services, pictures });
    expect(carried('contact/index.html')).toEqual({ studio, contact, sessions, pictures });
    expect(carried('gallery/index.html')).toEqual({ studio, services, pictures });
    for (const name of ['client.html', 'shared.html', 'client-login.html'])
      expect(carried(name)).toEqual({ studio, pictures });
    expect(carried('404.html')).toEqual({ studio });
  });
});
