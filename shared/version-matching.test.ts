import { describe, expect, test } from 'vitest';
import { cameraName, matchVersions, type NamedFile, type NamedPhoto } from './version-matching.ts';

const file = (name: string, captured_at: string | null = null): NamedFile => ({ name, captured_at });
const photo = (file_name: string, captured_at: string | null = null, id = file_name): NamedPhoto => ({
  id,
  file_name,
  captured_at,
});
const at = (second: number) => `2026-05-01T17:48:${String(second).padStart(2, '0')}.000Z`;
const match = (one: NamedFile, photos: NamedPhoto[]) => matchVersions([one], photos)[0];

describe('a camera’s name', () => {
  test.each([
    ['DM_4102.jpg', 'dm_4102'],
    ['DM_4102.CR3', 'dm_4102'],
    ['dm_4102.tif', 'dm_4102'],
    ['DM_4102-Edit.tif', 'dm_4102'],
    ['DM_4102-EDIT.TIF', 'dm_4102'],
    ['DM_4102-Edit-2.tif', 'dm_4102'],
    ['DM_4102-Edit-Edit.tif', 'dm_4102'],
    ['DM_4102-Edit-2-Edit.psd.tif', 'dm_4102-edit-2-edit.psd'],
    ['DM_4102_edit.jpg', 'dm_4102'],
    ['DM_4102 Edit 3.jpg', 'dm_4102'],
    ['DM_4102 copy.jpg', 'dm_4102'],
    ['DM_4102 copy 2.jpg', 'dm_4102'],
    ['DM_4102-Copy.jpg', 'dm_4102'],
    ['DM_4102-Edit copy.jpg', 'dm_4102'],
    ['DM_4102 (1).jpg', 'dm_4102'],
    ['DM_4102-Edit (2).jpg', 'dm_4102'],
    ['DM_4102', 'dm_4102'],
    ['.hidden', '.hidden'],
    ['Anna 12.05', 'anna 12.05'],
    // Not what a program adds.
    ['DM_4102_1.jpg', 'dm_4102_1'],
    ['Edit.jpg', 'edit'],
    ['copy.jpg', 'copy'],
    ['credit.jpg', 'credit'],
    ['photocopy.jpg', 'photocopy'],
    ['Editha.jpg', 'editha'],
    ['DM_4102-Edited.jpg', 'dm_4102-edited'],
    [' -Edit.jpg', '-edit'],
  ])('of %s is %s', (name, camera) => expect(cameraName(name)).toBe(camera));

  test('is the same in both spellings of an accent', () =>
    expect(cameraName('Zoe\u0301-Edit.jpg')).toBe(cameraName('Zo\u00e9.jpg')));
});

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

  test.each(['DM_4188-Edit.tif', 'DM_41.jpg', 'DM_41025.jpg', 'IMG.jpg', 'IMG_1_2.jpg', 'DM_4102_12.jpg', 'Edit.jpg'])(
    '%s is new: no photo has this name',
    (name) => expect(match(file(name), session)).toEqual({ kind: 'new' }),
  );

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
    expect(match(file('DSC_1-Edit.tif'), photos)).toEqual({ kind: 'ambiguous', photos: ['a', 'b'], because: 'photos' });
  });

  test('at another time than both of its name is ambiguous, nearest first', () => {
    const photos = [photo('DSC_1.jpg', at(1), 'a'), photo('DSC_1.jpg', at(9), 'b')];
    expect(match(file('DSC_1-Edit.tif', at(30)), photos)).toEqual({
      kind: 'ambiguous',
      photos: ['b', 'a'],
      because: 'photos',
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
    }));

  test('of a photo without a time is matched by name', () =>
    expect(match(file('A.jpg', at(1)), [photo('A.jpg')])).toMatchObject({ kind: 'matched', by: 'name' }));

  test('beside another one for the same photo is ambiguous, and so is that one', () => {
    const files = [file('DM_4102-Edit.tif'), file('DM_4102-Edit-2.tif'), file('DM_4105-Edit.tif')];
    expect(matchVersions(files, session)).toEqual([
      { kind: 'ambiguous', photos: ['DM_4102.jpg'], because: 'files' },
      { kind: 'ambiguous', photos: ['DM_4102.jpg'], because: 'files' },
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
