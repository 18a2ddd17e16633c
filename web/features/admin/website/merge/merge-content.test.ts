import { describe, expect, test } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { PictureContent, QuestionContent, TestimonialContent, Website } from '#shared/website/website.ts';
import { sayValue, whereIs } from './conflict-words.ts';
import { type ContentConflict, mergeContents, type Side } from './merge-content.ts';

const question = (name: string, answer = `${name}!`): QuestionContent => ({ question: name, answer });
const [A, B, C, D] = ['A', 'B', 'C', 'D'].map((name) => question(name)) as [
  QuestionContent,
  QuestionContent,
  QuestionContent,
  QuestionContent,
];
const withQuestions = (...questions: QuestionContent[]): Website => ({
  ...defaultWebsite,
  contact: { ...defaultWebsite.contact, questions },
});
const questionsOf = (
  base: QuestionContent[],
  mine: QuestionContent[],
  theirs: QuestionContent[],
  choices?: Record<string, Side>,
) => {
  const merged = mergeContents(withQuestions(...base), withQuestions(...mine), withQuestions(...theirs), choices);
  return { rows: merged.content.contact.questions, conflicts: merged.conflicts };
};
/** Merges both ways: the result is the same in either tab, except for the order of rows that both have added at one position. */
const bothWays = (base: QuestionContent[], first: QuestionContent[], second: QuestionContent[]) => [
  questionsOf(base, first, second),
  questionsOf(base, second, first),
];

test('fields that differ are merged, also of one part, of a card, a price and a picture', () => {
  const picture: PictureContent = { id: 'oaks', width: 3, height: 2, color: '#284838', focus: [50, 50], alt: 'Oaks' };
  const [half, ...packages] = defaultWebsite.sessions.packages;
  const base: Website = { ...defaultWebsite, home: { ...defaultWebsite.home, picture } };
  const mine: Website = {
    ...base,
    home: { ...base.home, headline: 'Mine', picture: { ...picture, alt: 'Old oaks' } },
    sessions: { ...base.sessions, packages: [{ ...half!, price_cents: 95_00 }, ...packages] },
    pictures: { ...base.pictures, stand_ins: false },
  };
  const theirs: Website = {
    ...base,
    home: {
      ...base.home,
      text: 'Theirs',
      picture: { ...picture, focus: [10, 20] },
      scrapbook: base.home.scrapbook.map((print, index) => (index === 3 ? picture : print)),
    },
    services: base.services.map((card) => (card.slug === 'family' ? { ...card, name: 'Families' } : card)),
    sessions: { ...base.sessions, packages: [{ ...half!, name: 'Quick', inclusions: ['One look'] }, ...packages] },
  };
  const { content, conflicts } = mergeContents(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(content).toEqual({
    ...theirs,
    home: { ...theirs.home, headline: 'Mine', picture: { ...picture, alt: 'Old oaks', focus: [10, 20] } },
    sessions: {
      ...base.sessions,
      packages: [{ ...half!, name: 'Quick', inclusions: ['One look'], price_cents: 95_00 }, ...packages],
    },
    pictures: mine.pictures,
  });
  expect(mergeContents(base, theirs, mine).content).toEqual(content);
});

describe('rows of a list', () => {
  test('that both have added, removed or changed elsewhere are there once', () => {
    for (const { rows, conflicts } of bothWays([A, B, C], [question('A', 'Mine'), B, C, D], [A, C, question('E')])) {
      expect(conflicts).toEqual([]);
      expect(rows).toHaveLength(4);
      expect(rows).toEqual(expect.arrayContaining([question('A', 'Mine'), C, D, question('E')]));
      expect(rows.slice(0, 2)).toEqual([question('A', 'Mine'), C]);
    }
  });

  test('that one has moved keep what the other one has changed and added', () => {
    for (const { rows, conflicts } of bothWays([A, B, C], [C, A, B], [A, question('B', 'Changed'), D, C])) {
      expect(conflicts).toEqual([]);
      expect(rows).toEqual([C, A, question('B', 'Changed'), D]);
    }
  });

  test('that both have added or moved in the same way are no conflict', () => {
    expect(questionsOf([A, B], [B, A, D], [B, A, D])).toEqual({ rows: [B, A, D], conflicts: [] });
    expect(questionsOf([A, B], [A, B, D], [A, B, C, D])).toEqual({ rows: [A, B, C, D], conflicts: [] });
    // Two equal rows stay two.
    expect(questionsOf([A, A], [A, A, B], [A, A])).toEqual({ rows: [A, A, B], conflicts: [] });
  });

  test('that one has renamed and the other one answered are the same row', () => {
    for (const { rows, conflicts } of bothWays([A, B], [question('A?', 'A!'), B], [question('A', 'Yes'), B])) {
      expect({ rows, conflicts }).toEqual({ rows: [question('A?', 'Yes'), B], conflicts: [] });
    }
  });

  test('of which both have changed the same field are a conflict of this field, wherever they are now', () => {
    const [mine, theirs] = [question('B', 'Mine'), question('B', 'Theirs')];
    const { rows, conflicts } = questionsOf([A, B], [mine, A], [A, theirs]);
    expect(rows).toEqual([mine, A]);
    expect(conflicts).toEqual([{ id: 'contact.questions.1.answer', row: mine, mine: 'Mine', theirs: 'Theirs' }]);
    const chosen = { 'contact.questions.1.answer': 'theirs' as const };
    expect(questionsOf([A, B], [mine, A], [A, theirs], chosen)).toEqual({ rows: [theirs, A], conflicts: [] });
  });

  test('that one has removed and the other one changed stay until somebody chooses', () => {
    const changed = question('B', 'Changed');
    const id = 'contact.questions.1';
    for (const [mine, theirs, keep, remove] of [
      [[A], [A, changed], 'theirs', 'mine'],
      [[A, changed], [A], 'mine', 'theirs'],
    ] as const) {
      const { rows, conflicts } = questionsOf([A, B], [...mine], [...theirs]);
      expect(rows).toEqual([A, changed]);
      expect(conflicts).toMatchObject([{ id, mine: mine[1], theirs: theirs[1] }]);
      expect(questionsOf([A, B], [...mine], [...theirs], { [id]: keep }).rows).toEqual([A, changed]);
      expect(questionsOf([A, B], [...mine], [...theirs], { [id]: remove })).toEqual({ rows: [A], conflicts: [] });
    }
  });

  test('that both have moved, each in another way, are a conflict of the order, without a row lost or doubled', () => {
    const args = [
      [A, B, C],
      [B, A, C],
      [A, C, B, D],
    ] as const;
    const ask = (choices?: Record<string, Side>) => questionsOf([...args[0]], [...args[1]], [...args[2]], choices);
    expect(ask().conflicts.map(({ id }) => id)).toEqual(['contact.questions order']);
    expect(ask().rows).toEqual([B, D, A, C]);
    expect(ask({ 'contact.questions order': 'mine' })).toEqual({ rows: [B, D, A, C], conflicts: [] });
    expect(ask({ 'contact.questions order': 'theirs' })).toEqual({ rows: [A, C, B, D], conflicts: [] });
  });

  test('of short texts are merged line by line', () => {
    const [half, ...otherPackages] = defaultWebsite.sessions.packages;
    const having = (...inclusions: string[]): Website => ({
      ...defaultWebsite,
      sessions: { ...defaultWebsite.sessions, packages: [{ ...half!, inclusions }, ...otherPackages] },
    });
    const merged = mergeContents(having('a', 'b'), having('a', 'b', 'mine'), having('A', 'b', 'theirs'));
    expect(merged.conflicts).toEqual([]);
    expect(merged.content.sessions.packages[0]!.inclusions).toEqual(['A', 'b', 'mine', 'theirs']);
  });

  test('no row is lost or doubled, whatever both do to a list', () => {
    // A small generator with a seed, so that a failure can be repeated.
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const change = (rows: QuestionContent[], by: string) => {
      let editedRows = [...rows];
      for (let times = 0; times < 3; times += 1) {
        const at = random(editedRows.length + 1);
        const act = random(4);
        if (act === 0) editedRows.splice(at, 0, question(`${by} ${times}`));
        else if (act === 1) editedRows = editedRows.filter((_, index) => index !== at);
        else if (act === 2 && editedRows[at])
          editedRows[at] = question(editedRows[at].question, `${editedRows[at].answer} ${by}`);
        else if (editedRows[at]) editedRows.splice(random(editedRows.length), 0, ...editedRows.splice(at, 1));
      }
      return editedRows;
    };
    for (let round = 0; round < 500; round += 1) {
      const base = [A, B, C, D];
      const [mine, theirs] = [change(base, 'mine'), change(base, 'theirs')];
      const { rows, conflicts } = questionsOf(base, mine, theirs);
      const names = rows.map((row) => row.question);
      const context = `round ${round}: ${JSON.stringify({ mine, theirs, rows })}`;
      expect(new Set(names).size, context).toBe(names.length);
      for (const row of [...mine, ...theirs]) {
        const isInBoth = [mine, theirs].every((list) => list.some((other) => other.question === row.question));
        const isNew = !base.some((other) => other.question === row.question);
        if (isInBoth || isNew) expect(names, context).toContain(row.question);
      }
      // A field that both have changed is a conflict, and so is a row that one has removed and the other changed.
      const allTheirs: Record<string, Side> = Object.fromEntries(conflicts.map(({ id }) => [id, 'theirs']));
      expect(questionsOf(base, mine, theirs, allTheirs).conflicts, context).toEqual([]);
    }
  });
});

test('a field that both have changed is a conflict, also one that was cleared; equal changes are none', () => {
  const having = (headline: string, hours: string): Website => ({
    ...defaultWebsite,
    home: { ...defaultWebsite.home, headline },
    studio: { ...defaultWebsite.studio, hours },
  });
  const { content, conflicts } = mergeContents(having('Old', 'Old'), having('Same', ''), having('Same', 'Theirs'));
  expect(content).toEqual(having('Same', ''));
  expect(conflicts).toEqual([{ id: 'studio.hours', row: undefined, mine: '', theirs: 'Theirs' }]);
});

test('two pictures at one place are a conflict of the place', () => {
  const having = (id: string | null): Website => ({
    ...defaultWebsite,
    about: {
      ...defaultWebsite.about,
      picture: id === null ? null : { id, width: 3, height: 2, color: '#284838', focus: [50, 50], alt: id },
    },
  });
  const { conflicts } = mergeContents(having(null), having('mine'), having('theirs'));
  expect(conflicts).toMatchObject([{ id: 'about.picture', mine: { id: 'mine' }, theirs: { id: 'theirs' } }]);
});

test.each<[ContentConflict, string, string, string]>([
  [{ id: 'home.headline', row: undefined, mine: 'Mine', theirs: '' }, 'Home · Hero · Headline', 'Mine', 'empty'],
  [
    { id: 'sessions.packages.0.price_cents', row: defaultWebsite.sessions.packages[0], mine: 95_00, theirs: 80_50 },
    'Services · Sessions and prices · Half Session: Price',
    '$95',
    '$80.50',
  ],
  [
    { id: 'service_pages.family.from_cents', row: undefined, mine: 350_00, theirs: null },
    'Pages of services · Family · From price',
    '$350',
    'not shown',
  ],
  [{ id: 'contact.questions.1', row: A, mine: undefined, theirs: A }, 'Contact · Questions · A', 'removed', 'A\nA!'],
  [
    { id: 'contact.questions order', row: undefined, mine: [A, B], theirs: [B, A] },
    'Contact · Questions · Order',
    'A\nB',
    'B\nA',
  ],
  [
    { id: 'home.picture.focus', row: undefined, mine: [50, 40], theirs: [10, 20] },
    'Home · Hero · Photograph: Focal point',
    '50% from the left, 40% from the top',
    '10% from the left, 20% from the top',
  ],
  [
    { id: 'services.7.name', row: defaultWebsite.services[7], mine: 'Families', theirs: 'Family and friends' },
    'Home · Cards · Family: Name',
    'Families',
    'Family and friends',
  ],
  [
    {
      id: 'testimonials.0.service',
      row: { name: 'Ada' } as TestimonialContent,
      mine: 'family',
      theirs: '',
    },
    'More pages · Testimonials · Ada: Service',
    'Family',
    'empty',
  ],
  [
    { id: 'pictures.stand_ins', row: undefined, mine: true, theirs: false },
    'Everywhere · Shared pictures · Stand-ins',
    'Shown to visitors',
    'Left out',
  ],
])('%j is told in words', (conflict, where, mine, theirs) => {
  expect(whereIs(conflict, defaultWebsite)).toBe(where);
  expect(sayValue(conflict.id, conflict.mine, defaultWebsite, 'USD')).toBe(mine);
  expect(sayValue(conflict.id, conflict.theirs, defaultWebsite, 'USD')).toBe(theirs);
});
