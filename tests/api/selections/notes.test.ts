import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { ExportedNames } from '#shared/contract/exported-names.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import type { RoundDetails, SelectionDetails } from '#shared/contract/selections.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import { hashNotes } from '#shared/selections/hash-notes.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { call } from '../../support/studio/api-studio.ts';
import {
  as,
  byClient,
  byStudio,
  choose,
  details,
  login,
  note,
  notePhoto,
  ofStudio,
  open,
  photos,
  session,
  startSelections,
  submit,
  submitAs,
} from '../../support/studio/selections.ts';

startSelections();

describe('a photo has one note', () => {
  const inGallery = async (photo: string) =>
    (await call(client, 'GET', `/api/client/sessions/${session.id}/photos`, { as: login }))
      .json<GalleryPage>()
      .items.find((one) => one.id === photo)?.note;
  const roundOf = async (id: string, ask = byStudio) =>
    (await ask('GET', `/${id}/rounds/1`)).json<RoundDetails>().photos.map((one) => [one.note, one.note_now]);
  const exported = async (id: string) =>
    (await call(admin, 'GET', `/api/admin/sessions/${session.id}/exported-names?list=chosen%20${id}`, { as }))
      .json<ExportedNames>()
      .items.map((one) => [one.note, one.words]);

  test('written in the gallery: in the review, for the studio, in the round and in exported lists', async () => {
    const [first, second] = photos;
    await notePhoto(first, 'Crop the fence');
    const id = await open();
    await choose(id, [first, second]);
    await notePhoto(second, 'Warmer');
    const choices = [
      { photo_id: first, note: 'Crop the fence' },
      { photo_id: second, note: 'Warmer' },
    ];
    const seen = await details(id);
    expect(seen.choices).toEqual(choices);
    expect(seen.photos.map((photo) => photo.note)).toEqual(['Crop the fence', 'Warmer']);
    expect((await ofStudio(id)).choices).toEqual(choices);
    expect(await exported(id)).toEqual([
      ['Crop the fence', 'Crop the fence'],
      ['Warmer', 'Warmer'],
    ]);
    expect((await submit(id)).json<SelectionDetails>().choices).toEqual(choices);
    expect(await roundOf(id)).toEqual([
      ['Crop the fence', null],
      ['Warmer', null],
    ]);
  });

  test('written in the review: under the photo in the gallery, and in the timeline', async () => {
    const id = await open();
    await choose(id, [photos[0]]);
    await note(id, photos[0], 'Crop the fence');
    expect(await inGallery(photos[0])).toBe('Crop the fence');
    const timeline = (
      await call(admin, 'GET', `/api/admin/sessions/${session.id}/timeline`, { as })
    ).json<TimelinePage>();
    expect(timeline.items.find(({ kind }) => kind === 'noted')).toMatchObject({
      by: 'client',
      photos: [{ id: photos[0], note: 'Crop the fence' }],
    });
    expect((await note(id, photos[0], '', 'Crop the fence')).status).toBe(200);
    expect(await inGallery(photos[0])).toBe('');
  });

  test('of two that write it at once, in gallery and review, the second is told of the first', async () => {
    const id = await open();
    await choose(id, [photos[0]]);
    await notePhoto(photos[0], 'In color');
    const late = await note(id, photos[0], 'Black and white');
    expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(late.error.details).toEqual({ current: { photo_id: photos[0], note: 'In color' } });
    await note(id, photos[0], 'Black and white', 'In color');
    expect((await notePhoto(photos[0], 'Sepia', 'In color')).error.details).toMatchObject({
      current: { note: 'Black and white' },
    });
  });

  test('as it was reviewed it is submitted, and later changes are shown beside it', async () => {
    const [first, second, third] = photos;
    for (const photo of [first, second]) await notePhoto(photo, 'Warmer');
    const id = await open();
    await choose(id, [first, second, third]);
    const reviewed = await details(id);
    const notes_hash = await hashNotes(reviewed.choices);
    await notePhoto(first, 'Colder', 'Warmer');
    const early = await submitAs(id, reviewed, { notes_hash });
    expect(early.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(early.error.details).toMatchObject({ current: { choices: [{ note: 'Colder' }, {}, {}] } });
    const again = await hashNotes((await details(id)).choices);
    expect((await submitAs(id, reviewed, { notes_hash: again })).status).toBe(201);

    await notePhoto(first, 'Much colder', 'Colder');
    await notePhoto(second, '', 'Warmer');
    await notePhoto(third, 'This one, too');
    const now = [
      ['Colder', 'Much colder'],
      ['Warmer', ''],
      ['', 'This one, too'],
    ];
    expect(await roundOf(id)).toEqual(now);
    expect(await roundOf(id, byClient)).toEqual(now);
    expect(await exported(id)).toEqual([
      ['Much colder', 'Colder'],
      ['', 'Warmer'],
      ['This one, too', ''],
    ]);
  });

  test('with what was written on the choice before, which is not lost', async () => {
    const [first, second, third] = photos;
    const id = await open();
    await choose(id, photos.slice(0, 3));
    const stores = (photo: string, words: string) =>
      dynamodb().send(
        new UpdateCommand({
          TableName: 'selections',
          Key: { session_id: session.id, part: `choice#${id}#${photo}` },
          UpdateExpression: 'SET note = :note',
          ExpressionAttributeValues: { ':note': words },
        }),
      );
    // As former versions stored them.
    await stores(first, 'For the hallway');
    await stores(second, 'Black and white');
    await stores(third, 'Brighter');
    await notePhoto(second, 'Crop the fence');
    await notePhoto(third, 'Brighter');
    const notes = async () => (await details(id)).choices.map((one) => one.note);
    expect(await notes()).toEqual(['For the hallway', 'Crop the fence\nBlack and white', 'Brighter']);

    // Written anew, both are one.
    const joined = 'Crop the fence\nBlack and white';
    expect((await note(id, second, 'Crop, in sepia', 'Crop the fence')).outcome).toBe('409 CHANGED_MEANWHILE');
    expect((await note(id, second, 'Crop, in sepia', joined)).status).toBe(200);
    expect(await notes()).toEqual(['For the hallway', 'Crop, in sepia', 'Brighter']);
    expect(await inGallery(second)).toBe('Crop, in sepia');

    await submit(id);
    expect(await roundOf(id)).toEqual([
      ['For the hallway', null],
      ['Crop, in sepia', null],
      ['Brighter', null],
    ]);
    await notePhoto(first, 'Matte');
    expect((await roundOf(id))[0]).toEqual(['For the hallway', 'Matte\nFor the hallway']);
  });
});
