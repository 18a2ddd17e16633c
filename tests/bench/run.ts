import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { testStudio } from '../support/test-studio.ts';
import { benchBundles } from './bundles.ts';
import { benchDerivatives } from './derivatives.ts';
import { benchLighthouse } from './lighthouse.ts';
import type { Figure } from './measure.ts';
import { benchPages } from './pages.ts';

/**
 * `npm run bench`: measures what can be measured in a few minutes, prints it and writes docs/benchmarks.md.
 * `npm run bench:full` (`--full`) takes larger samples.
 */
const full = process.argv.includes('--full');
const figures: Figure[] = [];
console.log('Bundles …');
figures.push(...(await benchBundles(full ? 9 : 3)));
console.log('Derivatives …');
figures.push(...(await benchDerivatives(full ? 18 : 6)));
console.log('Pages …');
const studio = await openStudio();
try {
  figures.push(studio.figure, ...(await benchPages()));
  console.log('Lighthouse …');
  figures.push(...(await benchLighthouse(full ? 5 : 1)));
} finally {
  studio.close();
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
const [cpu] = cpus();
await writeFile(
  'docs/benchmarks.md',
  `# Benchmarks

Measured by \`npm run ${full ? 'bench:full' : 'bench'}\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpu?.model.trim() || 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB,
Node ${process.versions.node}. Times are ratios of medians, taken in turn in one run; bytes are exact.

${table}
`,
);

/** Starts the tests' studio and says how long it took, builds apart. */
async function openStudio(): Promise<{ figure: Figure; close: () => void }> {
  const child = spawn(process.execPath, ['tests/support/start-test-studio.ts'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let began = performance.now();
  let said = '';
  const opened = await new Promise<number>((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      said += chunk;
      if (/Building/.test(String(chunk))) began = performance.now();
      if (/Filling/.test(String(chunk))) resolve(performance.now() - began);
    });
    child.once('exit', () => reject(new Error(`The studio did not start:\n${said}`)));
  });
  await new Promise<void>((resolve) => {
    const look = () => (said.includes('The studio is open') ? resolve() : setTimeout(look, 100));
    look();
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
