/** Spreadsheets calculate what begins like this, blanks and letters of no width aside; also in the wide forms of East Asia. */
const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A cell in quotes. An apostrophe in front keeps text that looks like a formula text. */
function cell(value: string | undefined): string {
  const text = value ?? '';
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** A table for any spreadsheet program: UTF-8 with a mark that says so, and no cell that would be taken for a formula. */
export const csv = (rows: (string | undefined)[][]): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
