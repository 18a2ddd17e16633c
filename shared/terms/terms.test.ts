import { describe, expect, test } from 'vitest';
import { Terms } from '../contract/templates/terms.ts';
import { limits } from '../limits.ts';
import { fillTerms, joinPieces, type OfferFacts } from './fill-terms.ts';
import { fieldsUsed, refuseTerms } from './refuse-terms.ts';
import { startingTerms } from './starting-terms.ts';
import { dayField, daysFromSession, fieldLabel, termFields } from './term-fields.ts';
import { type Block, boxesOf, plainText, sayPlace } from './terms.ts';

const facts: OfferFacts = {
  client: 'Tom Nguyen',
  studio: 'Magnolia & Light',
  studioEmail: 'hello@example.com',
  offer: 'Nguyen Wedding',
  packages: ['Full Day'],
  signers: [
    { name: 'Tom Nguyen', as: '' },
    { name: 'Linh Tran', as: 'spouse' },
  ],
  sessionDate: '2027-05-15',
  sessionTime: '1:00 to 7:00 PM',
  place: 'Avondale House, Houston',
  total: '$1,271.94',
  payments: [
    { amount: '$635.97', due: 'on signing' },
    { amount: '$635.97', due: 'on May 1, 2027' },
  ],
  sentOn: '2026-11-24',
  validUntil: '2026-12-10',
};

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const filled = (text: string, changed: Partial<OfferFacts> = {}) =>
  plainText(joinPieces(fillTerms([paragraph(text)], { ...facts, ...changed }).blocks));

describe('filling', () => {
  test.each([
    ['client', 'Tom Nguyen'],
    ['signers', 'Tom Nguyen and Linh Tran (spouse)'],
    ['studio', 'Magnolia & Light'],
    ['studio email', 'hello@example.com'],
    ['offer', 'Nguyen Wedding'],
    ['package', 'Full Day'],
    ['session date', 'May 15, 2027'],
    ['session time', '1:00 to 7:00 PM'],
    ['place', 'Avondale House, Houston'],
    ['total', '$1,271.94'],
    ['payments', '$635.97 on signing, $635.97 on May 1, 2027'],
    ['first payment', '$635.97'],
    ['today', 'November 24, 2026'],
    ['valid until', 'December 10, 2026'],
    ['30 days before session', 'April 15, 2027'],
    ['1 day before session', 'May 14, 2027'],
    ['60 days after session', 'July 14, 2027'],
  ])('{{%s}} becomes %s', (name, value) => {
    expect(filled(`Before {{${name}}}, after.`)).toBe(`Before ${value}, after.`);
  });

  test('every field has a value', () => {
    const terms = Object.keys(termFields).map((name) => paragraph(`{{${name}}}`));
    expect(fillTerms(terms, facts).missing).toEqual([]);
  });

  test('while the client has a choice, both packages are named', () => {
    expect(filled('{{package}}', { packages: ['Full Day', 'Event'] })).toBe('Full Day or Event');
  });

  test('values are not read for fields, and signs of patterns are text', () => {
    expect(filled('{{client}} pays {{total}}', { client: '{{total}} $& $1' })).toBe('{{total}} $& $1 pays $1,271.94');
  });

  test('fields without a value stay as written and are named where they stand', () => {
    const terms: Block[] = [
      paragraph('On {{session date}} at {{place}}'),
      { kind: 'list', items: ['{{client}}', 'until {{2 days before session}}'] },
    ];
    const { blocks, missing } = fillTerms(terms, { ...facts, sessionDate: null, place: '' });
    expect(joinPieces(blocks)).toEqual([
      paragraph('On {{session date}} at {{place}}'),
      { kind: 'list', items: ['Tom Nguyen', 'until {{2 days before session}}'] },
    ]);
    expect(missing).toEqual([
      { block: 0, name: 'session date' },
      { block: 0, name: 'place' },
      { block: 1, item: 1, name: '2 days before session' },
    ]);
  });

  test('values can be told from words', () => {
    expect(fillTerms([paragraph('Dear {{client}}!')], facts).blocks).toEqual([
      {
        kind: 'paragraph',
        text: [
          { text: 'Dear ', isValue: false },
          { text: 'Tom Nguyen', isValue: true },
          { text: '!', isValue: false },
        ],
      },
    ]);
  });
});

describe('fields', () => {
  test.each([
    [-30, '30 days before session'],
    [1, '1 day after session'],
  ])('%i days from the session is %s, and back', (days, name) => {
    expect(dayField(days)).toBe(name);
    expect(daysFromSession(name)).toBe(days);
    expect(fieldLabel(name)).toBe(name);
  });

  test.each(['0 days before session', '731 days after session', '-1 days before session', '3 days', 'constructor', ''])(
    '%j is no field',
    (name) => {
      expect(fieldLabel(name)).toBeUndefined();
    },
  );
});

describe('terms that can’t be saved', () => {
  const refused = (...blocks: Block[]) =>
    Terms.safeParse(blocks).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

  test('an unknown field is named where it stands', () => {
    const terms: Block[] = [
      { kind: 'heading', text: 'Payment' },
      paragraph('One'),
      paragraph('Pay {{sum}}.'),
      { kind: 'list', items: ['{{client}}', '{{900 days before session}}'] },
      { kind: 'box', text: 'I have read {{total}' },
    ];
    expect(refused(...terms)).toEqual([
      '2.text: There is no field {{sum}}. Choose one from the list, or remove the braces.',
      '3.items.1: {{900 days before session}} is no day that can be filled: write 1 to 730 days.',
      '4.text: A field is not complete. Write it like {{client}}, or remove the braces.',
    ]);
    expect(refuseTerms(terms).map((problem) => sayPlace(terms, problem))).toEqual([
      'paragraph 2 under “Payment”',
      'item 2 of list 1 under “Payment”',
      'box 1 under “Payment”',
    ]);
    expect(sayPlace([paragraph('{{x}}')], { block: 0 })).toBe('paragraph 1 at the beginning');
    expect(sayPlace(terms, { block: 0 })).toBe('the heading “Payment”');
  });

  test('what is empty, too long or too much', () => {
    expect(refused()).toEqual([': Terms need at least one paragraph.']);
    expect(refused(paragraph(' \u200b '))).toEqual(['0.text: Please enter a paragraph.']);
    expect(refused(paragraph('a'.repeat(limits.termsParagraph + 1)))).toEqual([
      '0.text: A paragraph can have at most 3,000 characters.',
    ]);
    expect(refused({ kind: 'list', items: [] })).toEqual(['0.items: A list has at least one item.']);
    expect(refused(...Array.from({ length: 14 }, () => paragraph('a'.repeat(3_000))))).toEqual([
      ': Terms can have at most 40,000 characters.',
    ]);
    expect(refused(...Array.from({ length: 21 }, (): Block => ({ kind: 'box', text: 'Yes' })))).toEqual([
      ': Terms can have at most 20 boxes to tick.',
    ]);
  });

  test('markup is text', () => {
    const terms = [paragraph('<b>One</b> & two')];
    expect(Terms.parse(terms)).toEqual(terms);
  });
});

describe('starting terms', () => {
  test.each(startingTerms)('$name can be saved and filled, with a box to tick', ({ terms }) => {
    expect(Terms.parse(terms)).toEqual(terms);
    expect(fillTerms(terms, facts).missing).toEqual([]);
    expect(boxesOf(terms).length).toBeGreaterThan(0);
    expect(fieldsUsed(terms)).toContain('studio');
  });
});

test('plain text has a blank line between blocks, and no boxes', () => {
  expect(
    plainText([
      { kind: 'heading', text: 'A' },
      { kind: 'list', items: ['b', 'c'] },
      { kind: 'box', text: 'd' },
    ]),
  ).toBe('A\n\n- b\n- c');
});
