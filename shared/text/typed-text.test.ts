import { describe, expect, test } from 'vitest';
import { fold } from './fold.ts';
import { isSameText, typedLine, typedText } from './typed-text.ts';

/**
 * Assigned characters; of tens of thousands of Han, Hangul and private characters with the same properties, only the
 * first.
 */
const alike = /[\p{Cs}\p{Cn}\p{Unified_Ideograph}\p{Co}]|[\uac01-\ud7a3]/u;
const isIgnorable = (char: string) => /\p{Default_Ignorable_Code_Point}/u.test(char);
const assigned = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((char) => isIgnorable(char) || !alike.test(char))
  .concat('葛', '\ue000', '\uac00', '\uac01');

const breaks = ['\n', '\v', '\f', '\r', '\u001c', '\u001d', '\u001e', '\u0085', '\u2028', '\u2029'];
const blankLetters = ['\u001f', '\u115f', '\u1160', '\u2800', '\u3164', '\uffa0', '\u{1d159}'];
const turning = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];
const unseen = [...'\ufff9\ufffa\ufffb\ufffc'];
const isControl = (char: string) => /\p{Cc}/u.test(char);

/** Returns the stored form of a character between two Latin letters, where nothing invisible is needed. */
function between(char: string, isLine: boolean): string {
  if (breaks.includes(char)) return isLine ? ' ' : char === '\u2029' ? '\n\n' : '\n';
  if (char === '\t') return isLine ? ' ' : '\t';
  if (blankLetters.includes(char)) return ' ';
  const isGone = isControl(char) || isIgnorable(char) || turning.includes(char) || unseen.includes(char);
  return isGone ? '' : char;
}

test('each character between letters stays, is gone, or keeps the words apart', () => {
  const wrong = assigned.filter((char) => {
    const expected = (isLine: boolean) => `a${between(char, isLine)}b`.normalize('NFC');
    return typedLine(`a${char}b`) !== expected(true) || typedText(`a${char}b`) !== expected(false);
  });
  expect(wrong.map((char) => char.codePointAt(0)?.toString(16))).toEqual([]);
});

test('a text of one invisible character, however often, is empty; any other one is not', () => {
  const isSeen = (char: string) =>
    /[\p{L}\p{N}\p{P}\p{S}\p{Mc}\p{Co}]/u.test(char) && between(char, true).trim() !== '';
  const wrong = assigned.filter((char) => (typedLine(`${char}${char} ${char}`) !== '') !== isSeen(char));
  expect(wrong.map((char) => char.codePointAt(0)?.toString(16))).toEqual([]);
});

/** Characters that a rule of this file concerns. */
const odd = assigned.filter((char) => between(char, true) !== char);

test('nothing turns the direction of what follows, and no line has two lines, in whatever company', () => {
  for (const char of odd) {
    for (const [before, after] of contexts) {
      expect(typedLine(`${before}${char}${after}`)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\p{Zl}\p{Zp}\p{Cc}]/u);
      expect(typedText(`${before}${char}${after}`)).not.toMatch(
        /[\u202a-\u202e\u2066-\u2069\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}/u,
      );
    }
  }
});

const contexts: [string, string][] = [
  ['', ''],
  ['a', ''],
  ['', 'b'],
  ['a', ' b'],
  ['א', 'ב'],
  ['א', ' '],
  ['می', 'خ'],
  ['क्', 'ष'],
  ['👩', '💻'],
  ['❤\ufe0f', '🔥'],
  ['葛', '城'],
  ['1', '\u20e3'],
  ['ᠮ', 'ᠠ'],
  ['\u{1f3f4}', '\u{e007f}'],
  ['e', '\u0301'],
];

test('what is stored is stored again as it is', () => {
  for (const char of odd) {
    for (const [before, after] of contexts) {
      for (const rule of [typedLine, typedText]) {
        const stored = rule(`${before}${char}${after}`);
        expect(rule(stored)).toBe(stored);
      }
    }
  }
  // A fixed sequence of numbers that look random.
  let state = 7;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const all = [...odd, ...contexts.flat(), ' ', 'a', 'א', '👩'];
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: 1 + next(8) }, () => all[next(all.length)]).join('');
    for (const rule of [typedLine, typedText]) expect(rule(rule(text))).toBe(rule(text));
  }
});

describe('what people write stays', () => {
  test.each([
    ['Arabic', 'مُحَمَّد بن سلمان'],
    ['Hebrew with its marks', 'שָׁלוֹם'],
    ['a mark between marks of Hebrew', 'יְרוּשָׁלִַ\u034fם'.normalize('NFC')],
    ['Persian with a zero-width non-joiner', 'می\u200cخواهم'],
    ['Persian after a word of another script', 'PDF\u200cها'],
    ['an abbreviation of a year', '۱۴۰۱ ه\u200d'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['Sinhala', 'ක්\u200dරි'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180e\u1820'],
    ['a Japanese name with its variant', '葛\u{e0100}城'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦'],
    ['a profession with a color', '👩🏽\u200d⚕\ufe0f'],
    ['a heart on fire', '❤\ufe0f\u200d🔥'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['a keycap', '1\ufe0f\u20e3'],
    ['a mark of direction in a text of two', 'אבג (ABC)\u200f דה'],
    ['two marks on a letter', 'ạ\u0308\u0304'.normalize('NFC')],
    ['French', 'L’été\u00a0: 25\u202f°C'],
    ['ideographic spaces', '山田\u3000太郎'],
  ])('%s', (_, text) => {
    expect(typedLine(text)).toBe(text);
    expect(typedText(text)).toBe(text);
  });

  test('paragraphs, with the line breaks of whatever program', () => {
    expect(typedText(' One\r\nTwo\rThree\vFour\u2028Five\u0085Six\n\nSeven\u2029Eight\u2029')).toBe(
      'One\r\nTwo\nThree\nFour\nFive\nSix\n\nSeven\n\nEight',
    );
    expect(typedLine('One \u2029 Two\u2029Three')).toBe('One Two Three');
    expect(typedText('for families\vin their homes')).toBe('for families\nin their homes');
    expect(typedLine('for families\vin their homes')).toBe('for families in their homes');
    expect(typedLine('for families \r\n\t in their homes')).toBe('for families in their homes');
  });
});

test.each([
  ['an override of direction', 'photo\u202egpj.exe', 'photogpj.exe'],
  ['an isolate', '\u2066Ada\u2069 Lovelace', 'Ada Lovelace'],
  ['a mark of direction where all is written in one', 'evil\u200f.example', 'evil.example'],
  ['a joiner between Latin letters', 'A\u200dd\u200ca', 'Ada'],
  [
    'words in tags',
    `Ada${[...'hidden'].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')}`,
    'Ada',
  ],
  ['a flag that does not end', '🏴\u{e0067}\u{e0062}', '🏴'],
  ['variants of nothing', 'A\ufe0f\ufe00\u{e0100}da', 'Ada'],
  ['half of a pair', 'A\ud800da', 'A\ufffdda'],
  ['letters that are blank', 'Ada\u3164\u3164Lovelace', 'Ada  Lovelace'],
  ['only a mark', ' \u0301\u0302 ', ''],
  ['only what is invisible', '\u200b\u2060\u3164\u2800\u115f\uffa0\u180e\ufe0f\u{e0020}\u200e', ''],
])('%s', (_, text, stored) => {
  expect(typedLine(text)).toBe(stored);
  expect(typedText(text)).toBe(stored);
});

test('texts from before this rule are the same as what is stored of them now, and are found', () => {
  expect(isSameText('Nu\u0301n\u0303ez\u200b', 'Núñez')).toBe(true);
  expect(fold('Ada\u3164Love\u200blace')).toBe('ada lovelace');
});
