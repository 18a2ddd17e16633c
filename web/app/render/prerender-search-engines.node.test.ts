import { beforeAll, describe, expect, test } from 'vitest';
import { studio } from '#shared/studio.ts';
import { serviceCards } from '#shared/website/default-website.ts';
import { images, page, renderSite, scripts, site } from './prerender-testing.ts';

beforeAll(renderSite);

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
