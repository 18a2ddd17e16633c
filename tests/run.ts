import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { ensureBrowser } from './support/pages/browser.ts';

/**
 * `npm test`: everything at bounded sizes, and a sample of the browser journeys. `npm run test:all` (`--all`): every
 * journey, every fault at every request, and thousands of photos (support/long.ts). `npm run validate` (`--quick`): what
 * needs no site and no running studio. Each step prints how long it took. A step that fails ends the run, once the steps
 * beside it have ended.
 */
const [quick, all] = ['--quick', '--all'].map((mode) => process.argv.includes(mode));

/**
 * The journeys of `npm test`: those with `@gate` in their titles, which are the first of each role and capability, and
 * the first sight of every page. At both sizes only where phone and desktop differ most.
 */
const onPhone = 'admin/uploads/upload|client/(gallery|selections)/[^ .]+|sign-in/(codes|registration)|screens/screens';
const sample = `^desktop .*@gate|^phone (${onPhone})[.]spec[.]ts .*@gate`;

interface Step {
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

const checks: Step[] = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'unused files, exports and dependencies', command: 'knip', args: [] },
];
const units: Step = {
  name: 'unit tests',
  command: 'vitest',
  // The site's build is left to `npm test`.
  args: [
    'run',
    ...['shared/', 'lambdas/', 'web/', 'infra/', 'tests/architecture/imports'],
    ...['tests/infra/**', 'web/{app,build}/*.node.test.ts'].flatMap((path) => ['--exclude', path]),
  ],
};
const everything: Step = { name: 'units, services, API and infrastructure', command: 'vitest', args: ['run'] };
const build: Step = { name: 'functions and site', command: 'node', args: ['tests/support/studio/build.ts'] };

/** The first ports of two studios. Each is used by half of the journeys: one browser leaves half of two cores idle. */
const firstPort = Number(process.env.STUDIO_TEST_PORT ?? 4700);
const journeyPorts = [firstPort, firstPort + 20];
const inBrowser = journeyPorts.map((port, index): Step[] => {
  const half = `${index + 1}/${journeyPorts.length}`;
  const which = all ? [] : ['--grep', sample];
  // Two fifths of the sample's journeys take half of its time.
  const env = { STUDIO_TEST_PORT: String(port), ...(!all && { PWTEST_SHARD_WEIGHTS: '2:3' }) };
  return [
    { name: `journeys in a browser, ${half}`, command: 'playwright', args: ['test', `--shard=${half}`, ...which], env },
    { name: `what was logged meanwhile, ${half}`, command: 'node', args: ['tests/security/grep-logs.ts'], env },
  ];
});

/** Steps in order; where a list has several rows, the rows run side by side, because none of them uses two cores all the time. */
const stepsOfRun: Step[][][] = quick ? [[[units], checks]] : [[checks, [build]], [[everything]], inBrowser];

/** Runs a step. Its output is shown as it comes, or, `atEnd`, as a whole. */
async function run({ name, command, args, env }: Step, atEnd: boolean): Promise<boolean> {
  const start = Date.now();
  const heading = `\n── ${name}`;
  if (!atEnd) console.log(heading);
  const child = spawn(command, args, {
    stdio: ['ignore', atEnd ? 'pipe' : 'inherit', atEnd ? 'pipe' : 'inherit'],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => output.push(data));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (atEnd) process.stdout.write(`${heading}\n${Buffer.concat(output)}`);
  if (code === 0) console.log(`✓ ${name}: ${seconds(start)} s`);
  else console.error(`\n✗ ${name} failed.`);
  return code === 0;
}

// Processes that tests start by the dozen load the code that an earlier one has compiled.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled');

const began = Date.now();
process.env.STUDIO_SEED ??= String(randomInt(1_000_000_000));
const drawn = `drawn with STUDIO_SEED=${process.env.STUDIO_SEED}`;
console.log(`Faults are ${drawn}`);
if (!quick) ensureBrowser();
if (all) process.env.STUDIO_TEST_LONG = '1';
for (const rows of stepsOfRun) {
  const passed = await Promise.all(
    rows.map(async (steps, index) => {
      for (const step of steps) if (!(await run(step, index > 0))) return false;
      return true;
    }),
  );
  if (passed.includes(false)) {
    console.error(`Its faults were ${drawn}`);
    process.exit(1);
  }
}
console.log(`\n✓ All passed in ${seconds(began)} s.`);

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(0);
}
