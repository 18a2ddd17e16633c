import { spawnSync } from 'node:child_process';
import { addresses } from './addresses.ts';
import { awsEnvironment, settings } from './environment.ts';

/**
 * `npm run local -- <command>`: runs a command with the studio of this machine in place of AWS, such as
 * `npm run local -- npm run studio:export -- out`. `STUDIO_PORT` and `STUDIO_DATA` as for `npm start`, which must be running.
 */
const of = addresses(Number(process.env.STUDIO_PORT ?? 4600), process.env.STUDIO_DATA);
const [command, ...args] = process.argv.slice(2);
if (!command) {
  console.error('Usage: npm run local -- <command>, such as: npm run local -- npm run studio:export -- out');
  process.exit(1);
}
const { status } = spawnSync(command, args, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, ...awsEnvironment(of), ...settings(of) },
});
process.exit(status ?? 1);
