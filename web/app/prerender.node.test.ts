import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { addOns, packages, questions, serviceCards, studio } from '#shared/studio.ts';
import type { SiteImage, SiteImages } from '../features/public/site-images.ts';
import { type Manifest, type PrerenderedSite, prerenderSite } from './prerender.tsx';

const image = (key: string): SiteImage => ({
  key,
  width: 900,
  height: 1350,
  color: '#808080',
  avif: [360, 540, 900],
  webp: [540],
  alt: `Picture ${key}`,
});
const images: SiteImages = {
  hero: image('hero'),
  studio: image('studio'),
  scrapbook: Array.from({ length: 11 }, (_, index) => image(`print-${index}`)),
  services: Object.fromEntries(serviceCards.map(({ slug }) => [slug, [image(slug)]])),
};
const manifest: Manifest = {
  'app/entry.tsx': { file: 'assets/entry.js', css: ['assets/site.css'], assets: ['assets/serif-normal.woff2'] },
  'app/shell-entry.tsx': { file: 'assets/shell.js', css: ['assets/private.css'], imports: ['_react.js'] },
  'app/private-root.tsx': { file: 'assets/root.js', imports: ['_react.js'] },
  'app/client-shell.tsx': { file: 'assets/client.js' },
  'app/admin-shell.tsx': { file: 'assets/admin.js' },
  '_react.js': { file: 'assets/react.js' },
};

let site: PrerenderedSite;
let withoutOrigin: PrerenderedSite;
const page = (name: string) => {
  const text = site.files[name];
  if (text === undefined) throw new Error(`No ${name} was written.`);
  return text;
};
/** What a reader sees of a document: its text, without head and tags. */
const textOf = (document: string) =>
  document
    .replace(/^.*<body>/s, '')
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
  site = await prerenderSite(manifest, 'https://studio.example');
  withoutOrigin = await prerenderSite(manifest, null);
});

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
  ];

  test('is there', () => {
    expect(Object.keys(site.files).toSorted()).toEqual([...names, 'robots.txt', 'sitemap.xml'].toSorted());
  });

  test.each(names)('%s has a title of its own, no style attribute, and inline only what its hash allows', (name) => {
    const document = page(name);
    expect(document).toMatch(/^<!doctype html><html lang="en">/);
    expect(names.filter((other) => title(page(other)) === title(document))).toEqual([name]);
    expect(document).not.toMatch(/\sstyle="|<style|\son[a-z]+="/);
    const inline = scripts(document).filter(({ attributes }) => !/src=|ld\+json/.test(attributes));
    for (const { text } of inline) {
      const hash = createHash('sha256').update(text).digest('base64');
      expect(site.build.scriptHashes).toContain(`'sha256-${hash}'`);
    }
    expect(inline.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1024);
  });

  test.each(names.slice(0, 6))('%s loads no script before it is there', (name) => {
    expect(scripts(page(name)).filter(({ attributes }) => attributes.includes('src='))).toEqual([]);
    expect(page(name)).not.toContain('modulepreload');
  });

  test.each(names.slice(0, 6))('%s has the header, the menu and the footer', (name) => {
    const document = page(name);
    const text = textOf(document);
    for (const word of ['Home', 'Services', 'Contact', 'Client Login', 'Sessions', 'Client Gallery', 'Login']) {
      expect(text).toContain(`\n${word}\n`);
    }
    for (const fact of [studio.email, studio.phone, studio.city, studio.credit.text]) expect(text).toContain(fact);
    for (const link of [...Object.values(studio.links), studio.credit.url]) {
      expect(document).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    }
    expect(document).toMatch(/<button[^>]*popoverTarget="site-menu"/i);
  });

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

test("the hero's picture is fetched first and every other one waits", () => {
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
    for (const words of [one.name, one.duration, one.price, ...one.inclusions]) expect(text).toContain(`\n${words}\n`);
    expect(page('services/index.html')).toContain(`href="/contact?package=${one.slug}"`);
  }
  for (const one of addOns) for (const words of [one.name, one.price]) expect(text).toContain(`\n${words}\n`);
  expect(text).toContain('\nBook Your Session\n');
});

test('the contact form works without script, and the ten questions are native', () => {
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

test('the page that is not there says so and leads home', () => {
  expect(textOf(page('404.html'))).toContain('\nPage not found\n');
  expect(page('404.html')).toMatch(/<a href="\/"[^>]*>Go Home<\/a>/);
});

describe('search engines', () => {
  test('read canonical addresses and cards where the studio has a domain, and nothing invented where not', () => {
    expect(page('services/index.html')).toContain('<link rel="canonical" href="https://studio.example/services"/>');
    expect(page('index.html')).toContain('content="https://studio.example/photographs/hero-card.jpg"');
    expect(site.files['sitemap.xml']).toContain('<loc>https://studio.example/gallery</loc>');
    expect(site.files['robots.txt']).toContain('Sitemap: https://studio.example/sitemap.xml');
    for (const text of Object.values(withoutOrigin.files)) expect(text).not.toMatch(/rel="canonical"|og:url|Sitemap:/);
    expect(withoutOrigin.files['sitemap.xml']).toBeUndefined();
    expect(withoutOrigin.build.files).not.toContain('/sitemap.xml');
  });

  test('are kept out of the shells, the login and the page that is not there', () => {
    for (const name of ['client.html', 'admin.html', 'login/index.html', '404.html']) {
      expect(page(name)).toContain('<meta name="robots" content="noindex"/>');
    }
    expect(page('index.html')).not.toContain('noindex');
    expect(site.files['sitemap.xml']).not.toContain('/login');
  });

  test('read the business, its prices and its questions as data', () => {
    const data = (name: string) => {
      const script = scripts(page(name)).find(({ attributes }) => attributes.includes('ld+json'));
      return JSON.parse(script?.text ?? 'null');
    };
    expect(data('index.html')).toMatchObject({ name: studio.name, telephone: studio.phoneLink });
    expect(data('index.html').hasOfferCatalog.itemListElement).toHaveLength(4);
    expect(data('services/index.html').itemListElement[2]).toMatchObject({ price: 750, priceCurrency: 'USD' });
    expect(data('contact/index.html').mainEntity).toHaveLength(10);
  });
});

test('a shell preloads its own wing and says that it is loading', () => {
  const preloads = (name: string) =>
    [...page(name).matchAll(/modulepreload" href="\/assets\/(\w+)/g)].map((one) => one[1]);
  expect(preloads('client.html')).toEqual(['shell', 'react', 'root', 'client']);
  expect(preloads('admin.html')).toEqual(['shell', 'react', 'root', 'admin']);
  expect(page('client.html')).toMatch(/role="status"[^>]*>Loading\.\.\.</);
});

test('the edge learns which address is read from which file', () => {
  expect(site.build).toMatchObject({
    pages: { '/': '/index.html', '/services': '/services/index.html' },
    shells: { '/dashboard': '/client.html', '/client-gallery': '/client.html', '/admin-login': '/admin.html' },
    folders: ['/assets/', '/photographs/'],
  });
  for (const file of Object.values(site.build.pages)) expect(site.files).toHaveProperty([file.slice(1)]);
});
