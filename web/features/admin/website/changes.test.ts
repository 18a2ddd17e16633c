import { expect, test } from 'vitest';
import { Website } from '#shared/contract/website.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { changesBetween, hasEntry, textAt } from './changes.ts';
import { sectionOf, sections } from './sections.ts';

const { home, sessions, contact } = defaultWebsite;

test('nothing differs between equal contents', () => {
  expect(changesBetween(defaultWebsite, structuredClone(defaultWebsite))).toEqual([]);
});

test('a headline, a price, an added and a removed entry are told one by one, in the order of the outline', () => {
  const [half, ...otherPackages] = sessions.packages;
  const after = {
    ...defaultWebsite,
    contact: { ...contact, questions: [...contact.questions.slice(1), { question: 'Do you travel?', answer: 'Yes.' }] },
    sessions: { ...sessions, packages: [{ ...half!, price_cents: 95_00 }, ...otherPackages] },
    home: { ...home, headline: 'Light, kept' },
  };
  const changes = changesBetween(defaultWebsite, after);
  expect(changes.slice(0, 2)).toEqual([
    { path: 'home.headline', where: 'Home · Hero · Headline', before: home.headline, after: 'Light, kept' },
    {
      path: 'sessions.packages',
      where: 'Services · Sessions and prices · Half Session: Price',
      before: '$75',
      after: '$95',
    },
  ]);
  expect(changes.filter(({ where }) => /Do you travel|How do I book/.test(where))).toMatchObject([
    { before: '', after: 'Yes.' },
    { before: contact.questions[0]!.answer, after: '' },
  ]);
});

test('a renamed service is told by its new name', () => {
  const services = defaultWebsite.services.map((card) =>
    card.slug === 'family' ? { ...card, name: 'Families' } : card,
  );
  const family = { ...defaultWebsite.service_pages.family!, text: 'All of you.' };
  const after = { ...defaultWebsite, services, service_pages: { ...defaultWebsite.service_pages, family } };
  expect(changesBetween(defaultWebsite, after).map(({ where }) => where)).toEqual([
    'Home · Cards · family: Name',
    'Pages of services · Families · Text',
  ]);
});

test('an entry that moves is the same, one that differs in anything is not', () => {
  const [first, second] = sessions.packages;
  const moved = { ...defaultWebsite, sessions: { ...sessions, packages: [second!, first!] } };
  expect(hasEntry(moved, 'sessions.packages', { ...first })).toBe(true);
  expect(hasEntry(moved, 'sessions.packages', { ...first, price_cents: 1 })).toBe(false);
  expect(hasEntry(moved, 'service_pages.no-such.pictures', { picture: null })).toBe(false);
});

test('every text of the content has one field, and every field a text', () => {
  const fields = sections.flatMap(({ texts = [] }) => texts.map(({ name }) => name));
  const texts = (['studio', 'home', 'about', 'service_pages', 'search'] as const).flatMap((section) =>
    pathsOf(defaultWebsite[section], section),
  );
  expect(fields.toSorted()).toEqual(texts.toSorted());
  for (const name of fields) {
    expect(sectionOf(name), name).toBeDefined();
    expect(textAt(defaultWebsite, name)).toBeTypeOf('string');
  }
  expect(Object.keys(Website.shape).toSorted()).toEqual([
    'about',
    'contact',
    'home',
    'pictures',
    'search',
    'service_pages',
    'services',
    'sessions',
    'studio',
    'testimonials',
  ]);
});

const pathsOf = (value: object, path: string): string[] =>
  Object.entries(value).flatMap(([name, inside]) => {
    if (typeof inside === 'string') return [`${path}.${name}`];
    return inside === null || Array.isArray(inside) ? [] : pathsOf(inside, `${path}.${name}`);
  });
