import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** A name that people type, as an expression in JSX. */
const typedName =
  /(?<![=$])\{(?:[\w.!?]*(?:session_name|customer_name|file_name|link_label|\.label|\.name)|client|file_name|name)(?: \|\| '[^']*')?\}/g;

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
