import { join } from 'node:path';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { functions } from '../../infra/blueprint/functions.ts';
import { bundle, bundleFolder } from '../../infra/bundle.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { withdrawDownloads } from '../../lambdas/domain/downloads/withdrawal.ts';
import { askToKeepReady } from '../../lambdas/domain/jobs/download-jobs.ts';
import { deleteStored } from '../../lambdas/domain/photos/files/files.ts';
import { recordAnnouncement } from '../../lambdas/domain/sessions/announcement-writes.ts';
import { readSession } from '../../lambdas/domain/sessions/repository.ts';
import { s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { write } from '../../lambdas/platform/table.ts';
import { keyOfUrl, makeLargeGallery } from '../photos/archives.ts';
import { openStudio, receive, removeMessages, toRecord } from '../photos/studio.ts';
import { FunctionProcess } from './function-process.ts';
import { type Figure, median } from './measure.ts';

const bytesOfPhoto = 6_500_000;
/** Lambda starts Node with 5% of the function's memory as the largest semi-space of V8's young generation. */
const lambdaSemiSpace = `--max-semi-space-size=${Math.floor(functions['prepare-download'].memory * 0.05)}`;

/**
 * P9: an archive of originals, S3 to S3, alternating with a plain concatenation of the same bytes over the same path.
 * The worker is its bundle in its own process.
 */
export async function benchArchives(rounds: number, count: number): Promise<Figure[]> {
  const studio = await openStudio();
  await bundle('prepare-download');
  const newWorker = () => new FunctionProcess(join(bundleFolder('prepare-download'), 'index.mjs'), [lambdaSemiSpace]);
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
    const firstBytes: number[] = [];
    for (let round = 0; round < rounds; round += 1) firstBytes.push(await askForAnnounced(worker, gallery));
    // The same number of bytes in ten times as many files.
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
        measure: 'First byte of the archive of an announced session, from the request for it',
        result: `${median(firstBytes).toFixed(0)} ms`,
        target: '≤ 200 ms',
        met: median(firstBytes) <= 200,
      },
      {
        id: 'P9',
        measure: `Memory of prepare-download at most; of one with ${sizes[1]} files`,
        result: `${peak.toFixed(0)} MB; ${manyFiles.peak.toFixed(0)} MB`,
        target: '≤ 200 MB, the same',
        met: Math.max(peak, manyFiles.peak) <= 200,
      },
    ];
  } finally {
    for (const each of [worker, manyFilesWorker, floor]) each.close();
    await studio.close();
  }
}

/**
 * Prepares an announced gallery's archive ahead, then requests it as the client does, and deletes it.
 * @returns milliseconds until the first byte
 */
async function askForAnnounced(
  worker: FunctionProcess,
  { session, client, photos }: Awaited<ReturnType<typeof makeLargeGallery>>,
): Promise<number> {
  const announced = { announced_at: new Date().toISOString(), announced_by: session.id };
  const row = await readSession(session.id);
  if (!row) throw new Error('The session is gone.');
  await write(recordAnnouncement(row, announced, async () => new Error('It was announced at the same time.')));
  await askToKeepReady({ id: session.id, ...announced }, { photosChanged: false });
  // The session's message, which begins the download, then the download's own.
  for (let message = 0; message < 2; message += 1) await workOff(worker);
  const start = performance.now();
  const download = await requestDownload(client, { kind: 'session', session_id: session.id });
  const [part] = download.parts;
  if (!part) throw new Error(`The download is ${download.state}.`);
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: keyOfUrl(part.url) }));
  for await (const _ of Body as AsyncIterable<Uint8Array>) break;
  const milliseconds = performance.now() - start;
  await withdrawDownloads(photos.slice(0, 1));
  return milliseconds;
}

async function workOff(worker: FunctionProcess) {
  const messages = await receive('download', 600);
  const call = await worker.call({ Records: messages.map(toRecord) });
  await removeMessages('download', messages);
  return call;
}

/** Prepares a gallery's archives anew, then deletes them. */
async function prepare(
  worker: FunctionProcess,
  { session, client, photos }: Awaited<ReturnType<typeof makeLargeGallery>>,
) {
  await requestDownload(client, { kind: 'session', session_id: session.id });
  const call = await workOff(worker);
  const [download] = (await listDownloads(client)).items;
  if (download?.state !== 'ready') throw new Error(`The download is ${download?.state}.`);
  await withdrawDownloads(photos.slice(0, 1));
  return call;
}
