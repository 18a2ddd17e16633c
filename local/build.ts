import { spawn } from 'node:child_process';
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FunctionName, functions } from '../infra/blueprint/functions.ts';
import { bundle } from '../infra/bundle.ts';
import { localSite } from './addresses.ts';

interface Product {
  name: string;
  stamp: string;
  /** The source files and folders of the product. */
  sources: string[];
  build: () => Promise<void>;
}

const products: Product[] = [
  {
    name: 'functions',
    stamp: join('dist', 'lambdas', '.built'),
    sources: ['lambdas', 'shared', 'infra/blueprint', 'infra/bundle.ts', 'package-lock.json'],
    build: async () => {
      await bundle(...(Object.keys(functions) as FunctionName[]));
    },
  },
  {
    name: 'site',
    stamp: join(localSite, '.built'),
    sources: ['web', 'shared', 'local/services/amplify-over-http.ts', 'package-lock.json'],
    build: () => run('node', ['local/build-site.ts']),
  },
];

/**
 * Builds each product that is older than its newest source. A deleted file changes its folder's modification time, so
 * deletions count.
 */
export async function buildStale(report: (message: string) => void): Promise<void> {
  for (const product of products) {
    const built = await stat(product.stamp).then(
      (stats) => stats.mtimeMs,
      () => 0,
    );
    const newest = Math.max(...(await Promise.all(product.sources.map(newestBelow))));
    if (newest <= built) continue;
    report(`Building the ${product.name} …`);
    const began = new Date();
    await product.build();
    await mkdir(dirname(product.stamp), { recursive: true });
    // The stamp has the time at which the build began, so that a file that changes during the build makes it stale.
    await writeFile(product.stamp, '');
    await utimes(product.stamp, began, began);
  }
}

async function newestBelow(path: string): Promise<number> {
  const stats = await stat(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const entries = await readdir(path, { withFileTypes: true });
  const below = entries
    .filter((entry) => entry.name !== 'node_modules')
    .map((entry) => newestBelow(join(path, entry.name)));
  return Math.max(stats.mtimeMs, ...(await Promise.all(below)));
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`'${command} ${args.join(' ')}' ended with code ${code}.`)),
    );
  });
}
