import { describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import {
  create,
  enter,
  notesLength,
  other,
  photo,
  setNotesLength,
  startSharedSession,
} from '../../support/studio/shared-session.ts';

startSharedSession();

describe('guests', () => {
  test('keep a note that another tab has not overwritten', async () => {
    const { send } = await enter(await create());
    await send('PUT', 'guest', { name: 'Anna' });
    await send('PATCH', `photos/${photo}`, { note: 'First', note_before: '' });
    const late = await send('PATCH', `photos/${photo}`, { note: 'Second', note_before: '' });
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details?.current).toMatchObject({ note: 'First' });
  });

  test('write notes on one link up to a limit for all of them together', async () => {
    const link = await create();
    const [anna, bea] = [await enter(link), await enter(link)];
    for (const one of [anna, bea]) await one.send('PUT', 'guest', { name: 'Guest' });
    const note = (one: typeof anna, words: string, note_before = '') =>
      one.send('PATCH', `photos/${photo}`, { note: words, note_before });
    expect((await note(anna, 'Lovely')).outcome).toBe('200');
    expect(await notesLength(link)).toBe(6);
    await setNotesLength(link, limits.guestNotesTogether - 2);
    const refused = await note(bea, 'abc');
    expect([refused.outcome, refused.error.fields?.note]).toEqual([
      '400 INVALID',
      expect.stringContaining('500,000 characters'),
    ]);
    expect((await note(bea, 'ab')).outcome).toBe('200');
    // Picks go on, and shorter notes make room.
    expect((await bea.send('PATCH', `photos/${other}`, { is_favorite: true })).outcome).toBe('200');
    expect((await note(anna, 'Lovelyer', 'Lovely')).outcome).toBe('400 INVALID');
    expect((await note(anna, 'Love', 'Lovely')).outcome).toBe('200');
    expect((await note(bea, 'abcd', 'ab')).outcome).toBe('200');
    expect(await notesLength(link)).toBe(limits.guestNotesTogether);
  });

  test('at the same time write no more notes than the limit', async () => {
    const link = await create();
    const { send } = await enter(link);
    await send('PUT', 'guest', { name: 'Anna' });
    await setNotesLength(link, limits.guestNotesTogether - 1);
    const notes = await Promise.all(
      [photo, other].map((id) => send('PATCH', `photos/${id}`, { note: 'a', note_before: '' })),
    );
    expect(notes.map(({ outcome }) => outcome).toSorted()).toEqual(['200', '400 INVALID']);
    expect(await notesLength(link)).toBe(limits.guestNotesTogether);
  });
});
