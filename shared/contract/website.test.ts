import { expect, test } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { priceText } from '#shared/website/website.ts';
import { Website } from './website.ts';

const withStudio = (change: object) => ({ ...defaultWebsite, studio: { ...defaultWebsite.studio, ...change } });
const fieldsOf = (value: unknown) => Website.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('the default website meets its own limits and stays as it is', () => {
  expect(Website.parse(defaultWebsite)).toEqual(defaultWebsite);
});

test.each([
  'http://studio.example/',
  'javascript:alert(1)',
  'https://',
  'studio.example',
  'https://a:b@studio.example/',
])('the link %s is refused by name', (instagram) => {
  expect(fieldsOf(withStudio({ instagram }))).toEqual(['studio.instagram']);
});

test('links can be empty; a phone link is a number with a country code', () => {
  expect(fieldsOf(withStudio({ instagram: '', credit: '', credit_link: '' }))).toEqual([]);
  for (const phone_link of ['713-555-0142', '+1 713 555 0142', 'tel:+17135550142', '']) {
    expect(fieldsOf(withStudio({ phone_link }))).toEqual(['studio.phone_link']);
  }
});

const picture = {
  id: '0123456789abcdefghij',
  width: 3_000,
  height: 2_000,
  color: '#8a7b6c',
  alt: 'Bride laughing',
  focus: [40, 15] as [number, number],
};
const withPicture = (change: object) => ({
  ...defaultWebsite,
  home: { ...defaultWebsite.home, picture: { ...picture, ...change } },
});

test('a place has a picture of the library, or the built-in one; in a draft it may be without description', () => {
  const { services, search, home } = defaultWebsite;
  const own = {
    ...withPicture({ alt: '' }),
    services: services.map((card) => ({ ...card, picture })),
    search: { ...search, gallery: { ...search.gallery, picture } },
    pictures: { studio: picture, sign_in: picture, stand_ins: true },
  };
  expect(Website.parse(own)).toEqual(own);
  const cards = services.map(({ picture: _, ...card }) => card);
  expect(Website.parse({ ...defaultWebsite, services: cards })).toEqual(defaultWebsite);
  const ten = { ...home, scrapbook: home.scrapbook.slice(1) };
  expect(fieldsOf({ ...defaultWebsite, home: ten })).toEqual(['home.scrapbook']);
});

test.each([
  ['id', { id: '../../index.html' }],
  ['color', { color: 'red;background:url(x)' }],
  ['width', { width: 0 }],
  ['height', { height: 1.5 }],
  ['alt', { alt: 'x'.repeat(201) }],
  ['focus.0', { focus: [101, 50] }],
  ['focus.1', { focus: [50, 12] }],
  ['', { path: '/portfolio/x' }],
])('a picture with a wrong %s is refused by name', (field, change) => {
  expect(fieldsOf(withPicture(change))).toContain(['home.picture', field].filter((part) => part !== '').join('.'));
});

test('the nine cards keep their slugs; two sessions can not have the same address', () => {
  const { services, sessions } = defaultWebsite;
  expect(fieldsOf({ ...defaultWebsite, services: services.toReversed() })).toEqual(['services']);
  expect(fieldsOf({ ...defaultWebsite, services: services.slice(1) })).toEqual(['services']);
  const packages = [...sessions.packages, sessions.packages[0]];
  expect(fieldsOf({ ...defaultWebsite, sessions: { ...sessions, packages } })).toEqual(['sessions.packages']);
});

test.each([
  [75_00, 'session', '$75'],
  [125_00, 'hour', '$125 per hour'],
  [1_250_00, 'session', '$1,250'],
  [99_50, 'session', '$99.50'],
] as const)('%s cents per %s are shown as %s', (price_cents, per, words) => {
  expect(priceText({ price_cents, per }, 'USD')).toBe(words);
});
