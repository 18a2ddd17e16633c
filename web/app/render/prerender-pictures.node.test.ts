import { beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultWebsite, packages, serviceCards } from '#shared/website/default-website.ts';
import type { PictureContent, Website } from '#shared/website/website.ts';
import type { SiteImage } from '../../features/public/site-image.ts';
import type { SiteImages } from '../../features/public/site-images.ts';
import { image, images, rendered, renderSite, textOf } from './prerender-testing.ts';

beforeAll(renderSite);

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
