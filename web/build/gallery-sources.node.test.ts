import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { gallerySources } from './gallery-sources.ts';

test('the gallery’s stylesheet serves what opens over it, and nothing that private.css leaves out', async () => {
  const files = await gallerySources();
  expect(files).toEqual(
    expect.arrayContaining([
      'photos/lightbox/lightbox.tsx',
      'features/client/downloads/download-sheet.tsx',
      'links/share-dialog.tsx',
    ]),
  );
  expect(files.filter((file) => /features\/(admin|sign-in|guest)/.test(file))).toEqual([]);
  // A screen that also loads private.css would lose the classes that only gallery.css has.
  const { 1: excludedNames = '' } =
    /public\/\{([\w,-]+)\}/.exec(await readFile('web/app/styles/private.css', 'utf8')) ?? [];
  expect(excludedNames.split(',').length).toBeGreaterThan(1);
  for (const name of excludedNames.split(',')) expect(files).not.toContain(`features/public/${name}.tsx`);
  expect(files).not.toContain('app/shells/site-shell.tsx');
});
