/**
 * Normalizes text that people type or paste for storage: nothing invisible, nothing that a program or a reader could
 * misread.
 */

/** The line breaks of programs other than browsers, such as Word's vertical tab. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are matched on purpose
const otherBreaks = /\r(?!\n)|[\v\f\u001c-\u001e\u0085\u2028]/g;

/**
 * Returns text with the line breaks of every program as line feeds, and the end of a paragraph (U+2029) as two; CR LF
 * is unchanged.
 */
export const withLineBreaks = (text: string): string => text.replace(otherBreaks, '\n').replace(/\u2029/g, '\n\n');

/**
 * Characters as wide as a blank that Unicode classes as letters or symbols: fillers, the blank of Braille, a music note
 * without a head.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are matched on purpose
export const blanks = /[\u001f\u115f\u1160\u2800\u3164\uffa0]|\u{1d159}/gu;

/**
 * Control characters except tab, line feed and carriage return; characters that turn the direction of all text after
 * them, even beyond their field; annotation and object characters, which are never shown.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are matched on purpose
const dropped = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufff9-\ufffc]/g;

const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** Spaces, and direction marks, which have no effect at the edges. */
const edges = /^[\s\u061c\u200e\u200f]+|[\s\u061c\u200e\u200f]+$/g;

/** Flags of regions of countries, such as Scotland's: a black flag, a name in tag characters, and an end tag. */
const flags = /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})/u;

const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const markPattern = /\p{M}/u;
const lettersAndMarks = /[\p{L}\p{M}\p{N}]/u;
/** Scripts in which a joiner changes nothing. */
const unjoinedScripts =
  /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hangul}\p{sc=Common}\p{sc=Inherited}]/u;
const rightToLeft =
  /(?=\p{L})[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}\p{sc=Adlam}\p{sc=Hanifi_Rohingya}]/u;

const isJoined = (char: string) => /[\p{L}\p{M}]/u.test(char) && !unjoinedScripts.test(char);

/** The invisible characters that writing needs, and when they are needed, by the remaining characters beside them. */
const neededInvisible: [chars: RegExp, isNeeded: (before: string, after: string, text: string) => boolean][] = [
  // Joiners of emoji, and between letters of Arabic, Persian and Indic scripts.
  [
    /[\u200c\u200d]/u,
    (before, after) =>
      isJoined(before) ||
      (lettersAndMarks.test(before) && isJoined(after)) ||
      ((emoji.test(before) || before === '\ufe0f') && /\p{Extended_Pictographic}/u.test(after)),
  ],
  // Selectors of an emoji's form; after a digit only in a keycap.
  [/[\ufe0e\ufe0f]/u, (before, after) => emoji.test(before) || (/[0-9#*]/.test(before) && after === '\u20e3')],
  // Selectors of variants of Chinese and Japanese characters, which people use in their names.
  [/[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u, (before) => /\p{sc=Han}/u.test(before)],
  [/[\u180b-\u180f]/u, (before) => /\p{sc=Mongolian}/u.test(before)],
  // A joiner of marks in Hebrew.
  [
    /\u034f/u,
    (before, after) =>
      before !== '\u034f' && (markPattern.test(before) || (lettersAndMarks.test(before) && markPattern.test(after))),
  ],
  // Direction marks, which turn the signs beside them in a text with both directions.
  [/[\u061c\u200e\u200f]/u, (_before, _after, text) => rightToLeft.test(text)],
];

function withoutInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  // `split` returns the flags at the odd indexes.
  return text
    .split(flags)
    .map((segment, index) => (index % 2 === 1 ? segment : withoutUnneeded(segment)))
    .join('');
}

function withoutUnneeded(text: string): string {
  // Remove the characters that are never needed first, so that the others are beside their neighbors.
  const chars = [...text].filter(
    (char) => !invisible.test(char) || neededInvisible.some(([pattern]) => pattern.test(char)),
  );
  let previousChar = '';
  return chars
    .filter((char, index) => {
      const isKept =
        !invisible.test(char) ||
        neededInvisible.some(
          ([pattern, isNeeded]) => pattern.test(char) && isNeeded(previousChar, chars[index + 1] ?? '', text),
        );
      if (isKept) previousChar = char;
      return isKept;
    })
    .join('');
}

/** Letters, digits and signs, which are visible. Spaces, and combining marks without a letter, are not. */
const visible = /[\p{L}\p{N}\p{P}\p{S}\p{Mc}\p{Co}\p{Extended_Pictographic}]/u;

function cleaned(text: string): string {
  const stored = withoutInvisible(text.toWellFormed().replace(blanks, ' ').replace(dropped, ''))
    .normalize('NFC')
    .replace(edges, '');
  return visible.test(stored) ? stored : '';
}

/**
 * Returns text of many lines as it is stored: trimmed, with line breaks as browsers send them, without invisible
 * characters, and in composed form (NFC), because keyboards and files write 'é' as one character or as two. Empty when
 * nothing in it is visible.
 */
export const typedText = (text: string): string => cleaned(withLineBreaks(text));

/** Returns text of one line as it is stored: as `typedText` does, with a blank in place of line breaks and tabs. */
export const typedLine = (text: string): string => cleaned(withLineBreaks(text).replace(/ *[\n\r\t]\s*/g, ' '));

/** Whether two texts would be stored as one. Rows from before text was composed have it as it was typed. */
export const isSameText = (first: string, second: string): boolean => typedText(first) === typedText(second);
