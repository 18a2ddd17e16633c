import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The import rules between folders (docs/decisions/0001). Each test names the files of a rule and what they must not
 * import.
 */

interface Import {
  from: string;
  /** Path from the repository root for the project's files, else the package name. */
  to: string;
  typeOnly: boolean;
  /** Whether the file is started as a worker thread instead of imported. */
  started: boolean;
}

const root = join(import.meta.dirname, '../..');
const files = globSync('{shared,infra,lambdas,web,local}/**/*.{ts,tsx,mjs,js}', { cwd: root }).filter(
  (file) => !file.includes('node_modules') && !/\.test\.tsx?$|[/-]testing\.ts$/.test(file),
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
    return { from: file, to, typeOnly: match[2] !== undefined, started: match[5] !== undefined };
  });
}

const imports = files.flatMap(importsOf);

function offenders(broken: (each: Import) => boolean): string[] {
  return imports.filter(broken).map(({ from, to }) => `${from} → ${to}`);
}

const area = (path: string) => path.split('/')[0];
const audience = (path: string) => /^lambdas\/(public|guest|client|admin)\//.exec(path)?.[1];
const noun = (path: string) => /^lambdas\/domain\/(\w+)\//.exec(path)?.[1];
const feature = (path: string) => /^web\/features\/([\w-]+)\//.exec(path)?.[1];
const worker = (path: string) => /^lambdas\/workers\/([\w-]+)\//.exec(path)?.[1];

test('the rules match real files', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(imports.filter(({ to }) => area(to) === 'shared').length).toBeGreaterThan(20);
});

/** The packages that the code of browser and server may import, by its path. */
const sharedMayImport: [RegExp, RegExp][] = [
  [/^shared\/contract\//, /^zod$/],
  // What is signed has one hash, which the browser shows and the server stores.
  [/^shared\/offers\/hash\.ts$/, /^(canonicalize|@noble\/hashes\/.*)$/],
];

test('shared imports only itself, and the packages named above', () => {
  expect(
    offenders(
      ({ from, to }) =>
        area(from) === 'shared' &&
        area(to) !== 'shared' &&
        !sharedMayImport.some(([path, name]) => path.test(from) && name.test(to)),
    ),
  ).toEqual([]);
});

test('the domain imports neither HTTP nor AWS event code', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('lambdas/domain/') &&
        (/^(hono|@hono|@types\/aws-lambda|aws-lambda)/.test(to) ||
          /^lambdas\/(http|workers|public|guest|client|admin)\//.test(to)),
    ),
  ).toEqual([]);
});

test('the platform imports nothing else from lambdas', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('lambdas/platform/') && area(to) === 'lambdas' && !to.startsWith('lambdas/platform/'),
    ),
  ).toEqual([]);
  expect(offenders(({ from, to }) => from.startsWith('lambdas/platform/') && to.startsWith('hono'))).toEqual([]);
});

test('domain folders import only folders below them', () => {
  const below: Record<string, string[]> = {
    emails: [],
    trash: [],
    jobs: [],
    timeline: ['emails'],
    customers: ['emails', 'trash', 'timeline'],
    sessions: ['emails', 'trash', 'jobs', 'customers', 'timeline'],
    photos: ['emails', 'trash', 'jobs', 'sessions', 'customers', 'timeline'],
    attachments: ['trash', 'jobs', 'photos', 'sessions', 'customers', 'timeline'],
    rounds: ['photos', 'sessions'],
    quotes: ['emails', 'rounds', 'photos', 'sessions', 'customers', 'timeline'],
    offers: ['emails', 'messages', 'website', 'quotes', 'customers', 'timeline'],
    downloads: ['emails', 'jobs', 'attachments', 'photos', 'sessions', 'customers', 'timeline'],
    links: ['emails', 'attachments', 'photos', 'sessions', 'customers', 'timeline'],
    settings: [],
    templates: [],
    selections: ['emails', 'settings', 'quotes', 'rounds', 'photos', 'sessions', 'customers', 'timeline'],
    messages: ['emails'],
    pictures: ['jobs', 'photos', 'sessions', 'customers', 'timeline'],
    website: ['pictures'],
  };
  expect(
    offenders(({ from, to }) => {
      const [mine, other] = [noun(from), noun(to)];
      // `flows` is what spans the others.
      if (mine === undefined || other === undefined || mine === other || mine === 'flows') return false;
      return !below[mine]?.includes(other);
    }),
  ).toEqual([]);
});

test('the texts of emails import neither audiences nor workers, and the domain does not import them', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('lambdas/emails/') && /^lambdas\/(http|workers|public|guest|preview|client|admin)\//.test(to),
    ),
  ).toEqual([]);
  expect(offenders(({ from, to }) => from.startsWith('lambdas/domain/') && to.startsWith('lambdas/emails/'))).toEqual(
    [],
  );
});

test('audiences and workers do not import each other', () => {
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

test('the web imports from lambdas only the types of the three apps', () => {
  expect(
    offenders(
      ({ from, to, typeOnly }) =>
        area(from) === 'web' &&
        area(to) === 'lambdas' &&
        !(typeOnly && /^lambdas\/(public|client|admin)\/app\.ts$/.test(to)),
    ),
  ).toEqual([]);
});

/** The files of web/lib that make network requests. */
const network = /^web\/lib\/(auth\/(amplify|auth|login|sign-in|sign-out)|query\/(api|client-api|media-access))\./;

test('web features do not import each other; photos and ui make no requests; ui imports no domain code', () => {
  expect(
    offenders(
      ({ from, to }) => feature(from) !== undefined && feature(to) !== undefined && feature(from) !== feature(to),
    ),
  ).toEqual([]);
  expect(
    offenders(({ from, to }) => /^web\/(ui|photos|lib|links|forms)\//.test(from) && /^web\/(app|features)\//.test(to)),
  ).toEqual([]);
  expect(
    offenders(
      ({ from, to }) =>
        /^web\/(ui|photos)\//.test(from) && (network.test(to) || to.startsWith('@tanstack/react-query')),
    ),
  ).toEqual([]);
  expect(
    offenders(({ from, to }) => from.startsWith('web/ui/') && /^(shared\/contract|web\/(photos|lib|forms))/.test(to)),
  ).toEqual([]);
});

test('in the web, only lib/amplify and the two sign-ins import Amplify', () => {
  const entries = ['web/lib/auth/amplify.ts', 'web/lib/auth/sign-in.ts', 'web/lib/auth/code-sign-in.ts'];
  expect(
    offenders(({ from, to }) => area(from) === 'web' && to.startsWith('aws-amplify') && !entries.includes(from)),
  ).toEqual([]);
});

test('only local imports local', () => {
  expect(offenders(({ from, to }) => area(from) !== 'local' && area(to) === 'local')).toEqual([]);
});

test('only the local DynamoDB engine loads dynalite, whose internal files may change', () => {
  expect(files.filter((file) => /['"`]dynalite\//.test(readFileSync(join(root, file), 'utf8')))).toEqual([
    'local/dynamodb/engine.ts',
  ]);
});

test('local imports infra’s blueprint, bundler and edge code and the web’s build, never product code', () => {
  const entries =
    /^(infra\/(bundle\.ts|node-version\.mjs)|infra\/(blueprint|edge)\/|web\/(vite\.config\.ts|build\/)|lambdas\/platform\/env\.ts)/;
  expect(
    offenders(
      ({ from, to, typeOnly }) =>
        area(from) === 'local' &&
        ['infra', 'web', 'lambdas'].includes(area(to) ?? '') &&
        !(entries.test(to) && (typeOnly || !to.startsWith('lambdas/'))),
    ),
  ).toEqual([]);
});

test('infra imports from lambdas only the environment’s types and, to repair rows, their schemas; nothing from the web', () => {
  expect(
    offenders(
      ({ from, to, typeOnly }) =>
        area(from) === 'infra' &&
        area(to) === 'lambdas' &&
        !(typeOnly && to === 'lambdas/platform/env.ts') &&
        !(
          /^infra\/commands\/(repair|capture-times)\.ts$/.test(from) &&
          /^lambdas\/domain\/(\w+\/(row\/)?(repository|lifecycle|row)|emails\/(outbox|sent-emails))\.ts$/.test(to)
        ),
    ),
  ).toEqual([]);
  expect(offenders(({ from, to }) => area(from) === 'infra' && area(to) === 'web')).toEqual([]);
});

/** Import cycles, type imports included. A worker thread may import its message types from the file that starts it. */
function circles(): string[] {
  const targets = Map.groupBy(
    imports.filter(({ started }) => !started),
    ({ from }) => from,
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) return void found.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

test('there are no import cycles, type imports included', () => {
  expect(circles()).toEqual([]);
});

test('no file re-exports others, and no file name is a catch-all', () => {
  const barrel = files.filter((file) =>
    /^export\s+(\*|\{[^}]*\})\s+from/m.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(barrel).toEqual([]);
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|types|index)(\.tsx?|\/)/.test(file))).toEqual([]);
});
