import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { CapacityMeter } from '../support/rows/capacity.ts';
import { type ApiStudio, startApiStudio } from '../support/studio/api-studio.ts';
import { type Measured, measureRoutes } from './operations.ts';
import { photosEach, seedCustomers } from './seed.ts';

/**
 * `npm run scale`: fills the local tables with 100 customers, then with 10,000 and their 1,000,000 photos (or the
 * number in the argument), and compares what each route costs. Writes the table of docs/scale.md; takes about 15
 * minutes.
 */
const small = 100;
const large = Number(process.argv[2] ?? 10_000);
/** How often each read is timed. */
const rounds = 25;

process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
const studio: ApiStudio = await startApiStudio();
try {
  const meter = new CapacityMeter();
  await seed(small, small);
  const before = await measureRoutes(meter, rounds);
  await seed(large - small, large);
  const after = await measureRoutes(meter, rounds);
  await writeTable(before, after);
} finally {
  await studio.close();
}

async function seed(more: number, total: number): Promise<void> {
  const start = performance.now();
  // In steps, to report progress.
  for (let done = 0; done < more; done += small) {
    await seedCustomers(Math.min(small, more - done), { from: total - more + done });
    if ((done / small) % 10 === 9) console.log(`  ${(done + small).toLocaleString('en-US')} customers …`);
  }
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  console.log(
    `${total.toLocaleString('en-US')} customers, ${(total * photosEach).toLocaleString('en-US')} photos: ${seconds} s`,
  );
}

async function writeTable(before: Measured[], after: Measured[]): Promise<void> {
  const rows = before.map((one, index) => {
    const other = after[index]!;
    const isEqual = one.calls.join() === other.calls.join() && one.read === other.read && one.write === other.write;
    const ratio = one.route.startsWith('GET ') ? (other.milliseconds / one.milliseconds).toFixed(2) : '–';
    const cost = ({ calls, read, write }: Measured) => `${calls.length} / ${read} / ${write}`;
    return `| \`${one.route}\` | ${cost(one)} | ${isEqual ? 'the same' : `**${cost(other)}**`} | ${ratio} |`;
  });
  const [cpu] = cpus();
  const table = [
    `Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpu?.model.trim() || 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; the quickest of ${rounds}, as whatever else a machine does only slows it down.`,
    '',
    `| Route | Calls / read / write units at ${small} customers | at ${large.toLocaleString('en-US')}, ${(large * photosEach).toLocaleString('en-US')} photos | Time, as a ratio |`,
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
  console.log(table);
  const path = 'docs/scale.md';
  const text = await readFile(path, 'utf8');
  await writeFile(
    path,
    text.replace(/(<!-- measured -->\n)[\s\S]*(\n<!-- end -->)/, (_, begin, end) => begin + table + end),
  );
}
