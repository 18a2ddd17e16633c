import { expect, test } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { PictureContent, Website } from '#shared/website/website.ts';
import { fieldOf } from './field-of.ts';

const { home, services, sessions, contact } = defaultWebsite;
const [half, full] = sessions.packages;
const oaks: PictureContent = {
  id: 'oaks',
  width: 1_500,
  height: 1_000,
  color: '#284838',
  focus: [50, 50],
  alt: 'Oaks',
};
const builtIn = {
  'home.picture': { src: '/photographs/hero-1a2b-540.webp', width: 1_800, height: 2_400, alt: '', isStandIn: false },
};

const at = (page: string, ...texts: string[]) => fieldOf(defaultWebsite, builtIn, page, { texts }, 'USD');

test('a text leads to its field, also a part of it, whole paragraphs among several, and what is set around it', () => {
  expect(at('/', home.headline)).toBe('home.headline');
  expect(at('/', home.headline.split(' ').slice(-2).join(' '), home.headline)).toBe('home.headline');
  expect(at('/', services[3]!.text)).toBe('services.3.text');
  const story = { name: 'Elena Marsh', story: 'It began in a garden.\n\nIt went on in a\nkitchen.', picture: null };
  const content: Website = {
    ...defaultWebsite,
    about: story,
    testimonials: [
      { name: 'Ada', words: 'All is well here', source: '', source_link: '', service: '', picture: null },
    ] as Website['testimonials'],
  };
  const onAbout = (...texts: string[]) => fieldOf(content, builtIn, '/about', { texts }, 'USD');
  expect(onAbout('It went on in a kitchen.')).toBe('about.story');
  expect(onAbout('Elena Marsh')).toBe('about.name');
  expect(fieldOf(content, builtIn, '/testimonials', { texts: ['All is well here'] }, 'USD')).toBe(
    'testimonials.0.words',
  );
});

test('of equal texts in a list, the one of the entry around it is meant', () => {
  const repeatedTexts: Website = {
    ...defaultWebsite,
    sessions: { ...sessions, packages: [half!, { ...full!, price_cents: 75_00 }] },
  };
  const entry = (name: string) => ({ texts: ['$75', `${name} $75`, `${half!.name} $75 ${full!.name} $75`] });
  expect(fieldOf(repeatedTexts, builtIn, '/services', entry(full!.name), 'USD')).toBe(
    'sessions.packages.1.price_cents',
  );
  expect(fieldOf(repeatedTexts, builtIn, '/services', entry(half!.name), 'USD')).toBe(
    'sessions.packages.0.price_cents',
  );
});

test('prices, lines of a list and answers lead to the fields that hold them', () => {
  const [inclusion] = full!.inclusions;
  expect(at('/services', inclusion!, `${full!.name} ${inclusion}`)).toBe('sessions.packages.1.inclusions');
  const addOn = sessions.add_ons.findIndex(({ per }) => per === 'session');
  const price = `+$${sessions.add_ons[addOn]!.price_cents! / 100}`;
  expect(at('/services', price, `${sessions.add_ons[addOn]!.name} ${price}`)).toBe(
    `sessions.add_ons.${addOn}.price_cents`,
  );
  expect(at('/contact', contact.questions[1]!.answer)).toBe('contact.questions.1.answer');
});

test('a picture leads to its place, on this page first, in whatever size its file is', () => {
  const content: Website = {
    ...defaultWebsite,
    home: { ...home, scrapbook: home.scrapbook.map((_, index) => (index === 4 ? oaks : null)) },
    pictures: { ...defaultWebsite.pictures, studio: oaks },
  };
  const showing = (page: string, picture: string) =>
    fieldOf(content, builtIn, page, { texts: ['', 'Words'], picture }, 'USD');
  expect(showing('/', '/photographs/hero-1a2b-1200.webp')).toBe('home.picture');
  expect(showing('/', '/pictures/oaks/1200.webp')).toBe('home.scrapbook.4');
  expect(showing('/contact', '/pictures/oaks/540.webp')).toBe('pictures.studio');
  expect(showing('/', '/pictures/another/540.webp')).toBeUndefined();
});

test('words of the layout, whole sections, and texts that no page shows lead nowhere', () => {
  expect(at('/', 'What we photograph')).toBeUndefined();
  // Each of them contains, or is contained in, another text.
  expect(at('/services', 'Sessions')).toBeUndefined();
  expect(at('/services', `Book ${half!.name}`)).toBeUndefined();
  expect(at('/contact', 'Send')).toBeUndefined();
  expect(at('/about', 'About Magnolia & Light')).toBeUndefined();
  expect(at('/', `${home.headline} ${home.text} ${home.action} ${home.tagline} and much more`)).toBeUndefined();
  expect(at('/services', full!.slug)).toBeUndefined();
  expect(at('/', '')).toBeUndefined();
});
