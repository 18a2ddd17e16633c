import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a tag of a doc comment begins its line', () => {
  const files = globSync('{infra,lambdas,local,shared,tests,web}/**/*.{ts,tsx,js,mjs}', {
    exclude: (path) => /(^|\/)node_modules$/.test(path),
  });
  expect(files.length).toBeGreaterThan(500);
  const hidden = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /^\s*(\/\*)?\*+ .*\S.* @(param|returns|throws)\b/.test(line) ? [`${file}:${index + 1}`] : [],
      ),
  );
  expect(hidden).toEqual([]);
});
