import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './support/browser.ts';

/**
 * `npm test`: everything, in the browser a bounded sample of the journeys. `npm run test:long` (`--long`): all of these,
 * with thousands of photos among them (support/long.ts). `npm run validate` (`--quick`): what needs neither a browser
 * nor the whole studio.
 * Each step says how long it took; the first that fails ends the run.
 */
const quick = process.argv.includes('--quick');
const long = process.argv.includes('--long');

/** The journeys that every run takes: each wing's ways in, the first journey through all of it, and every page's first sight; the client's door at one size. */
const sample = ['journey', 'screens', 'public', 'leaving', 'client-sign-in', '--grep-invert', '^phone client-sign-in'];

interface Step {
  name: string;
  command: string;
  args: string[];
}

const checks: Step[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
];
const units: Step = {
  name: 'unit tests',
  command: 'vitest',
  args: ['run', '--project', 'web', '--project', 'node', 'shared', 'lambdas', 'web', 'infra', 'tests/architecture'],
};
const everything: Step[] = [
  { name: 'units, services, API and infrastructure', command: 'vitest', args: ['run'] },
  { name: 'journeys in a browser', command: 'playwright', args: ['test', ...(long ? [] : sample)] },
  { name: 'what was logged meanwhile', command: 'node', args: ['tests/security/grep-logs.ts'] },
];
const steps = [...checks, ...(quick ? [units] : everything)];

const began = Date.now();
if (!quick) ensureBrowser();
if (long) process.env.STUDIO_TEST_LONG = '1';
for (const { name, command, args } of steps) {
  const start = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error(`\n✗ ${name} failed.`);
    process.exit(1);
  }
  console.log(`✓ ${name}: ${seconds(start)} s`);
}
console.log(`\n✓ All passed in ${seconds(began)} s.`);

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(0);
}
