import { describe, expect, test } from 'vitest';
import { matchVersions } from './version-matching.ts';
import { at, file, match, photo } from './version-matching-testing.ts';

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
