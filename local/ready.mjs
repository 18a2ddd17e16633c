// Checks that everything that the scripts need is installed, or says in one sentence what is missing. Runs before
// anything else, on any version of Node, without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOldNode, nodeTrouble, oldNode } from '../infra/node-version.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const windows = process.platform === 'win32';

function stop(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

if (isOldNode) stop(oldNode);

/**
 * The file that npm writes last, so it is newer than the lockfile only when the last install was complete and current.
 */
const installed = join(root, 'node_modules', '.package-lock.json');
const lockfile = join(root, 'package-lock.json');
const linuxArm64 = join(root, 'infra', 'linux-arm64');
const current = (stamp, lock) => existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(lock).mtimeMs;
if (
  !current(installed, lockfile) ||
  !current(join(linuxArm64, 'node_modules', '.package-lock.json'), join(linuxArm64, 'package-lock.json'))
) {
  console.log('Installing what the studio is made of (about a minute the first time) …');
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
  });
  if (install.status !== 0)
    stop('The installation did not finish. What npm said above tells why; then run the command again.');
}

// The `node` package puts Node 24 first on PATH in npm's scripts, unless its install script was not allowed to run.
const node = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
const version = (command) =>
  spawnSync(command, ['--version'], { encoding: 'utf8', shell: windows }).stdout?.trim() ?? '';
const trouble = nodeTrouble(existsSync(node) ? version(node) : process.version);
if (trouble) stop(trouble);
