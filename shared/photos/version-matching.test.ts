import { describe, expect, test } from 'vitest';
import type { NamedPhoto } from './photo-index.ts';
import { matchVersions, type NamedFile } from './version-matching.ts';

const file = (name: string, captured_at: string | null = null): NamedFile => ({ name, captured_at });
const photo = (file_name: string, captured_at: string | null = null, id = file_name): NamedPhoto => ({
  id,
  file_name,
  captured_at,
});
const at = (second: number) => `2026-05-01T17:48:${String(second).padStart(2, '0')}.000Z`;
/** Returns random choices that are the same in every run. */
function randomly(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  return {
    below,
    of: <Value>(values: readonly Value[]): Value => values[below(values.length)]!,
    chance: (probability: number) => below(1_000) < probability * 1_000,
  };
}
const match = (each: NamedFile, photos: NamedPhoto[]) => matchVersions([each], photos)[0];

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

const e = '\u0301';
/** Names of files that belong to `IMG_4102.jpg`, and the result when that photo has no time. */
const namesBeside: [name: string, kind: 'matched' | 'ambiguous'][] = [
  // Lightroom and Camera Raw
  ['IMG_4102-Enhanced-NR.jpg', 'matched'],
  ['IMG_4102-Enhanced-NR-2.jpg', 'matched'],
  ['IMG_4102-Enhanced.jpg', 'matched'],
  ['IMG_4102-Enhanced-SR.tif', 'matched'],
  ['IMG_4102-HDR.jpg', 'ambiguous'],
  ['IMG_4102-Pano.jpg', 'ambiguous'],
  ['IMG_4102-HDR-Edit.jpg', 'ambiguous'],
  ['IMG_4102-2048.jpg', 'matched'],
  ['IMG_4102-2048px.jpg', 'matched'],
  ['IMG_4102_1600x1067.jpg', 'matched'],
  ['IMG_4102-Edit-Edit-3.tif', 'matched'],
  ['IMG_4102-2.jpg', 'matched'],
  ['20260710-IMG_4102.jpg', 'matched'],
  ['2026-07-10 IMG_4102.jpg', 'matched'],
  ['20260710-153045-IMG_4102-Edit.jpg', 'matched'],
  ['Smith-IMG_4102.jpg', 'ambiguous'],
  ['IMG_4102_Smith Wedding.jpg', 'ambiguous'],
  // Photoshop, and several endings.
  ['IMG_4102 copy.jpg', 'matched'],
  ['IMG_4102 copy 2.jpg', 'matched'],
  ['IMG_4102.CR3.jpg', 'matched'],
  ['IMG_4102.psd.tif', 'matched'],
  ['IMG_4102.tif', 'matched'],
  ['IMG_4102.jpg.jpg', 'matched'],
  ['IMG_4102', 'matched'],
  // Windows and Finder, in several languages
  ['IMG_4102 - Copy.jpg', 'matched'],
  ['IMG_4102 - Copy (2).jpg', 'matched'],
  ['IMG_4102(1).jpg', 'matched'],
  ['IMG_4102 (12).jpg', 'matched'],
  ['IMG_4102[1].jpg', 'matched'],
  ['IMG_4102 - Kopie.jpg', 'matched'],
  ['IMG_4102 Kopie 3.jpg', 'matched'],
  ['Kopie von IMG_4102.jpg', 'matched'],
  ['Copy of IMG_4102.jpg', 'matched'],
  ['IMG_4102 - Copie.jpg', 'matched'],
  ['Copie de IMG_4102.jpg', 'matched'],
  ['IMG_4102 - copia.jpg', 'matched'],
  ['IMG_4102 - C\u00f3pia.jpg', 'matched'],
  [`IMG_4102 - Co${e}pia.jpg`, 'matched'],
  ['IMG_4102 — копия.jpg', 'matched'],
  ['IMG_4102 — копия 2.jpg', 'matched'],
  ['IMG_4102 - コピー.jpg', 'matched'],
  ['IMG_4102のコピー.jpg', 'matched'],
  ['IMG_4102のコピー2.jpg', 'matched'],
  ['IMG_4102 - 副本.jpg', 'matched'],
  ['IMG_4102 拷贝.jpg', 'matched'],
  ['IMG_4102副本.jpg', 'matched'],
  ['IMG_4102 복사본.jpg', 'matched'],
  ['نسخة من IMG_4102.jpg', 'matched'],
  ['IMG_4102 - Kopia.jpg', 'matched'],
  ['IMG_4102 - Kopyası.jpg', 'matched'],
  // DxO, Topaz, Capture One and others
  ['IMG_4102_DxO.jpg', 'matched'],
  ['IMG_4102_DxO_DeepPRIME XD.jpg', 'matched'],
  ['IMG_4102-topaz-denoise.jpg', 'matched'],
  ['IMG_4102-DeNoiseAI-standard.jpg', 'matched'],
  ['IMG_4102-SharpenAI-Motion.jpg', 'ambiguous'],
  ['IMG_4102-gigapixel-standard v2-4x.jpg', 'ambiguous'],
  ['IMG_4102_1.jpg', 'matched'],
  ['IMG_4102_12.jpg', 'ambiguous'],
  // People
  ['IMG_4102_final.jpg', 'matched'],
  ['IMG_4102_FINAL_final2.jpg', 'ambiguous'],
  ['IMG_4102_retouched.jpg', 'matched'],
  ['IMG_4102-bw.jpg', 'matched'],
  ['IMG_4102-B&W.jpg', 'matched'],
  ['IMG_4102-edited.jpg', 'matched'],
  ['IMG_4102-Bearbeitet.jpg', 'matched'],
  ['IMG_4102 Schwarz-Wei\u00df.jpg', 'matched'],
  ['IMG_4102-Anna.jpg', 'ambiguous'],
  ['IMG_4102, for the wall!.jpg', 'ambiguous'],
  ['\u2605IMG_4102\u2605.jpg', 'matched'],
  ['IMG_4102\u{1f600}.jpg', 'matched'],
  ['IMG_4102\u2764\ufe0f.jpg', 'matched'],
  ['IMG_4102\u2460.jpg', 'ambiguous'],
  // Other signs and cases, and invisible characters.
  ['img_4102-EDIT.JPG', 'matched'],
  ['IMG-4102.jpg', 'matched'],
  ['IMG 4102 edit.jpg', 'matched'],
  ['\uff29\uff2d\uff27\uff3f\uff14\uff11\uff10\uff12\uff0dEdit.jpg', 'matched'],
  ['IMG_4102\uff3ffinal.jpg', 'matched'],
  ['IMG_4102\uff081\uff09.jpg', 'matched'],
  ['IMG\u200b_4102\u200e edit.jpg', 'matched'],
  ['_IMG_4102_.jpg', 'matched'],
];

describe('a name that is given beside IMG_4102.jpg', () => {
  const proofs = [photo('IMG_4101.jpg'), photo('IMG_4102.jpg'), photo('IMG_41020.jpg'), photo('1IMG_4102.jpg')];

  test.each(namesBeside)('%s finds it: %s', (name, kind) => {
    const result = match(file(name), proofs)!;
    expect(result.kind).toBe(kind);
    if (kind === 'matched') expect(result).toMatchObject({ photo: 'IMG_4102.jpg', by: 'name' });
    else expect(result).toMatchObject({ photos: ['IMG_4102.jpg'], proposed: 'IMG_4102.jpg', because: 'name' });
  });

  test.each(namesBeside)('%s is no new photo while that one is in the trash', (name) =>
    expect(matchVersions([file(name)], [], [photo('IMG_4102.jpg')])).toEqual([
      { kind: 'trashed', file_name: 'IMG_4102.jpg' },
    ]),
  );

  test.each(namesBeside.filter(([, kind]) => kind === 'ambiguous'))(
    '%s is certain when it was taken at its second',
    (name) => {
      const isOfSeveral = /HDR|Pano/.test(name);
      expect(match(file(name, at(5)), [photo('IMG_4101.jpg', at(4)), photo('IMG_4102.jpg', at(5))])).toMatchObject(
        isOfSeveral
          ? { kind: 'ambiguous', proposed: 'IMG_4102.jpg', likeness: { 'IMG_4102.jpg': 'both' } }
          : { kind: 'matched', photo: 'IMG_4102.jpg', by: 'both' },
      );
    },
  );
});

describe('whose name it is', () => {
  test.each([
    ['the longest whole name counts', 'IMG_4102-2-bw.jpg', ['IMG_4102.jpg', 'IMG_4102-2.jpg'], 'IMG_4102-2.jpg'],
    ['in either order', 'IMG_4102-2-bw.jpg', ['IMG_4102-2.jpg', 'IMG_4102.jpg'], 'IMG_4102-2.jpg'],
    ['the name itself counts', 'IMG_4102-2.jpg', ['IMG_4102.jpg', 'IMG_4102-2.jpg'], 'IMG_4102-2.jpg'],
    ['numbers are whole', 'IMG_0001_final.jpg', ['IMG_0001.jpg', 'IMG_00010.jpg', 'IMG_1.jpg'], 'IMG_0001.jpg'],
    ['systems number files of one name', 'Smith (12)-Edit.jpg', ['Smith (1).jpg', 'Smith (12).jpg'], 'Smith (12).jpg'],
    [
      'an addition of the proof is none of the camera’s',
      'IMG_4102-Edit.jpg',
      ['IMG_4102-2048.jpg'],
      'IMG_4102-2048.jpg',
    ],
    ['a copy of a proof with an addition', 'IMG_4102 (1).jpg', ['IMG_4102-web.jpg'], 'IMG_4102-web.jpg'],
    ['a sign before the name is none of its letters', 'DSC1234-Edit.jpg', ['_DSC1234.jpg'], '_DSC1234.jpg'],
    ['accents in either spelling', 'Zoe\u0301-Edit.jpg', ['Zo\u00e9.jpg'], 'Zo\u00e9.jpg'],
    ['names of dots', 'Anna 12.05-Edit.jpg', ['Anna 12.05', 'Anna 12.06'], 'Anna 12.05'],
    ['names without words', '---.tif', ['---.jpg'], '---.jpg'],
  ])('%s: %s', (_, name, proofs, expected) =>
    expect(
      match(
        file(name),
        proofs.map((one) => photo(one)),
      ),
    ).toEqual({
      ...{ kind: 'matched', photo: expected, by: 'name' },
    }),
  );

  test.each([
    ['two names in one', 'IMG_4102-IMG_4103-HDR.jpg', ['IMG_4102.jpg', 'IMG_4103.jpg'], undefined],
    ['a name within that of a proof', 'IMG_4102-Edit.jpg', ['Smith-IMG_4102.jpg'], 'Smith-IMG_4102.jpg'],
    ['a number within those of proofs', '0042.jpg', ['Smith-0042.jpg', 'Smith-00421.jpg'], 'Smith-0042.jpg'],
    ['a longer name before a shorter one', 'IMG_4102 - table 7.jpg', ['7.jpg', 'IMG_4102.jpg'], 'IMG_4102.jpg'],
  ])('%s is asked about: %s', (_, name, proofs, proposed) => {
    const result = match(
      file(name),
      proofs.map((one) => photo(one)),
    )!;
    expect(result).toMatchObject({ kind: 'ambiguous', because: 'name' });
    expect(result.kind === 'ambiguous' && result.proposed).toBe(proposed);
  });
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

test('whatever stands around a photo’s whole name, apart by signs, the file is not new; nor with its time', () => {
  const random = randomly(7);
  const signs = [
    '-',
    '_',
    ' ',
    ' - ',
    '.',
    '(',
    '+',
    '\uff3f',
    '\u2014',
    '\u00b7',
    '#',
    "'",
    '~',
    '\u{1f600}',
    '\u00a0',
  ];
  const parts = [
    'IMG',
    '4102',
    '0001',
    '7',
    'Zo\u00e9',
    'DSC08817',
    '写真',
    'Фото',
    '\u0627',
    '2048',
    'copy',
    'HDR',
    'x',
  ];
  const randomName = (most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => random.of(parts)).join(random.of(signs));
  for (let round = 0; round < 3_000; round += 1) {
    const proofs = Array.from({ length: 1 + random.below(4) }, (_, index) =>
      photo(`${randomName(3)}.jpg`, random.chance(0.5) ? at(index * 9) : null, `p${index}`),
    );
    const proof = random.of(proofs);
    const stem = proof.file_name.slice(0, -'.jpg'.length).normalize(random.of(['NFC', 'NFD']));
    const whole = random.chance(0.5) ? stem.toUpperCase() : stem;
    const before = random.chance(0.5) ? `${randomName(2)}${random.of(signs)}` : '';
    const after = random.chance(0.5) ? `${random.of(signs)}${randomName(2)}` : '';
    const name = `${before}${whole}${after}${random.of(['.jpg', '.TIF', '.CR3.jpg'])}`;
    const result = match(file(name, random.chance(0.5) ? at(random.below(40)) : null), proofs)!;
    expect(result.kind, `${name} beside ${proof.file_name}`).toMatch(/^(matched|ambiguous)$/);
    if (proof.captured_at === null) continue;
    const sameTimeMatch = match(file('Nobody.jpg', proof.captured_at), proofs);
    expect(sameTimeMatch).toMatchObject({
      kind: 'ambiguous',
      because: 'time',
      photos: expect.arrayContaining([proof.id]),
    });
  }
});

test('thousands of long names are compared by the lengths that there are', () => {
  const long = (index: number) => `${Array.from({ length: 60 }, (_, word) => `w${word}`).join('-')}-${index}`;
  const photos = Array.from({ length: 500 }, (_, index) => photo(`${long(index)}.jpg`));
  const files = photos.map((_, index) => file(`${long(index)}-Ada.jpg`));
  for (const [index, result] of matchVersions(files, photos).entries()) {
    expect(result).toMatchObject({ kind: 'ambiguous', photos: [photos[index]!.id] });
  }
});
