import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { studio } from '#shared/studio.ts';
import { addOns, packages, questions, serviceCards } from '#shared/website/default-website.ts';
import { optionalPaths, priceText } from '#shared/website/website.ts';
import { input, page, renderSite, scripts, site, textOf } from './prerender-testing.ts';

beforeAll(renderSite);

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
    for (const words of [one.name, one.duration, priceText(one, 'USD'), ...one.inclusions])
      expect(text).toContain(`\n${words}\n`);
    expect(page('services/index.html')).toContain(`href="/contact?package=${one.slug}"`);
  }
  for (const one of addOns)
    for (const words of [one.name, `+${priceText(one, 'USD')}`]) expect(text).toContain(`\n${words}\n`);
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
