import { describe, expect, test } from 'vitest';
import type { StudioPage } from '#shared/contract/photos/photos.ts';
import { type RoundDetails, type SelectionDetails, sayChosen } from '#shared/contract/selections.ts';
import { forLightroom } from '#shared/photos/lightroom.ts';
import { defaultFacts } from '#shared/studio.ts';
import type { EmailOf } from '../../../lambdas/domain/emails/email-kinds.ts';
import { writeEmail } from '../../../lambdas/emails/emails.ts';
import { sized } from '../../support/faults/long.ts';
import { readyPhoto, storePhotos } from '../../support/rows/photo-rows.ts';
import { newPhoto } from '../../support/studio/api-world.ts';
import {
  byClient,
  byStudio,
  choose,
  details,
  edit,
  hide,
  idsOf,
  note,
  notePhoto,
  ofStudio,
  open,
  photos,
  session,
  show,
  startSelections,
  stored,
  submit,
  submitAs,
  trash,
} from '../../support/studio/selections.ts';

startSelections();

describe('a submit', () => {
  test('needs the minimum, and at least one photo', async () => {
    const id = await open({ minimum: 2 });
    expect((await submit(id)).error.message).toBe('Choose at least 2 photos. 0 are chosen.');
    await choose(id, [photos[0]]);
    expect((await submit(id)).error.message).toBe('Choose at least 2 photos. 1 is chosen.');
    await choose(id, [photos[1]]);
    expect((await submit(id)).status).toBe(201);
  });

  test('of a total that the browser names computes it anyway', async () => {
    const id = await open();
    await choose(id, photos);
    const answer = await submit(id, { total_cents: 1, price_cents: 1, chosen_count: 1, extra_cents: 0 });
    expect(answer.json<SelectionDetails>()).toMatchObject({ chosen_count: 4, extra_count: 2, total_cents: 3_000 });
    expect(answer.json<SelectionDetails>().quote).toMatchObject({ price_cents: 3_000, quantity: 4 });
  });

  test('has the same sum in cents on both sides and in both emails', async () => {
    const id = await open({ included: 1, extra_cents: 1_299 });
    await choose(id, photos);
    const quote = (await submit(id)).json<SelectionDetails>().quote!;
    expect(quote.selection?.total_cents).toBe(3 * 1_299);
    expect((await ofStudio(id)).quote).toMatchObject({ price_cents: 3_897, selection: { total_cents: 3_897 } });
    const words = sayChosen({ included: 1, extra_cents: 1_299 }, 4, 'USD');
    expect(words).toBe('4 chosen · 3 extra × $12.99 = $38.97');
    const emails = await stored('outbox', quote.id);
    expect(emails.map(({ kind }) => kind).toSorted()).toEqual(['quote-received', 'quote-submitted']);
    for (const email of emails) {
      const { text } = writeEmail(email as EmailOf<'quote-received'>, {
        site: 'https://studio.example',
        studio: defaultFacts,
      });
      expect(text).toContain(`Photos: ${words.replace(':', ',')}`);
      expect(text).toContain('Total: $38.97');
    }
  });

  test('that is repeated, one after the other or at once, is one submit', async () => {
    const id = await open();
    await choose(id, photos);
    const reviewed = await details(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => submitAs(id, reviewed)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect((await submitAs(id, reviewed)).status).toBe(200);
    expect((await details(id)).rounds).toHaveLength(1);
    expect(await stored('quotes', id)).toHaveLength(1);
    expect(await stored('outbox', (await details(id)).quote!.id)).toHaveLength(2);
  });

  test('of what somebody has changed since the review is refused with what is chosen now', async () => {
    const id = await open();
    await choose(id, photos.slice(0, 2));
    const reviewed = await details(id);
    await choose(id, [photos[2]]);
    const answer = await submitAs(id, reviewed);
    expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(answer.error.details).toMatchObject({ current: { chosen_count: 3 } });
    // A price that the studio has changed since is as much of a change.
    const again = await details(id);
    await edit(id, { extra_cents: 2_000 });
    expect((await submitAs(id, again)).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await submit(id)).json<SelectionDetails>().total_cents).toBe(2_000);
  });

  test('has exactly the photos that were reviewed when the studio shows or hides some meanwhile', async () => {
    const id = await open({ included: 1, extra_cents: 1_500 });
    await choose(id, photos.slice(0, 2));
    await hide(photos[1]);
    const reviewed = await details(id);
    expect(reviewed).toMatchObject({ chosen_count: 1, left_count: 1, total_cents: 0 });
    await show(photos[1]);
    const answer = await submitAs(id, reviewed, { reviewed_ids: idsOf(reviewed) });
    expect(answer.outcome).toBe('409 CHANGED_MEANWHILE');
    const { current } = answer.error.details as { current: SelectionDetails };
    expect(current).toMatchObject({ chosen_count: 2, left_count: 0, total_cents: 1_500 });
    // As many as were reviewed, but another one.
    await hide(photos[0]);
    expect((await submitAs(id, reviewed, { reviewed_ids: idsOf(reviewed) })).outcome).toBe('409 CHANGED_MEANWHILE');
    // One less than was reviewed, for another price.
    const fewer = await submitAs(id, current, { reviewed_ids: idsOf(current) });
    expect(fewer.outcome).toBe('409 CHANGED_MEANWHILE');
    const { current: left } = fewer.error.details as { current: SelectionDetails };
    expect(left).toMatchObject({ chosen_count: 1, total_cents: 0 });
    const again = await submitAs(id, left, { reviewed_ids: idsOf(left) });
    expect(again.json<SelectionDetails>()).toMatchObject({ chosen_count: 1, total_cents: 0 });
  });

  test('while others choose has exactly what was reviewed, or nothing', async () => {
    for (let time = 0; time < 10; time += 1) {
      const id = await open({ name: `Race ${time}` });
      await choose(id, photos.slice(0, 2));
      const reviewed = await details(id);
      const [answer, ...choices] = await Promise.all([
        submitAs(id, reviewed),
        choose(id, [photos[2]]),
        choose(id, [photos[0]], false),
        note(id, photos[1], 'Late'),
      ]);
      expect(['201', '409 CHANGED_MEANWHILE']).toContain(answer.outcome);
      if (answer.status !== 201) continue;
      for (const choice of choices) expect(choice.outcome).toBe('409 SELECTION_CLOSED');
      const { photos: submitted, chosen_count } = (await byStudio('GET', `/${id}/rounds/1`)).json<RoundDetails>();
      expect(submitted.map(({ photo_id, note: words }) => [photo_id, words])).toEqual([
        [photos[0], ''],
        [photos[1], ''],
      ]);
      expect(chosen_count).toBe(2);
    }
  });

  test('while the studio hides a photo counts what it stores, and shows the client no hidden one', async () => {
    for (let time = 0; time < 6; time += 1) {
      const photo = await newPhoto(session);
      const id = await open({ included: 1, extra_cents: 100 });
      await choose(id, [photos[0], photos[1], photo]);
      const reviewed = await details(id);
      const [answer] = await Promise.all([submitAs(id, reviewed), hide(photo)]);
      expect(answer.status).toBe(201);
      const all = (await byStudio('GET', `/${id}/rounds/1`)).json<RoundDetails>();
      expect(all.photos).toHaveLength(all.chosen_count);
      expect(all.total_cents).toBe((all.chosen_count - 1) * 100);
      const left = answer.json<SelectionDetails>().left_count;
      expect(all.chosen_count + left).toBe(3);
      const own = (await byClient('GET', `/${id}/rounds/1`)).json<RoundDetails>();
      expect(own.photos.map(({ photo_id }) => photo_id)).toEqual([photos[0], photos[1]]);
    }
  });

  test('says how many photos left the choice before it', async () => {
    const id = await open();
    await choose(id, photos);
    const reviewed = await details(id);
    await hide(photos[0]);
    await trash(photos[1]);
    const answer = await submitAs(id, reviewed);
    expect(answer.json<SelectionDetails>()).toMatchObject({ left_count: 2, chosen_count: 2, total_cents: 0 });
  });
});

test('a thousand chosen photos are submitted, read and exported whole', async () => {
  const many = Array.from({ length: sized(400, 1_200) }, (_, number) =>
    readyPhoto(session, { file_name: `WED_${String(number).padStart(4, '0')}.jpg` }),
  );
  await storePhotos(session.id, many);
  const id = await open({ included: 100, extra_cents: 250 });
  const ids = many.map((photo) => photo.id);
  for (let start = 0; start < ids.length; start += 60) await choose(id, ids.slice(start, start + 60));
  const longest = 'ä'.repeat(1_000);
  // More than one row can store.
  const noted = sized(220, 450);
  for (const photo of ids.slice(0, noted)) await note(id, photo, longest);
  const answer = await submit(id);
  expect(answer.json<SelectionDetails>()).toMatchObject({
    chosen_count: ids.length,
    total_cents: (ids.length - 100) * 250,
  });
  const round = (await byStudio('GET', `/${id}/rounds/1`)).json<RoundDetails>();
  expect(round.photos.map(({ photo_id }) => photo_id).toSorted()).toEqual(ids.toSorted());
  expect(round.photos.filter((photo) => photo.note === longest)).toHaveLength(noted);
  const parts = await stored('selections', `chosen#${id}`);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(400 * 1_024);

  const album = await open({ name: 'Album', included: 100, extra_cents: null });
  const wanted = ids.filter((_, number) => number % 12 === 5);
  for (let start = 0; start < wanted.length; start += 60) await choose(album, wanted.slice(start, start + 60));
  await submit(album);
  const { items } = (await byStudio('GET', `/${album}/photos`)).json<StudioPage>();
  const { line, unsafe } = forLightroom(items);
  expect(unsafe).toEqual([]);
  // Lightroom's filter 'Filename' 'Contains' finds each word anywhere in a name; the raw files have other endings.
  const words = line.split(/[\s,]+/);
  const raws = many.map(({ id: photo, file_name }) => ({ photo, name: file_name.replace('.jpg', '.CR3') }));
  const found = raws.filter(({ name }) => words.some((word) => name.includes(word)));
  expect(found.map(({ photo }) => photo)).toEqual(wanted);
});

test('all notes of a selection together have a limit that a submit can store', async () => {
  const longest = 'n'.repeat(1_000);
  const many = Array.from({ length: 501 }, (_, number) =>
    readyPhoto(session, { file_name: `N_${number}.jpg`, note: longest }),
  );
  await storePhotos(session.id, many);
  const id = await open({ included: 600 });
  const ids = many.map((photo) => photo.id);
  for (let start = 0; start < ids.length; start += 60) await choose(id, ids.slice(start, start + 60));
  const refused = await submit(id);
  expect(refused.outcome).toBe('400 INVALID');
  expect(refused.error.message).toBe(
    'The notes on the chosen photos together can have at most 500,000 characters, and these have 501,000. Shorten some.',
  );
  expect((await notePhoto(ids[0]!, '', longest)).status).toBe(200);
  expect((await submit(id)).status).toBe(201);
});
