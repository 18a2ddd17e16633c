import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { testStudio } from '../support/studio/test-studio.ts';
import { benchApart } from './apart.ts';
import { benchBundles } from './bundles.ts';
import { benchLighthouse } from './lighthouse.ts';
import type { Figure } from './measure.ts';
import { benchPages } from './pages.ts';

/**
 * `npm run bench`: measures everything in small samples, prints the table and writes docs/benchmarks.md, keeping the
 * text below its table. `npm run bench:full` (`--full`) takes larger samples. Names of parts (`npm run bench --
 * gallery`) measure only these, and write nothing.
 */
const full = process.argv.includes('--full');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const parts: Record<string, { needsStudio?: true; measure: () => Promise<Figure[]> }> = {
  bundles: { measure: () => benchBundles(full ? 9 : 3) },
  derivatives: { measure: () => benchApart('derivatives', full) },
  encodings: { measure: () => benchApart('encodings', full) },
  ingest: { measure: () => benchApart('ingest', full) },
  archives: { measure: () => benchApart('archives', full) },
  uploads: { measure: () => benchApart('uploads', full) },
  gallery: {
    needsStudio: true,
    measure: async () => {
      // The code that writes the photos reads the studio's environment when it is imported.
      const { benchGallery } = await import('./gallery.ts');
      return benchGallery({ rounds: full ? 5 : 3, photos: full ? [100, 1_000, 5_000, 10_000] : [100, 1_000, 5_000] });
    },
  },
  admin: {
    needsStudio: true,
    measure: async () => {
      const { benchAdmin } = await import('./admin.ts');
      return benchAdmin();
    },
  },
  website: {
    needsStudio: true,
    measure: async () => {
      const { filledPages, publishFilledWebsite } = await import('./website.ts');
      return [
        await publishFilledWebsite(),
        ...(await benchPages(filledPages)),
        ...(await benchLighthouse(filledPages, full ? 5 : 1)),
      ];
    },
  },
};
const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
if (unknown) throw new Error(`There is no part '${unknown}': the parts are ${Object.keys(parts).join(', ')}.`);

const figures: Figure[] = [];
let studio: Awaited<ReturnType<typeof openStudio>> | undefined;
try {
  for (const [name, { needsStudio, measure }] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = performance.now();
    if (needsStudio && !studio) {
      studio = await openStudio();
      figures.push(studio.figure);
    }
    figures.push(...(await measure()));
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
} finally {
  studio?.close();
}

const order = (id: string) => Number(id.replace(/\D/g, '')) || 0;
const rows = figures.toSorted((a, b) => order(a.id) - order(b.id));
const table = [
  '| # | Measure | Result | Target | |',
  '|---|---|---|---|---|',
  ...rows.map(
    ({ id, measure, result, target, met }) => `| ${id} | ${measure} | ${result} | ${target} | ${met ? '✓' : '✗'} |`,
  ),
].join('\n');
console.log(`\n${table}\n`);
if (wanted.length === 0) await writeTable();

async function writeTable(): Promise<void> {
  const [cpu] = cpus();
  const file = 'docs/benchmarks.md';
  const [, ...remarks] = (await readFile(file, 'utf8')).split(/^(?=## )/m);
  await writeFile(
    file,
    `# Benchmarks

Measured by \`npm run ${full ? 'bench:full' : 'bench'}\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpu?.model.trim() || 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB,
Node ${process.versions.node}. Times are ratios of medians, taken in turn in one run; bytes are exact.

${table}

${remarks.join('')}`,
  );
}

/** Starts the test studio and returns how long that took, without builds. */
async function openStudio(): Promise<{ figure: Figure; close: () => void }> {
  const child = spawn(process.execPath, ['tests/support/studio/start-test-studio.ts'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let began = performance.now();
  let said = '';
  let opened = Number.NaN;
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      if (/Building/.test(String(chunk))) began = performance.now();
      if (/Filling/.test(String(chunk))) opened = performance.now() - began;
      if (said.includes('The studio is open')) resolve();
    });
    child.once('exit', () => reject(new Error(`The studio did not start:\n${said}`)));
  });
  child.removeAllListeners('exit');
  return {
    figure: {
      id: 'Start',
      measure: `All services listening at ${testStudio.site}, the site's build included when stale`,
      result: `${(opened / 1000).toFixed(1)} s`,
      target: '< 15 s',
      met: opened < 15_000,
    },
    close: () => child.kill('SIGTERM'),
  };
}
