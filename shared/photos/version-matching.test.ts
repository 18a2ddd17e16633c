import { describe, expect, test } from 'vitest';
import { matchVersions } from './version-matching.ts';
import { at, file, match, photo } from './version-matching-testing.ts';

describe('a finished file', () => {
  const session = [photo('DM_4102.jpg', at(1)), photo('DM_4105.jpg', at(2)), photo('IMG_1.jpg', at(3))];

  test.each([
    'DM_4102.tif',
    'dm_4102.JPG',
    'DM_4102-Edit.tif',
    'DM_4102-Edit-2.tif',
    'DM_4102 copy.jpg',
    'DM_4102_1.jpg',
  ])('%s belongs to the only photo of its camera name', (name) =>
    expect(match(file(name), session)).toEqual({ kind: 'matched', photo: 'DM_4102.jpg', by: 'name' }),
  );

  test.each([
    'DM_4188-Edit.tif',
    'DM_41.jpg',
    'DM_41025.jpg',
    '0DM_4102.jpg',
    'DM_04102.jpg',
    'IMG.jpg',
    'IMG_12.jpg',
    'Edit.jpg',
  ])('%s is new: no photo has this name', (name) => expect(match(file(name), session)).toEqual({ kind: 'new' }));

  test('with a counter belongs to the photo that has this very name, if there is one', () => {
    const photos = [...session, photo('DM_4102_1.jpg')];
    expect(match(file('DM_4102_1-Edit.tif'), photos)).toMatchObject({ photo: 'DM_4102_1.jpg' });
    expect(match(file('DM_4102-Edit.tif'), photos)).toMatchObject({ photo: 'DM_4102.jpg' });
  });

  test('is decided by its time where two cameras count alike', () => {
    const photos = [photo('DSC_1.jpg', at(1), 'a'), photo('DSC_1.jpg', at(9), 'b')];
    expect(match(file('DSC_1-Edit.tif', at(9)), photos)).toEqual({ kind: 'matched', photo: 'b', by: 'time' });
    expect(match(file('DSC_1-Edit.tif', '2026-05-01T17:48:09.400Z'), photos)).toMatchObject({ photo: 'b' });
  });

  test('without a time, between two of its name, is ambiguous', () => {
    const photos = [photo('DSC_1.jpg', at(1), 'a'), photo('DSC_1.jpg', at(9), 'b')];
    expect(match(file('DSC_1-Edit.tif'), photos)).toEqual({
      kind: 'ambiguous',
      photos: ['a', 'b'],
      because: 'photos',
      likeness: { a: 'name', b: 'name' },
    });
  });

  test('at another time than both of its name is ambiguous, nearest first', () => {
    const photos = [photo('DSC_1.jpg', at(1), 'a'), photo('DSC_1.jpg', at(9), 'b')];
    expect(match(file('DSC_1-Edit.tif', at(30)), photos)).toEqual({
      kind: 'ambiguous',
      photos: ['b', 'a'],
      because: 'photos',
      likeness: { a: 'name', b: 'name' },
      proposed: 'b',
    });
  });

  test('is not decided by time where one of two photos has none', () => {
    const photos = [photo('DSC_1.jpg', at(1), 'a'), photo('DSC_1.jpg', null, 'b')];
    expect(match(file('DSC_1-Edit.tif', at(1)), photos)).toMatchObject({ kind: 'ambiguous' });
  });

  test('of the same burst is not decided by time', () => {
    const photos = [photo('DSC_1.jpg', at(1), 'a'), photo('DSC_1.png', at(1), 'b')];
    expect(match(file('DSC_1-Edit.tif', at(1)), photos)).toMatchObject({ kind: 'ambiguous', photos: ['a', 'b'] });
  });

  test('of one of two copies is the one that is called as it', () => {
    const photos = [photo('DM_4102.jpg', at(1), 'a'), photo('DM_4102-Edit.jpg', at(1), 'b')];
    expect(match(file('DM_4102-Edit.tif', at(1)), photos)).toMatchObject({ kind: 'matched', photo: 'b' });
    expect(match(file('DM_4102.tif', at(1)), photos)).toMatchObject({ kind: 'matched', photo: 'a' });
    expect(match(file('DM_4102-Edit-2.tif', at(1)), photos)).toMatchObject({ kind: 'ambiguous' });
  });

  test('with the name of one photo, taken at another time, is ambiguous', () =>
    expect(match(file('DM_4102-Edit.tif', at(40)), session)).toEqual({
      kind: 'ambiguous',
      photos: ['DM_4102.jpg'],
      because: 'times',
      likeness: { 'DM_4102.jpg': 'name' },
      proposed: 'DM_4102.jpg',
    }));

  test('of a photo without a time is matched by name', () =>
    expect(match(file('A.jpg', at(1)), [photo('A.jpg')])).toMatchObject({ kind: 'matched', by: 'name' }));

  test('beside another one for the same photo is ambiguous, and so is that one', () => {
    const files = [file('DM_4102-Edit.tif'), file('DM_4102-Edit-2.tif'), file('DM_4105-Edit.tif')];
    expect(matchVersions(files, session)).toEqual([
      { kind: 'ambiguous', photos: ['DM_4102.jpg'], because: 'files', likeness: { 'DM_4102.jpg': 'name' } },
      { kind: 'ambiguous', photos: ['DM_4102.jpg'], because: 'files', likeness: { 'DM_4102.jpg': 'name' } },
      { kind: 'matched', photo: 'DM_4105.jpg', by: 'name' },
    ]);
  });

  test('of an empty session is new', () => expect(match(file('A.jpg'), [])).toEqual({ kind: 'new' }));
});

test('ten thousand photos and two thousand files are matched with one look at each', () => {
  const photos = Array.from({ length: 10_000 }, (_, index) => photo(`IMG_${10_000 + index}.jpg`, at(index % 60)));
  const files = photos
    .slice(0, 2_000)
    .map(({ file_name, captured_at }) => file(`${file_name.slice(0, -4)}-Edit.tif`, captured_at));
  let reads = 0;
  const counted = photos.map((one) => ({
    ...one,
    get file_name() {
      reads += 1;
      return one.file_name;
    },
  }));
  expect(matchVersions(files, counted).every(({ kind }) => kind === 'matched')).toBe(true);
  expect(reads).toBe(photos.length);
});

test('a file whose photo is in the trash is no new photo, unless another one has its name', () => {
  const trashed = [{ id: 'gone', file_name: 'DM_4102.jpg', captured_at: null }];
  const files = ['DM_4102-Edit.jpg', 'DM_4102_1.jpg', 'DM_9999.jpg'].map((name) => ({ name, captured_at: null }));
  const inTrash = { kind: 'trashed', file_name: 'DM_4102.jpg' };
  expect(matchVersions(files, [], trashed)).toEqual([inTrash, inTrash, { kind: 'new' }]);
  const another = [{ id: 'there', file_name: 'dm_4102.CR3', captured_at: null }];
  expect(matchVersions(files.slice(0, 1), another, trashed)).toEqual([{ kind: 'matched', photo: 'there', by: 'name' }]);
});

describe('a file with another name', () => {
  test('that was taken at a photo’s second is asked about', () =>
    expect(match(file('Album cover.jpg', '2026-05-01T17:48:07.400Z'), [photo('IMG_1.jpg', at(7))])).toEqual({
      kind: 'ambiguous',
      because: 'time',
      photos: ['IMG_1.jpg'],
      likeness: { 'IMG_1.jpg': 'time' },
      proposed: 'IMG_1.jpg',
    }));

  test('that was taken in a burst is asked about with all its photos, the nearest first', () => {
    const burst = ['100', '250', '400'].map((ms) => photo(`IMG_${ms}.jpg`, `2026-05-01T17:48:07.${ms}Z`));
    const result = match(file('Cover.jpg', '2026-05-01T17:48:07.260Z'), burst);
    expect(result).toMatchObject({ photos: ['IMG_250.jpg', 'IMG_400.jpg', 'IMG_100.jpg'], proposed: 'IMG_250.jpg' });
    const whole = burst.map(({ id }) => photo(id, at(7)));
    expect(match(file('Cover.jpg', at(7)), whole)).not.toHaveProperty('proposed');
  });

  test('that was taken at another second, or without a time, is new', () => {
    expect(match(file('Cover.jpg', at(9)), [photo('IMG_1.jpg', at(7))])).toEqual({ kind: 'new' });
    expect(match(file('Cover.jpg'), [photo('IMG_1.jpg', at(7)), photo('IMG_2.jpg')])).toEqual({ kind: 'new' });
  });

  test('that was taken at the second of a photo in the trash is no new photo', () =>
    expect(matchVersions([file('Cover.jpg', at(7))], [], [photo('IMG_1.jpg', at(7))])).toEqual([
      { kind: 'trashed', file_name: 'IMG_1.jpg' },
    ]));

  test('the photo of its name comes before those of its second', () => {
    const photos = [photo('IMG_1.jpg', at(7)), photo('IMG_2.jpg', at(30))];
    expect(match(file('IMG_2-Edit.jpg', at(7)), photos)).toMatchObject({
      kind: 'ambiguous',
      because: 'times',
      photos: ['IMG_2.jpg', 'IMG_1.jpg'],
      likeness: { 'IMG_2.jpg': 'name', 'IMG_1.jpg': 'time' },
      proposed: 'IMG_2.jpg',
    });
  });

  test('is compared by the camera’s clock where the zones differ', () => {
    const sameTimePhoto = {
      ...photo('IMG_1.jpg', '2026-05-01T10:00:00.000Z'),
      capture: { clock: '2026-05-01T12:00:00.000' },
    };
    const same = { ...file('Cover.jpg', '2026-05-01T17:00:00.000Z'), capture: { clock: '2026-05-01T12:00:00.000' } };
    expect(match(same, [sameTimePhoto])).toMatchObject({ kind: 'ambiguous', because: 'time' });
    expect(match({ ...same, name: 'IMG_1-Edit.jpg' }, [sameTimePhoto])).toMatchObject({ kind: 'matched' });
    expect(match({ ...same, capture: { clock: '2026-05-01T12:00:09.000' } }, [sameTimePhoto])).toEqual({ kind: 'new' });
    // Clocks of two cameras show the same at different times.
    const withCamera = (camera: string) => ({ capture: { ...same.capture, camera } });
    expect(
      match({ ...same, ...withCamera('Canon R6') }, [{ ...sameTimePhoto, ...withCamera('Canon R5 123') }]),
    ).toEqual({ kind: 'new' });
    expect(
      match({ ...same, ...withCamera('Canon R5') }, [{ ...sameTimePhoto, ...withCamera('Canon R5 123') }])?.kind,
    ).toBe('ambiguous');
  });
});

test('a photo that has its file, or is likeliest for two, is proposed to none', () => {
  const photos = [photo('IMG_4102.jpg'), photo('IMG_4103.jpg')];
  const files = ['IMG_4102-Edit.jpg', 'IMG_4102-Anna.jpg', 'IMG_4103-Anna.jpg', 'IMG_4103-Ben.jpg'].map((name) =>
    file(name),
  );
  const [certain, ...otherFiles] = matchVersions(files, photos);
  expect(certain).toMatchObject({ kind: 'matched' });
  for (const otherPhoto of otherFiles) {
    expect(otherPhoto).toMatchObject({ kind: 'ambiguous' });
    expect(otherPhoto).not.toHaveProperty('proposed');
  }
});
