import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { studioAddresses } from './addresses.ts';
import { commandEnvironment } from './environment.ts';

/**
 * `npm run local -- <command>`: runs a command against the studio on this machine instead of AWS, for example `npm run
 * local -- npm run studio:export -- out`, or shorter `npm run local -- studio:export out`. `npm start` must be running.
 */
const studio = studioAddresses();
const [firstWord, ...otherWords] = process.argv.slice(2);
if (!firstWord) {
  console.error('Usage: npm run local -- <command>, such as: npm run local -- npm run studio:export -- out');
  process.exit(1);
}
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
const [command, ...args] = Object.hasOwn(scripts, firstWord)
  ? ['npm', 'run', firstWord, '--', ...otherWords]
  : [firstWord, ...otherWords];
// Unset the owner's AWS profile, which would take precedence over the local credentials.
const { AWS_PROFILE: _, AWS_SESSION_TOKEN: __, ...inherited } = process.env;
const { status, error } = spawnSync(command!, args, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...inherited, ...commandEnvironment(studio) },
});
if (error) console.error(`'${command}' could not be run: ${error.message}`);
process.exit(status ?? 1);
