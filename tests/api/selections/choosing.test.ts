import { describe, expect, test } from 'vitest';
import type { ChoiceAnswer, NotedChoice, SelectionDetails } from '#shared/contract/selections.ts';
import { readyPhoto, storePhotos } from '../../support/rows/photo-rows.ts';
import { newPhoto, newSession } from '../../support/studio/api-world.ts';
import {
  choose,
  details,
  edit,
  hide,
  note,
  ofStudio,
  open,
  photos,
  session,
  startSelections,
  stored,
  submit,
  trash,
  untilAnswered,
} from '../../support/studio/selections.ts';

startSelections();

describe('choosing', () => {
  test('twice counts once, and giving up keeps the words for another choice', async () => {
    const id = await open();
    await choose(id, [photos[0], photos[0]]);
    await choose(id, [photos[0]]);
    expect(await details(id)).toMatchObject({ chosen_count: 1 });
    await note(id, photos[0], 'In color');
    expect((await choose(id, [photos[0]], false)).json<ChoiceAnswer>().selection.chosen_count).toBe(0);
    expect((await note(id, photos[0], 'Gone', 'In color')).error.message).toContain('Choose this photo');
    await choose(id, [photos[0]]);
    expect((await details(id)).choices).toEqual([{ photo_id: photos[0], note: 'In color' }]);
  });

  test('many takes those that fit, in their order, and refuses when none does', async () => {
    const id = await open({ included: 2, extra_cents: null });
    const [first, second, third, fourth] = photos;
    const answer = await choose(id, [fourth, second, first, third]);
    expect(answer.json<ChoiceAnswer>()).toMatchObject({
      selection: { chosen_count: 2, most: 2, total_cents: 0 },
      full_ids: [first, third],
    });
    const refused = await choose(id, [first]);
    expect(refused.outcome).toBe('409 SELECTION_FULL');
    expect(refused.error.message).toBe('At most 2 photos can be chosen. Give up one to choose another.');
    expect(refused.error.details).toMatchObject({ selection: { chosen_count: 2 } });
    // What is chosen already needs no room.
    expect((await choose(id, [fourth])).status).toBe(200);
  });

  test('takes only photos of the session that the client can see', async () => {
    const id = await open();
    const other = await newPhoto(await newSession(session.customer_id, { session_label: 'other' }));
    const hidden = await newPhoto(session, { is_approved: false });
    expect((await choose(id, [hidden])).outcome).toBe('404 NOT_FOUND');
    expect((await choose(id, [other])).outcome).toBe('404 NOT_FOUND');
    expect((await choose(id, [hidden, photos[0]])).json<ChoiceAnswer>()).toMatchObject({
      gone_ids: [hidden],
      selection: { chosen_count: 1 },
    });
  });

  test('by fifty at once never passes a hard limit', async () => {
    const many = Array.from({ length: 52 }, (_, number) => readyPhoto(session, { file_name: `P_${number}.jpg` }));
    await storePhotos(session.id, many);
    const [first, second, ...others] = many.map((photo) => photo.id) as [string, string, ...string[]];
    const id = await open({ included: 3, extra_cents: null });
    await choose(id, [first, second]);
    const answers = await Promise.all(others.map((photo) => untilAnswered(() => choose(id, [photo]))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['200', '409 SELECTION_FULL']));
    expect((await details(id)).choices).toHaveLength(3);
    expect(await details(id)).toMatchObject({ chosen_count: 3 });
  });

  test('a lowered limit keeps what was chosen until the submit, and choosing less is always possible', async () => {
    const id = await open({ included: 4, extra_cents: null });
    await choose(id, photos);
    await edit(id, { included: 2 });
    expect(await details(id)).toMatchObject({ chosen_count: 4, most: 2 });
    const more = await choose(id, [await newPhoto(session)]);
    expect(more.error.message).toBe('At most 2 photos can be chosen now, and 4 are. Give up 3 to choose another.');
    const early = await submit(id);
    expect(early.outcome).toBe('400 INVALID');
    expect(early.error.message).toBe('At most 2 photos can be chosen, and 4 are. Give up 2.');
    expect((await choose(id, [photos[3]], false)).json<ChoiceAnswer>().selection.chosen_count).toBe(3);
    expect((await choose(id, [photos[2]], false)).status).toBe(200);
    expect((await submit(id)).status).toBe(201);
  });

  test('a hidden or deleted photo leaves the choice, which is said, and makes room', async () => {
    const id = await open({ included: 2, extra_cents: null });
    const [first, second, third, fourth] = photos;
    await choose(id, [first, second]);
    await hide(first);
    expect(await details(id)).toMatchObject({ chosen_count: 1, left_count: 1, choices: [{ photo_id: second }] });
    expect(await ofStudio(id)).toMatchObject({ chosen_count: 1, left_count: 1 });
    expect((await choose(id, [third])).json<ChoiceAnswer>()).toMatchObject({
      left_count: 1,
      selection: { chosen_count: 2 },
    });
    await trash(second);
    expect((await choose(id, [fourth])).json<ChoiceAnswer>()).toMatchObject({ left_count: 1, full_ids: [] });
    // Said once it has left, the rest is as if it had never been chosen.
    expect(await details(id)).toMatchObject({ chosen_count: 2, left_count: 0 });
    const [row] = await stored('selections', `selection#${id}`);
    expect(row).toMatchObject({ chosen_count: 2 });
  });

  test('gives up many hidden photos at once', async () => {
    const many = Array.from({ length: 50 }, (_, number) => readyPhoto(session, { file_name: `P_${number}.jpg` }));
    await storePhotos(session.id, many);
    const ids = many.map((photo) => photo.id);
    const id = await open({ included: 50, extra_cents: null });
    await choose(id, ids);
    await hide(...ids.slice(0, 40));
    expect((await choose(id, [photos[0]])).json<ChoiceAnswer>()).toMatchObject({
      left_count: 40,
      selection: { chosen_count: 11 },
    });
    await hide(...ids.slice(40, 45));
    expect((await note(id, photos[0], 'Large')).json<NotedChoice>()).toMatchObject({
      left_count: 5,
      selection: { chosen_count: 6 },
    });
    await hide(ids[45]!);
    expect((await submit(id)).json<SelectionDetails>()).toMatchObject({ left_count: 1, chosen_count: 5 });
    const [row] = await stored('selections', `selection#${id}`);
    const chosen = (await stored('selections', `choice#${id}`)).filter(({ is_chosen }) => is_chosen);
    expect(row?.chosen_count).toBe(chosen.length);
  });

  test('a note that was changed on another device is not overwritten', async () => {
    const id = await open();
    await choose(id, [photos[0]]);
    await note(id, photos[0], 'Mine');
    const late = await note(id, photos[0], 'Theirs');
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toEqual({ current: { photo_id: photos[0], note: 'Mine' } });
    // The same note again, after a lost response.
    expect((await note(id, photos[0], 'Mine')).status).toBe(200);
    expect((await note(id, photos[0], 'x'.repeat(1_001))).error.fields).toHaveProperty('note');
  });
});
