import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** The house's rules about who may import whom (docs/decisions/0001). Each rule names files, and what these must not reach. */

interface Import {
  from: string;
  /** Path from the root for our own files, else the package's name. */
  to: string;
  typeOnly: boolean;
}

const root = join(import.meta.dirname, '../..');
const files = globSync('{shared,infra,lambdas,web,local}/**/*.{ts,tsx,mjs,js}', { cwd: root }).filter(
  (file) => !file.includes('node_modules') && !/\.test\.tsx?$|\/testing\.ts$/.test(file),
);

const statement =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[\w*\s{},$]+?\s+from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url/g;

function importsOf(file: string): Import[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(statement)].map((match) => {
    const target = match[3] ?? match[4] ?? match[5] ?? '';
    const to = target.startsWith('.')
      ? relative(root, join(root, dirname(file), target))
      : target.startsWith('#shared/')
        ? target.slice(1)
        : target;
    return { from: file, to, typeOnly: match[2] !== undefined };
  });
}

const imports = files.flatMap(importsOf);

function offenders(broken: (each: Import) => boolean): string[] {
  return imports.filter(broken).map(({ from, to }) => `${from} → ${to}`);
}

const wing = (path: string) => path.split('/')[0];
const audience = (path: string) => /^lambdas\/(public|client|admin)\//.exec(path)?.[1];
const noun = (path: string) => /^lambdas\/domain\/(\w+)\//.exec(path)?.[1];
const feature = (path: string) => /^web\/features\/([\w-]+)\//.exec(path)?.[1];
const worker = (path: string) => /^lambdas\/workers\/([\w-]+)\//.exec(path)?.[1];

test('the rules look at real files', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(imports.filter(({ to }) => wing(to) === 'shared').length).toBeGreaterThan(20);
});

test('shared imports nothing of ours but itself, and zod in contract/ alone', () => {
  expect(
    offenders(
      ({ from, to }) =>
        wing(from) === 'shared' && wing(to) !== 'shared' && !(from.startsWith('shared/contract/') && to === 'zod'),
    ),
  ).toEqual([]);
});

test('the domain knows neither HTTP nor AWS events', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('lambdas/domain/') &&
        (/^(hono|@hono|@types\/aws-lambda|aws-lambda)/.test(to) ||
          /^lambdas\/(http|workers|public|client|admin)\//.test(to)),
    ),
  ).toEqual([]);
});

test('the platform stands below everything else in lambdas', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('lambdas/platform/') && wing(to) === 'lambdas' && !to.startsWith('lambdas/platform/'),
    ),
  ).toEqual([]);
  expect(offenders(({ from, to }) => from.startsWith('lambdas/platform/') && to.startsWith('hono'))).toEqual([]);
});

test('a lower noun never asks a higher one', () => {
  const below: Record<string, string[]> = {
    customers: [],
    sessions: ['customers'],
    photos: ['sessions', 'customers'],
    quotes: ['photos', 'sessions', 'customers'],
    downloads: ['photos', 'sessions', 'customers'],
    messages: [],
  };
  expect(
    offenders(({ from, to }) => {
      const [mine, other] = [noun(from), noun(to)];
      return mine !== undefined && other !== undefined && mine !== other && !below[mine]?.includes(other);
    }),
  ).toEqual([]);
});

test('audiences and workers do not know each other', () => {
  expect(
    offenders(
      ({ from, to }) => audience(from) !== undefined && audience(to) !== undefined && audience(from) !== audience(to),
    ),
  ).toEqual([]);
  expect(
    offenders(({ from, to }) => worker(from) !== undefined && worker(to) !== undefined && worker(from) !== worker(to)),
  ).toEqual([]);
  expect(offenders(({ from, to }) => audience(from) !== undefined && to.startsWith('lambdas/workers/'))).toEqual([]);
});

test('the web takes nothing but the types of the three apps from lambdas', () => {
  expect(
    offenders(
      ({ from, to, typeOnly }) =>
        wing(from) === 'web' &&
        wing(to) === 'lambdas' &&
        !(typeOnly && /^lambdas\/(public|client|admin)\/app\.ts$/.test(to)),
    ),
  ).toEqual([]);
});

/** What in web/lib talks to the network. */
const network = /^web\/lib\/(api|auth|client-api|login|media-access|sign-in|sign-out)\./;

test('web features do not import each other; photos and ui fetch nothing; ui knows no noun', () => {
  expect(
    offenders(
      ({ from, to }) => feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to),
    ),
  ).toEqual([]);
  expect(
    offenders(({ from, to }) => /^web\/(ui|photos|lib)\//.test(from) && /^web\/(app|features)\//.test(to)),
  ).toEqual([]);
  expect(
    offenders(
      ({ from, to }) =>
        /^web\/(ui|photos)\//.test(from) && (network.test(to) || to.startsWith('@tanstack/react-query')),
    ),
  ).toEqual([]);
  expect(
    offenders(({ from, to }) => from.startsWith('web/ui/') && /^(shared\/contract|web\/(photos|lib))/.test(to)),
  ).toEqual([]);
});

test('only lib/auth and lib/sign-in know Amplify in the web', () => {
  const doors = ['web/lib/auth.ts', 'web/lib/sign-in.ts'];
  expect(
    offenders(({ from, to }) => wing(from) === 'web' && to.startsWith('aws-amplify') && !doors.includes(from)),
  ).toEqual([]);
});

test('nothing outside of local knows local', () => {
  expect(offenders(({ from, to }) => wing(from) !== 'local' && wing(to) === 'local')).toEqual([]);
});

test('local enters infra by its data, its bundler and its edge, the web by its build, and product code never', () => {
  const doors =
    /^(infra\/(blueprint|bundle)\.ts|infra\/edge\/|web\/(vite\.config\.ts|build\/)|lambdas\/platform\/env\.ts)/;
  expect(
    offenders(
      ({ from, to, typeOnly }) =>
        wing(from) === 'local' &&
        ['infra', 'web', 'lambdas'].includes(wing(to) ?? '') &&
        !(doors.test(to) && (typeOnly || !to.startsWith('lambdas/'))),
    ),
  ).toEqual([]);
});

test('infra takes nothing but the names of the environment from lambdas, and nothing from the web', () => {
  expect(
    offenders(
      ({ from, to, typeOnly }) =>
        wing(from) === 'infra' && wing(to) === 'lambdas' && !(typeOnly && to === 'lambdas/platform/env.ts'),
    ),
  ).toEqual([]);
  expect(offenders(({ from, to }) => wing(from) === 'infra' && wing(to) === 'web')).toEqual([]);
});

test('no file re-exports others, and none is a catch-all by name', () => {
  const barrel = files.filter((file) =>
    /^export\s+(\*|\{[^}]*\})\s+from/m.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(barrel).toEqual([]);
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|types|index)(\.tsx?|\/)/.test(file))).toEqual([]);
});
