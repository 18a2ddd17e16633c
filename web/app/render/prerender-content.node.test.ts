import { beforeAll, describe, expect, test } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { page, rendered, renderSite, scripts, site } from './prerender-testing.ts';

beforeAll(renderSite);

describe('content that the studio has published', () => {
  const { studio: facts, home, sessions, contact } = defaultWebsite;
  const changed = async (content: Website) => {
    const { files } = await rendered(content);
    return Object.keys(files)
      .filter((name) => files[name] !== site.files[name])
      .toSorted();
  };
  const [half, ...others] = sessions.packages;

  test('another currency is in every document’s content, and in each price', async () => {
    const { files } = await rendered({ ...defaultWebsite, currency: 'CHF' });
    const withPrices = ['contact/index.html', 'index.html', 'services/index.html'];
    for (const name of Object.keys(files).filter((name) => name.endsWith('.html'))) {
      expect(files[name], name).toContain('"currency":"CHF"');
      expect(files[name], name).not.toMatch(/\$\d/);
      expect(files[name]!.includes('priceCurrency') || files[name]!.includes('priceRange'), name).toBe(
        withPrices.includes(name) && name !== 'contact/index.html',
      );
    }
    expect(files['services/index.html']).toContain('>CHF\u00a0125<');
    expect(files['services/index.html']).toContain('"priceCurrency":"CHF"');
    expect(files['index.html']).toContain('"priceRange":"CHF\u00a075–CHF\u00a0750"');
    expect(site.files['services/index.html']).not.toContain('"currency"');
  });

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
    expect(files['index.html']).toContain('"priceRange":"$95.50–$750"');
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
