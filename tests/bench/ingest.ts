import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, bundleFolder } from '../../infra/bundle.ts';
import { listUnsettled } from '../../lambdas/domain/photos/gallery.ts';
import { openStudio, receive, removeMessages, toRecord } from '../photos/studio.ts';
import { admin, ask, makeSession, put } from '../photos/world.ts';
import { makePhotograph } from './derivatives.ts';
import { FunctionProcess } from './function-process.ts';
import { type Figure, median } from './measure.ts';

/**
 * P7: photos of 24 megapixels through ticket, upload, event and worker until they are ready, against sharp alone on the
 * same files, in turn. The worker is its bundle in two processes of its own; S3, SQS and DynamoDB share the machine with it.
 */
export async function benchIngest(rounds: number, photosPerRound: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ingest-'));
  const studio = await openStudio();
  await bundle('process-photo');
  const workers = [0, 1].map(() => new FunctionProcess(join(bundleFolder('process-photo'), 'index.mjs')));
  const bare = new FunctionProcess('tests/bench/bare-sharp.ts');
  try {
    const pictures: Buffer[] = [];
    for (let seed = 0; seed < 4; seed += 1) pictures.push(await makePhotograph(seed));
    // What stands behind a picture makes it another file.
    const photos = Array.from({ length: photosPerRound }, (_, index) =>
      Buffer.concat([pictures[index % pictures.length]!, Buffer.from(String(index))]),
    );
    const files = photos.map((_, index) => join(folder, `${index}.jpg`));
    for (const [index, photo] of photos.entries()) await writeFile(files[index]!, photo);

    const ingest = async (some: Buffer[]) => {
      const session = await makeSession();
      let cpu = 0;
      const before = process.cpuUsage();
      const began = performance.now();
      const sending = (async () => {
        const tickets = await ask(
          session,
          some.map((bytes, index) => ({ bytes, name: `${index}.jpg` })),
        );
        const left = [...tickets.entries()];
        await Promise.all(
          [0, 1].map(async () => {
            for (let next = left.shift(); next; next = left.shift()) {
              if ((await put(next[1], some[next[0]]!)) !== 200) throw new Error('An upload was refused.');
            }
          }),
        );
      })();
      let done = 0;
      let milliseconds = 0;
      const working = workers.map(async (worker) => {
        while (done < some.length) {
          const messages = await receive('photo', 600, { limit: 4, wait: 1 });
          if (messages.length === 0) continue;
          const call = await worker.call<{ batchItemFailures: unknown[] }>({ Records: messages.map(toRecord) });
          if (call.result.batchItemFailures.length > 0) throw new Error('A photo failed.');
          await removeMessages('photo', messages);
          cpu += call.cpu;
          done += messages.length;
          milliseconds = performance.now() - began;
        }
        return (await worker.call<unknown>({ Records: [] })).peak;
      });
      await sending;
      const peaks = await Promise.all(working);
      if ((await listUnsettled(admin, session.id)).items.length > 0) throw new Error('Some photos are not ready.');
      return { milliseconds, cpu, around: process.cpuUsage(before), peak: Math.max(...peaks) };
    };
    // S3's test event; and neither begins cold.
    await removeMessages('photo', await receive('photo'));
    await ingest(photos.slice(0, 2));
    await bare.call({ files: files.slice(0, 2), folder: join(folder, 'out') });

    const ratios: number[] = [];
    const cpu: { worker: number; around: number }[] = [];
    const speeds: { mine: number; floor: number }[] = [];
    const speed = (milliseconds: number) => (photos.length * 1_000) / milliseconds;
    let peak = 0;
    for (let round = 0; round < rounds; round += 1) {
      const mine = await ingest(photos);
      const floor = await bare.call({ files, folder: join(folder, 'out') });
      ratios.push(floor.milliseconds / mine.milliseconds);
      const around = (mine.around.user + mine.around.system) / 1e6;
      cpu.push({ worker: mine.cpu / floor.cpu, around: around / floor.cpu });
      speeds.push({ mine: speed(mine.milliseconds), floor: speed(floor.milliseconds) });
      peak = Math.max(peak, mine.peak);
    }
    return [
      {
        id: 'P7',
        measure: `Ingest of ${photos.length} photos of 24 megapixels, ticket to ready ÷ sharp alone`,
        result: `${median(ratios).toFixed(2)} (${median(speeds.map(({ mine }) => mine)).toFixed(1)} ÷ ${median(speeds.map(({ floor }) => floor)).toFixed(1)} photos/s)`,
        target: '≥ 0.85',
        met: median(ratios) >= 0.85,
      },
      {
        id: 'P7',
        measure:
          'CPU seconds ÷ those of sharp alone: of the worker, which AWS bills; of browser, S3, SQS and DynamoDB, which share the machine here',
        result: `${median(cpu.map(({ worker }) => worker)).toFixed(2)}; ${median(cpu.map(({ around }) => around)).toFixed(2)}`,
        target: 'named',
        met: true,
      },
      {
        id: 'P7',
        measure: 'Memory of process-photo at most',
        result: `${peak.toFixed(0)} MB`,
        target: '≤ 600 MB',
        met: peak <= 600,
      },
    ];
  } finally {
    for (const worker of workers) worker.close();
    bare.close();
    await studio.close();
    await rm(folder, { recursive: true });
  }
}
