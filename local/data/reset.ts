import { rm } from 'node:fs/promises';
import { studioAddresses } from '../addresses.ts';
import { requireOwnFolder } from './data-folder.ts';

/**
 * `npm run reset`: deletes the data of the studio on this machine. Refuses while the studio runs, because it would go
 * on writing.
 */
const studio = studioAddresses();
const running = await fetch(studio.site).then(
  () => true,
  () => false,
);
if (running) {
  console.error(`The studio is running at ${studio.site}. Stop it first (Ctrl+C where it was started), then reset.`);
  process.exit(1);
}
await requireOwnFolder(studio.data).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
await rm(studio.data, { recursive: true, force: true });
console.log(`${studio.data} is gone. 'npm start' begins afresh.`);
