import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A name that people type, as an expression in JSX; `{{client}}` is a field of terms. */
const typedName =
  /(?<![=${])\{(?:[\w.!?]*(?:session_name|customer_name|file_name|link_label|\.label|\.name)|client|file_name|name|restoredName|sharedBy|calledBy\([^)]*\))(?: \|\| '[^']*')?\}/g;

/** Names that the product itself gives, or the studio's, by file: in the language of the page. */
const notTyped = [
  /^web\/(app|features\/public|features\/sign-in|ui)\//,
  // Prepared packages, stages of photos, pages of the site, and whose note it is.
  /(terms-form|stage-views|export-names|preview-pane|photo-note)\.tsx$/,
];

const files = globSync('web/**/*.tsx').filter(
  (file) => !/\.test\.tsx$/.test(file) && !notTyped.some((one) => one.test(file)),
);

/** Whether the name is all that an element says, as within <bdi>, or not to be seen. */
const isApart = (line: string, name: string, at: number): boolean =>
  line.trim() === name || (line[at - 1] === '>' && line[at + name.length] === '<') || /sr-only|^\s*\/?\*/.test(line);

/** The same within a sentence that is plain text. */
const nameInText =
  /\$\{(?:[\w.!?]*(?:session_name|customer_name|file_name|link_label|\.label|\.name)|client|file_name|name|(?:calledBy|nameOf)\([^)]*\))(?: (?:\|\||\?\?) '[^']*')?\}/;

/** Text that the page does not lay out: labels that are spoken, addresses, keys, other programs' texts. */
const notShown = [
  /(?:aria-label|label|alt|draft|key|to|href|className|id|file|title|screen)\s*[=:]\s*\{?(?:[\w.!=? ]*\? )?`|console\.|document\.title|^\s*\*/,
  // Keys and addresses: `${path}.${name}`.
  /`(?:\$\{\w+\}|draft|add-on)?[./ -]?\$\{[\w.]+\}(?:[./]\$\{\w+\}|\.\w+| \$\{\w+\.id\})?`/,
];

/** Texts that go to other programs, names of places of the website, and the name that ends a line of its own. */
const notOnPages =
  /^web\/(?:lib\/|links\/link-address|features\/guest\/picks|features\/admin\/(?:messages\/message-row|website\/))/;

const texts = globSync('web/**/*.{ts,tsx}').filter(
  (file) =>
    !/\.test\.tsx?$|testing\.ts$|^web\/build\//.test(file) &&
    !notOnPages.test(file) &&
    !notTyped.some((one) => one.test(file)),
);

test('a typed name inside a sentence of plain text is isolated, too', () => {
  expect(texts.length).toBeGreaterThan(200);
  const joined = texts.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, number) =>
        nameInText.test(line) && !notShown.some((one) => one.test(line))
          ? [`${file}:${number + 1} ${line.trim()}`]
          : [],
      ),
  );
  expect(joined).toEqual([]);
});

test('a typed name inside a sentence is isolated from it by <bdi>, so that neither moves the other’s signs', () => {
  expect(files.length).toBeGreaterThan(100);
  const joined = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, number) =>
        [...line.matchAll(typedName)]
          .filter(({ 0: name, index }) => !isApart(line, name, index))
          .map(() => `${file}:${number + 1} ${line.trim()}`),
      ),
  );
  expect(joined).toEqual([]);
});
