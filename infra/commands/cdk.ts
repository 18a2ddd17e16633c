import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Runs this repository's CDK.
 * @throws Error when it fails, after CDK has printed the reason
 */
export function cdk(...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join('node_modules', 'aws-cdk', 'bin', 'cdk'), ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`cdk ${args[0]} failed; see CDK's output above.`);
}
