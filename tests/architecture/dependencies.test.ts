import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import guests from '../../web/vite.guest.config.ts';

/** What ships is in `dependencies` of package.json: what builds, tests and describes it is in `devDependencies`. */

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const {
  dependencies,
  devDependencies,
}: Record<'dependencies' | 'devDependencies', Record<string, string>> = JSON.parse(read('package.json'));

/** Code that becomes part of a function, of the site or of what runs at the edge. */
const shipped = globSync('{lambdas,shared,web,infra/edge}/**/*.{ts,tsx,js,mjs,css}', { cwd: root }).filter(
  (file) => !/node_modules|^web[\\/]build[\\/]|vite\.[\w.]*config|\.test\.|[\\/-]testing\.ts|-in-test\.ts/.test(file),
);
/** Of the site's build: files of packages that it copies into the site, such as fonts and stand-ins. */
const copying = globSync('web/build/*.ts', { cwd: root }).filter((file) => !/\.test\./.test(file));

const imported =
  /(?:^|\n)\s*(?:import|export)\s+(?!type\s)(?:[\w*\s{},$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|@import\s+['"]([^'"]+)['"]/g;
const copied = /\bresolve\(\s*['"`]([^'"`]+)['"`$]|node_modules\/([^'"`$]+)|['"`](@[\w.-]+\/[\w.-]+)\//g;

/** The package of an imported module; undefined for the project's own, Node's and those that the build makes. */
function packageOf(name: string): string | undefined {
  if (/^[.#/~]|^virtual:/.test(name) || isBuiltin(name)) return undefined;
  return /^(@[\w.-]+\/[\w.-]+|[\w.-]+)/.exec(name)?.[0];
}

const found = (files: string[], pattern: RegExp) =>
  files.flatMap((file) =>
    [...read(file).matchAll(pattern)].flatMap((match) => {
      const name = packageOf(match.slice(1).find((part) => part !== undefined) ?? '');
      return name === undefined ? [] : [{ file, name }];
    }),
  );
const aliases = Object.values((guests.resolve?.alias ?? {}) as Record<string, string>).map((name) => ({
  file: 'web/vite.guest.config.ts',
  name: packageOf(name)!,
}));

test('every package that ships is a dependency, and none is a development dependency', () => {
  const ships = [...found(shipped, imported), ...found(copying, copied), ...aliases];
  const names = new Set(ships.map(({ name }) => name));
  // The rule sees functions, the site, the guests' page, styles and copied files.
  for (const name of ['hono', 'react', 'preact', 'tailwindcss', '@fontsource-variable/instrument-sans']) {
    expect([...names]).toContain(name);
  }
  const wrong = ships.filter(({ name }) => !(name in dependencies) || name in devDependencies);
  expect([...new Set(wrong.map(({ file, name }) => `${name} (${file})`))]).toEqual([]);
});

test('the lock file has the same dependencies as package.json', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, Record<string, Record<string, string> | boolean | undefined>>;
  };
  expect(packages['']).toMatchObject({ dependencies, devDependencies });
  const isForDevelopment = (name: string) => packages[`node_modules/${name}`]?.dev === true;
  expect(Object.keys(dependencies).filter(isForDevelopment)).toEqual([]);
});
