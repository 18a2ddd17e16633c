// Installs sharp for the Lambda's platform beside this file, from its own lockfile, so that synth needs no network.
import { spawnSync } from 'node:child_process';

// npm 11 hands its own flags down through the environment; os and cpu come from the .npmrc beside this file.
const run = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
  cwd: import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(run.status ?? 1);
