import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type FunctionName, functions } from '../../infra/blueprint/functions.ts';
import { bundle, bundleFolder } from '../../infra/bundle.ts';
import { type Figure, kilobytes, median } from './measure.ts';

const run = promisify(execFile);

/** Milliseconds to import a module in a new process, as a cold start does. */
async function coldImport(file: string): Promise<number> {
  const script = `const s=performance.now();await import(${JSON.stringify(file)});console.log(performance.now()-s);process.exit()`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, AWS_REGION: 'us-east-1' },
  });
  return Number(stdout.trim().split('\n').at(-1));
}

/** P10: what a cold start imports, bundled and unbundled. */
export async function benchBundles(rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const name of Object.keys(functions) as FunctionName[]) {
    await bundle(name);
    const file = resolve(bundleFolder(name), 'index.mjs');
    const times: number[] = [];
    const plain: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      times.push(await coldImport(file));
      plain.push(await coldImport(resolve(functions[name].entry)));
    }
    const ratio = median(times.map((time, round) => time / (plain[round] ?? Number.NaN)));
    const { size } = statSync(join(bundleFolder(name), 'index.mjs'));
    figures.push({
      id: 'P10',
      measure: `Function ${name}: bundle; cold import ÷ unbundled`,
      result: `${kilobytes(size)}; ${ratio.toFixed(2)} (${median(times).toFixed(0)} ms)`,
      target: 'recorded; ≤ 0.5',
      met: ratio <= 0.5,
    });
  }
  return figures;
}
