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
  const remainingPlugins = plugins.filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'site-images'));
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    plugins: [...remainingPlugins, noPictures],
    build: { ...config.build, write: false },
  })) as Rolldown.RolldownOutput;
  chunks = new Map(output.filter((one) => one.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
});

/** Returns the ids of all modules in chunks that public pages load, by static or dynamic import. */
function publicModules(): string[] {
  const visitedFiles = new Set<string>();
  const visit = (fileName: string) => {
    const chunk = chunks.get(fileName);
    if (!chunk || visitedFiles.has(fileName)) return;
    visitedFiles.add(fileName);
    [...chunk.imports, ...chunk.dynamicImports].forEach(visit);
  };
  const entry = [...chunks.values()].find((chunk) => chunk.facadeModuleId?.endsWith('app/entry.tsx'));
  if (!entry) throw new Error('The build has no chunk for the public pages.');
  visit(entry.fileName);
  return [...visitedFiles].flatMap((fileName) => chunks.get(fileName)?.moduleIds ?? []);
}

test('public pages load no code that only private pages need', () => {
  const modules = publicModules();
  expect(modules.some((id) => id.endsWith('features/public/contact.tsx'))).toBe(true);
  const heavy =
    /node_modules\/(aws-amplify|@aws-amplify|@tanstack|zod|react-hook-form|@hookform|hono|yet-another-react-lightbox)\//;
  // One rule sends the requests of all pages again, and one keeps typed values.
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
