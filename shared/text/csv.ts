import { withLineBreaks } from './typed-text.ts';

/**
 * Text that spreadsheets would evaluate as a formula, also after leading spaces and invisible characters. Tested on the
 * NFKC form, which maps full-width and small signs to ASCII.
 */
const formulaPattern = /^[\s\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@]|^[\t\n]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are matched on purpose
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Quotes a cell, writes its line breaks as line feeds and removes control characters; a leading apostrophe stops
 * spreadsheets from evaluating it as a formula.
 */
function cell(value: string | undefined): string {
  const text = withLineBreaks(value ?? '')
    .replace(/\r\n/g, '\n')
    .replace(controlCharacters, '');
  return `"${(formulaPattern.test(text.normalize('NFKC')) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Formats rows as CSV: UTF-8 with a byte order mark, CRLF line ends, cells escaped against formula injection. */
export const csv = (rows: (string | undefined)[][]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
