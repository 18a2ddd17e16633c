import { rm } from 'node:fs/promises';
import { buildStale } from '../../../local/build.ts';
import { seed, seedSignIns } from '../../../local/data/seed.ts';
import { startStudio } from '../../../local/studio.ts';
import { testStudio } from './test-studio.ts';

/**
 * Starts the test studio with the demo data, or with `--bare` only with the users who have a password; with empty data
 * unless `--keep`. Logs when it is open, ends on SIGTERM.
 */
const say = (what: string) => console.error(what);
if (!process.argv.includes('--keep')) await rm(testStudio.data, { recursive: true, force: true });
await buildStale(say);
const studio = await startStudio(testStudio, (failure) => {
  console.error(failure.message);
  process.exit(1);
});
process.once('SIGTERM', async () => {
  await studio.close();
  process.exit(0);
});
await (process.argv.includes('--bare') ? seedSignIns(testStudio) : seed(testStudio, say));
say(`The studio is open: ${testStudio.site}`);
