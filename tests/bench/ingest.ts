import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import pLimit from 'p-limit';
import { bundle, bundleFolder } from '../../infra/bundle.ts';
import { listUnsettled } from '../../lambdas/domain/photos/lists/studio-list.ts';
import { s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { openStudio, receive, removeMessages, toRecord } from '../photos/studio.ts';
import { admin, ask, makeSession, put, putBytes } from '../photos/world.ts';
import { makePhotograph } from './derivatives.ts';
import { FunctionProcess } from './function-process.ts';
import { type Figure, median } from './measure.ts';

const twoAtOnce = pLimit(2);

/**
 * P7: photos of 24 megapixels through ticket, upload, event and worker until they are ready, alternating with the
 * floor: the same files are put into the same S3 and scaled by sharp alone, at the same time. The worker is its bundle,
 * and sharp a script, in two processes each; S3, SQS and DynamoDB run on the same machine.
 */
export async function benchIngest(rounds: number, photosPerRound: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ingest-'));
  const studio = await openStudio();
  await bundle('process-photo');
  const workers = [0, 1].map(() => new FunctionProcess(join(bundleFolder('process-photo'), 'index.mjs')));
  const scalers = [0, 1].map(() => new FunctionProcess('tests/bench/bare-sharp.ts'));
  try {
    const pictures: Buffer[] = [];
    for (let seed = 0; seed < 4; seed += 1) pictures.push(await makePhotograph(seed));
    // Bytes after the end of a JPEG change its hash, not the picture.
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
        await twoAtOnce.map(tickets.entries(), async ([index, ticket]) => {
          if ((await put(ticket, some[index]!)) !== 200) throw new Error('An upload was refused.');
        });
      })();
      let done = 0;
      let milliseconds = 0;
      const removing: Promise<void>[] = [];
      const working = workers.map(async (worker) => {
        while (done < some.length) {
          const messages = await receive('photo', 600, { limit: 4, wait: 1 });
          if (messages.length === 0) continue;
          const call = await worker.call<{ batchItemFailures: unknown[] }>({ Records: messages.map(toRecord) });
          if (call.result.batchItemFailures.length > 0) throw new Error('A photo failed.');
          // Lambda does it, and meanwhile calls the function again.
          removing.push(removeMessages('photo', messages));
          cpu += call.cpu;
          done += messages.length;
          milliseconds = performance.now() - began;
        }
        return (await worker.call<unknown>({ Records: [] })).peak;
      });
      await sending;
      const peaks = await Promise.all(working);
      await Promise.all(removing);
      if ((await listUnsettled(admin, session.id)).items.length > 0) throw new Error('Some photos are not ready.');
      return { milliseconds, cpu, around: process.cpuUsage(before), peak: Math.max(...peaks) };
    };
    const floor = async (some: Buffer[]) => {
      const session = newId();
      const sign = (index: number) =>
        getSignedUrl(s3(), new PutObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: `floor/${session}/${index}` }));
      const urls = await Promise.all(some.map((_, index) => sign(index)));
      const uploaded: string[] = [];
      let cpu = 0;
      let left = some.length;
      const began = performance.now();
      let isPut = Promise.withResolvers<void>();
      const sending = twoAtOnce.map(urls.entries(), async ([index, url]) => {
        if ((await putBytes(url, some[index]!)) !== 200) throw new Error('An upload was refused.');
        uploaded.push(files[index]!);
        isPut.resolve();
        isPut = Promise.withResolvers();
      });
      const scaling = scalers.map(async (scaler, index) => {
        while (left > 0) {
          const batch = uploaded.splice(0, 4);
          left -= batch.length;
          if (left === 0) isPut.resolve();
          if (batch.length === 0) {
            await isPut.promise;
            continue;
          }
          const call = await scaler.call({ files: batch, folder: join(folder, `out-${index}`) });
          cpu += call.cpu;
        }
      });
      await Promise.all([sending, ...scaling]);
      return { milliseconds: performance.now() - began, cpu };
    };
    // Consumes S3's test event, and warms all processes up.
    await removeMessages('photo', await receive('photo'));
    await ingest(photos.slice(0, 4));
    await floor(photos.slice(0, 4));

    const ratios: number[] = [];
    const cpu: { worker: number; around: number }[] = [];
    const speeds: { mine: number; floor: number }[] = [];
    const speed = (milliseconds: number) => (photos.length * 1_000) / milliseconds;
    let peak = 0;
    for (let round = 0; round < rounds; round += 1) {
      const mine = await ingest(photos);
      const bare = await floor(photos);
      ratios.push(bare.milliseconds / mine.milliseconds);
      const around = (mine.around.user + mine.around.system) / 1e6;
      cpu.push({ worker: mine.cpu / bare.cpu, around: around / bare.cpu });
      speeds.push({ mine: speed(mine.milliseconds), floor: speed(bare.milliseconds) });
      peak = Math.max(peak, mine.peak);
    }
    return [
      {
        id: 'P7',
        measure: `Ingest of ${photos.length} photos of 24 megapixels, ticket to ready ÷ bare upload and sharp`,
        result: `${median(ratios).toFixed(2)} (${median(speeds.map(({ mine }) => mine)).toFixed(1)} ÷ ${median(speeds.map(({ floor }) => floor)).toFixed(1)} photos/s)`,
        target: '≥ 0.75',
        met: median(ratios) >= 0.75,
      },
      {
        id: 'P7',
        measure:
          'CPU seconds ÷ those of sharp: of the worker, which AWS bills; of browser, S3, SQS and DynamoDB, which share the machine here',
        result: `${median(cpu.map(({ worker }) => worker)).toFixed(2)}; ${median(cpu.map(({ around }) => around)).toFixed(2)}`,
        target: '≤ 1.12; recorded',
        met: median(cpu.map(({ worker: seconds }) => seconds)) <= 1.12,
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
    for (const child of [...workers, ...scalers]) child.close();
    await studio.close();
    await rm(folder, { recursive: true });
  }
}
