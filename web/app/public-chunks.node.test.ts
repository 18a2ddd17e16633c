import { build, type Plugin, type Rolldown } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import config from '../vite.config.ts';

/** Replaces the photographs' virtual modules: irrelevant here and slow to build. */
const noPictures: Plugin = {
  name: 'no-pictures',
  resolveId: (id) => (id.startsWith('virtual:') ? `\0${id}` : null),
  load: (id) => (id.startsWith('\0virtual:') ? '' : null),
};

let chunks: Map<string, Rolldown.OutputChunk>;
beforeAll(async () => {
  const { plugins = [] } = config;
  const kept = plugins.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'site-images'));
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [...kept, noPictures],
    build: { ...config.build, write: false },
  })) as Rolldown.RolldownOutput;
  chunks = new Map(output.filter((one) => one.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
});

/** Ids of all modules in chunks that public pages load, by static or dynamic import. */
function publicModules(): string[] {
  const seen = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = chunks.get(fileName);
    if (!chunk || seen.has(fileName)) return;
    seen.add(fileName);
    [...chunk.imports, ...chunk.dynamicImports].forEach(visit);
  };
  const entry = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith('app/entry.tsx'));
  if (!entry) throw new Error('The build has no chunk for the public pages.');
  visit(entry.fileName);
  return [...seen].flatMap((fileName) => chunks.get(fileName)?.moduleIds ?? []);
}

test('public pages load no code that only private pages need', () => {
  const modules = publicModules();
  expect(modules.some((id) => id.endsWith('features/public/contact.tsx'))).toBe(true);
  const heavy =
    /node_modules\/(aws-amplify|@aws-amplify|@tanstack|zod|react-hook-form|@hookform|hono|yet-another-react-lightbox)\//;
  // Requests of all pages are sent again by one rule, and what is typed is kept by one.
  const areas =
    /\/web\/(lib\/(?!(browser\/(drafts|storage)|query\/patience)\.)|photos\/|features\/(client|admin)\/)|\/shared\/contract\//;
  expect(modules.filter((id) => heavy.test(id) || areas.test(id))).toEqual([]);
});

test('what every page loads has no file of the bundler’s helpers, and no module for setting cookies', () => {
  expect([...chunks.values()].filter(({ name }) => name.includes('runtime'))).toEqual([]);
  const react = [...chunks.values()].find(({ name }) => name === 'react');
  expect(react?.imports).toEqual([]);
  expect(react?.moduleIds.some((id) => id.includes('rolldown/runtime'))).toBe(true);
  const all = [...chunks.values()].flatMap(({ moduleIds }) => moduleIds);
  expect(all.filter((id) => /hono\/dist\/utils\/cookie/.test(id))).toEqual([]);
});
