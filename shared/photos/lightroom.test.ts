import { describe, expect, test } from 'vitest';
import { asCsv, asText, forLightroom, xmpFiles } from './lightroom.ts';

const photo = (file_name: string, note = '') => ({ file_name, note, captured_at: null, is_approved: true });

test('names go to Lightroom without their extensions, each once', () => {
  const names = ['IMG_1.jpg', 'IMG_1.CR3', 'Ana&Luis.v2.jpeg', '.hidden', 'plain'];
  expect(forLightroom(names.map((name) => photo(name))).line).toBe('IMG_1, Ana&Luis.v2, .hidden, plain');
  expect(forLightroom([])).toEqual({ line: '', unsafe: [] });
});

test.each(['Ana & Luis 042.jpg', 'a,b.jpg', 'no\u00a0break.jpg'])('%j is kept out of the filter and named', (name) => {
  const unsafe = name.slice(0, -'.jpg'.length);
  expect(forLightroom([photo('IMG_1.jpg'), photo(name)])).toEqual({ line: 'IMG_1', unsafe: [unsafe] });
});

test('asCsv() quotes every cell and keeps dates and accents', () => {
  const csv = asCsv(
    [{ ...photo('Zoë.jpg', 'He said "wow",\nthen left'), captured_at: '2026-05-01T10:00:00.000Z' }],
    {},
  );
  expect(csv).toBe(
    '\ufeff"File name","Note","Captured","Visible to the client","From","Words with the choice","Chosen version","Chosen file"\r\n' +
      '"Zoë.jpg","He said ""wow"",\nthen left","2026-05-01T05:00:00-05:00","yes","","","",""\r\n',
  );
});

test('asCsv() has capture times in the session’s zone, with its distance from UTC', () => {
  const timesIn = (time_zone: string) =>
    asCsv([{ ...photo('a.jpg'), captured_at: '2026-07-11T13:00:00.500Z' }], { time_zone }).split('","')[9];
  expect(timesIn('Europe/Rome')).toBe('2026-07-11T15:00:00+02:00');
  expect(timesIn('America/St_Johns')).toBe('2026-07-11T10:30:00-02:30');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =HYPERLINK("https://evil.example")'])(
  'a note is never a spreadsheet formula: %j',
  (note) => {
    const [, row = ''] = asCsv([photo('a.jpg', note)], {}).split('\r\n"');
    expect(row.startsWith(`a.jpg","'`)).toBe(true);
  },
);

test('asCsv() has the words with a choice and says whose they are, never as a formula', () => {
  const [, row] = asCsv([{ file_name: 'a.jpg', note: '', from: '=Ada', words: '@hallway' }], {}).split('\r\n');
  expect(row).toBe(`"a.jpg","","","","'=Ada","'@hallway","",""`);
});

test.each([
  [{ stage: 'proof', is_current: true }, 'Proof'],
  [{ stage: 'finished', is_current: true }, 'Finished photo'],
  [{ stage: 'proof', is_current: false }, 'Chosen as proof, replaced since'],
  [{ stage: 'finished', is_current: false }, 'Chosen as finished photo, replaced since'],
] as const)('asCsv() has the file that was chosen: %j', (version, words) => {
  const [, row] = asCsv([{ file_name: 'a.jpg', note: '', version: { ...version, file_name: 'a-2.jpg' } }], {}).split(
    '\r\n',
  );
  expect(row).toBe(`"a.jpg","","","","","","${words}","a-2.jpg"`);
});

test('asText() has a name a line as the camera gave it, each once', () => {
  const photos = ['IMG_1.jpg', 'IMG_1.CR3', 'Ana & Luis.jpg', 'IMG_1.jpg'].map((name) => photo(name));
  expect(asText(photos)).toBe('IMG_1.jpg\r\nIMG_1.CR3\r\nAna & Luis.jpg\r\n');
});

test('photos whose names differ in their endings or in case are all found by every export', () => {
  const names = ['IMG_0001.jpg', 'IMG_0001.tif', 'img_0001.JPG'];
  const photos = names.map((name, index) => photo(name, `Note ${index}`));
  const words = forLightroom(photos).line.split(', ');
  const files = xmpFiles(photos, { rating: 5, label: null });
  // Files whose names differ in case alone would overwrite each other.
  expect(files.map(({ name }) => name)).toEqual(['IMG_0001.xmp']);
  for (const [index, name] of names.entries()) {
    expect(words.some((word) => name.includes(word))).toBe(true);
    expect(asText(photos).split('\r\n')).toContain(name);
    expect(asCsv(photos, {})).toContain(`"${name}","Note ${index}"`);
    expect(files[0]?.text).toContain(name);
    expect(files[0]?.text).toContain(`Note ${index}`);
  }
});

test('names whose last dot begins no ending stay whole', () => {
  const photos = [photo('Anna_12.05', 'First'), photo('Anna_12.06', 'Second')];
  expect(forLightroom(photos).line).toBe('Anna_12.05, Anna_12.06');
  expect(xmpFiles(photos, { rating: 5, label: null }).map(({ name }) => name)).toEqual([
    'Anna_12.05.xmp',
    'Anna_12.06.xmp',
  ]);
});

test.each([
  ['IMG_4102-Enhanced-NR.jpg', 'IMG_4102'],
  ['IMG_4102 copy.jpg', 'IMG_4102'],
  ['IMG_4102 - Kopie (2).jpg', 'IMG_4102'],
  ['IMG_4102(1).jpg', 'IMG_4102'],
  ['IMG_4102_1.jpg', 'IMG_4102'],
  ['IMG_4102-2048.jpg', 'IMG_4102'],
  ['IMG_4102.CR3.jpg', 'IMG_4102'],
  ['IMG_4102のコピー.jpg', 'IMG_4102'],
  ['DSC08817-HDR.jpg', 'DSC08817'],
  ['_DSC1234-bw.jpg', '_DSC1234'],
  ['20260710-_DSC1234_final.jpg', '_DSC1234'],
])('the raw file of %s is found by %s, in the filter and by XMP', (name, raw) => {
  expect(forLightroom([photo(name)])).toEqual({ line: raw, unsafe: [] });
  const files = xmpFiles([photo(name, 'Warmer')], { rating: 5, label: null });
  expect(files.map((photo) => photo.name)).toEqual([`${raw}.xmp`, name.replace(/\.jpg$/, '.xmp')]);
  for (const { text } of files) expect(text).toContain('Warmer');
});

test('a photo and its variation share the file of their raw file', () => {
  const photos = [photo('IMG_4102.jpg', 'Color'), photo('img_4102-BW.jpg', 'Gray')];
  const files = xmpFiles(photos, { rating: 5, label: null });
  expect(files.map(({ name }) => name)).toEqual(['IMG_4102.xmp', 'img_4102-BW.xmp']);
  expect(files[0]?.text).toContain('"IMG_4102.jpg, img_4102-BW.jpg"');
  expect(files[0]?.text).toContain('>Color\nGray<');
});

test.each([
  'Anna final.jpg',
  'Smith (12).jpg',
  'IMG_1-Edit.jpg',
  'IMG_4102-Anna.jpg',
  '20260710-4102.jpg',
  'DSC-2048.jpg',
])('a name that might be another one’s without its last words stays whole: %s', (name) => {
  const [file, ...otherFiles] = xmpFiles([photo(name)], { rating: 5, label: null });
  expect(file?.name).toBe(name.replace('.jpg', '.xmp'));
  expect(otherFiles).toEqual([]);
});

describe('xmpFiles()', () => {
  const photos = [
    { ...photo('one.jpg', 'In the gallery'), words: 'For the hallway' },
    photo('one.png', 'Another'),
    photo('two.jpg'),
  ];

  test('have names of the raw files, ratings, labels and all words', () => {
    const [file, two, ...otherFiles] = xmpFiles(photos, { rating: 5, label: 'Album & "wall"' });
    expect(otherFiles).toEqual([]);
    expect([file?.name, two?.name]).toEqual(['one.xmp', 'two.xmp']);
    expect(file?.text).toContain(' xmp:Rating="5" xmp:Label="Album &amp; &quot;wall&quot;"');
    expect(file?.text).toContain(' xmpMM:PreservedFileName="one.jpg, one.png"');
    expect(file?.text).toContain('>For the hallway\nIn the gallery\nAnother<');
    expect(two?.text).not.toContain('<dc:description>');
  });

  test('without a rating and a label have none, not 0', () => {
    for (const { text } of xmpFiles(photos, { rating: null, label: null })) {
      expect(text).not.toContain('xmp:Rating');
      expect(text).not.toContain('xmp:Label');
    }
  });

  test('stay in their folder', () => {
    expect(xmpFiles([photo('../a\\b.jpg')], { rating: 1, label: null })[0]?.name).toBe('.._a_b.xmp');
  });
});

test('100 chosen of the 1,200 photos of a wedding are found again by the filter of Lightroom', () => {
  const wedding = Array.from({ length: 1_200 }, (_, number) => photo(`WED_${String(number + 1).padStart(4, '0')}.jpg`));
  const chosen = wedding.filter((_, number) => number % 12 === 5);
  const { line, unsafe } = forLightroom(chosen);
  expect(unsafe).toEqual([]);
  expect(line).not.toContain('\n');
  // 'Filename' 'Contains' finds each word, and each name between commas, anywhere in a name.
  const filterWords = line.split(/[\s,]+/);
  const rawOf = ({ file_name }: { file_name: string }) => file_name.replace('.jpg', '.CR3');
  const matches = wedding.map(rawOf).filter((name) => filterWords.some((word) => name.includes(word)));
  expect(matches).toEqual(chosen.map(rawOf));
});
