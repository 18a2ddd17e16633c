import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { openStudio } from '../photos/studio.ts';
import { badConnection, checksumOf, uploaderTo } from '../photos/uploader.ts';
import { keysIn, makeSession } from '../photos/world.ts';
import type { Figure } from './measure.ts';

/** P11: the uploader over a line on which a fifth of the connections break and a twentieth of the answers is 503. */
export async function benchUploads(count: number): Promise<Figure[]> {
  const studio = await openStudio();
  try {
    const { JSDOM } = createRequire(import.meta.url)('jsdom');
    const { window } = new JSDOM('', { url: env('SITE_ORIGIN') });
    Object.assign(globalThis, { XMLHttpRequest: window.XMLHttpRequest, document: window.document });
    const contents = Array.from({ length: count }, () => randomBytes(20_000));
    const files = contents.map((bytes, index) => new window.File([bytes], `${index}.jpg`, { type: 'image/jpeg' }));
    const session = await makeSession();
    const { send, sent } = uploaderTo(session);
    studio.faults.s3.set(badConnection);
    await send(files);
    studio.faults.s3.set([]);
    const stored: string[] = [];
    for (const Key of await keysIn('LANDING_BUCKET', `${session.customer_id}/`)) {
      const { Body } = await s3().send(new GetObjectCommand({ Bucket: env('LANDING_BUCKET'), Key }));
      stored.push(checksumOf((await Body?.transformToByteArray()) ?? new Uint8Array()));
    }
    const wanted = new Set(contents.map(checksumOf));
    const equal = new Set(stored.filter((checksum) => wanted.has(checksum))).size;
    const factor = sent.requests / count;
    window.close();
    return [
      {
        id: 'P11',
        measure: `Upload of ${count} files, 20% of connections cut, 5% of answers 503: stored byte-equal; objects; requests ÷ files`,
        result: `${equal}; ${stored.length}; ${factor.toFixed(2)}`,
        target: `${count}; ${count}; ≤ 1.35`,
        met: equal === count && stored.length === count && factor <= 1.35,
      },
    ];
  } finally {
    await studio.close();
  }
}
