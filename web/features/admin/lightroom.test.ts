import { expect, test } from 'vitest';
import { asCsv, forLightroom } from './lightroom.ts';

const photo = (file_name: string, note = '') => ({ file_name, note, captured_at: null, is_approved: true });

test('names go to Lightroom without their endings, each once', () => {
  const names = ['IMG_1.jpg', 'IMG_1.CR3', 'Ana & Luis.v2.jpeg', '.hidden', 'plain'];
  expect(forLightroom(names.map((name) => photo(name)))).toBe('IMG_1, Ana & Luis.v2, .hidden, plain');
  expect(forLightroom([])).toBe('');
});

test('a table quotes everything, and holds dates and accents', () => {
  const csv = asCsv([{ ...photo('Zoë.jpg', 'He said "wow",\nthen left'), captured_at: '2026-05-01T10:00:00.000Z' }]);
  expect(csv).toBe(
    '\ufeff"File name","Note","Captured","Visible to the client"\r\n' +
      '"Zoë.jpg","He said ""wow"",\nthen left","2026-05-01T10:00:00.000Z","yes"\r\n',
  );
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =HYPERLINK("https://evil.example")'])(
  'what a client wrote is never a formula: %j',
  (note) => {
    const [, row = ''] = asCsv([photo('a.jpg', note)]).split('\r\n"');
    expect(row.startsWith(`a.jpg","'`)).toBe(true);
  },
);
