import { join } from 'node:path';
import { functions } from '../../infra/blueprint.ts';
import { bundle, bundleFolder } from '../../infra/bundle.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { withdrawDownloads } from '../../lambdas/domain/downloads/withdrawal.ts';
import { deleteStored } from '../../lambdas/domain/photos/files.ts';
import { env } from '../../lambdas/platform/env.ts';
import { makeLargeGallery } from '../photos/archives.ts';
import { openStudio, receive, removeMessages, toRecord } from '../photos/studio.ts';
import { FunctionProcess } from './function-process.ts';
import { type Figure, median } from './measure.ts';

const bytesOfPhoto = 6_500_000;

/**
 * P9: an archive of originals, S3 to S3, against the plain concatenation of the same bytes on the same way, in turn. The
 * worker is its bundle in a process of its own.
 */
export async function benchArchives(rounds: number, count: number): Promise<Figure[]> {
  const studio = await openStudio();
  await bundle('prepare-download');
  const newWorker = () =>
    new FunctionProcess(join(bundleFolder('prepare-download'), 'index.mjs'), [
      functions['prepare-download'].nodeOptions,
    ]);
  const worker = newWorker();
  const manyFilesWorker = newWorker();
  const floor = new FunctionProcess('tests/bench/concatenation.ts');
  try {
    const gallery = await makeLargeGallery(count, bytesOfPhoto);
    const keys = gallery.photos.map((photo) => photo.original_key);
    const ratios: number[] = [];
    const speeds: number[] = [];
    let peak = 0;
    for (let round = 0; round < rounds; round += 1) {
      const archive = await prepare(worker, gallery);
      const target = 'downloads/floor';
      const plain = await floor.call({ Bucket: env('PHOTOS_BUCKET'), keys, target });
      await deleteStored([target]);
      ratios.push(plain.milliseconds / archive.milliseconds);
      speeds.push((count * bytesOfPhoto) / 1_000 / archive.milliseconds);
      peak = Math.max(peak, archive.peak);
    }
    // As many bytes in ten times as many files.
    const manyFiles = await prepare(manyFilesWorker, await makeLargeGallery(count * 10, bytesOfPhoto / 10));
    const sizes = [count, count * 10].map((files) => files.toLocaleString('en-US'));
    return [
      {
        id: 'P9',
        measure: `Archive of ${sizes[0]} originals (${((count * bytesOfPhoto) / 1e9).toFixed(2)} GB) ÷ plain concatenation, S3 to S3`,
        result: `${median(ratios).toFixed(2)} (${median(speeds).toFixed(0)} MB/s)`,
        target: '≥ 0.6',
        met: median(ratios) >= 0.6,
      },
      {
        id: 'P9',
        measure: `Memory of prepare-download at most; of one with ${sizes[1]} files`,
        result: `${peak.toFixed(0)} MB; ${manyFiles.peak.toFixed(0)} MB`,
        target: '≤ 150 MB, the same',
        met: Math.max(peak, manyFiles.peak) <= 150,
      },
    ];
  } finally {
    for (const each of [worker, manyFilesWorker, floor]) each.close();
    await studio.close();
  }
}

/** Prepares a gallery's archives from nothing, and takes them away again. */
async function prepare(
  worker: FunctionProcess,
  { session, client, photos }: Awaited<ReturnType<typeof makeLargeGallery>>,
) {
  await requestDownload(client, { kind: 'session', session_id: session.id });
  const messages = await receive('download', 600);
  const call = await worker.call({ Records: messages.map(toRecord) });
  await removeMessages('download', messages);
  const [download] = (await listDownloads(client)).items;
  if (download?.state !== 'ready') throw new Error(`The download is ${download?.state}.`);
  await withdrawDownloads(photos.slice(0, 1));
  return call;
}
