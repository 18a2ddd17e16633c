import { rm } from 'node:fs/promises';
import { studioAddresses } from '../addresses.ts';
import { requireOwnFolder } from './data-folder.ts';

/**
 * `npm run reset`: deletes the data of the studio on this machine. Refuses while the studio runs, since it would go on
 * writing.
 */
const of = studioAddresses();
const running = await fetch(of.site).then(
  () => true,
  () => false,
);
if (running) {
  console.error(`The studio is running at ${of.site}. Stop it first (Ctrl+C where it was started), then reset.`);
  process.exit(1);
}
await requireOwnFolder(of.data).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
await rm(of.data, { recursive: true, force: true });
console.log(`${of.data} is gone. 'npm start' begins afresh.`);
