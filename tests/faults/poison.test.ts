import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from '../photos/samples.ts';
import { drain, openStudio, type PhotoStudio } from '../photos/studio.ts';
import { complete, inventory, keysIn, makeSession, read, stored, upload } from '../photos/world.ts';
import { sized } from '../support/faults/long.ts';
import { Random } from '../support/faults/random.ts';
import { hostileFiles } from './hostile-files.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

/** How many broken files to upload, of all formats in turn. */
const files = sized(90, 3_000);

/** Damages a file in one of six ways: as disks, memory cards and connections do, or an attacker. */
function breakFile(whole: Buffer, seed: number): Buffer {
  const random = new Random(seed);
  const broken = Buffer.from(whole);
  switch (seed % 6) {
    case 0:
      return broken.subarray(0, random.below(whole.length));
    case 1:
      return broken.fill(0, random.below(whole.length));
    case 2:
      for (let time = 0; time < 20; time += 1) broken[random.below(whole.length)] = random.below(256);
      return broken;
    case 3:
      // Sizes and offsets are near the start of the file.
      for (let time = 0; time < 4; time += 1) broken[8 + random.below(60)] = 0xff;
      return broken;
    case 4:
      return Buffer.concat([broken.subarray(0, 40), broken.subarray(random.below(whole.length))]);
    default:
      return Buffer.concat([broken.subarray(0, 16), Buffer.from(`<svg onload="alert(${seed})">`), broken.subarray(16)]);
  }
}

test(
  'with any damaged file the worker survives, each file is ready or refused with a reason, and other files are unharmed',
  async () => {
    const session = await makeSession();
    const noise = sharp(await makePhoto({ width: 120, height: 90 }));
    const wholes = await Promise.all([
      noise.clone().jpeg().toBuffer(),
      noise.clone().png().toBuffer(),
      noise.clone().png({ progressive: true }).toBuffer(),
      noise.clone().webp().toBuffer(),
      noise.clone().avif({ effort: 0 }).toBuffer(),
      noise.clone().tiff({ compression: 'lzw' }).toBuffer(),
    ]);
    const broken: { session_id: string; id: string }[] = [];
    const good: { session_id: string; id: string }[] = [];
    for (let index = 0; index < files; index += 1) {
      const bytes = breakFile(wholes[index % wholes.length]!, index * 7 + Math.floor(index / wholes.length));
      // The index makes the content unique.
      broken.push(await upload(session, Buffer.concat([bytes, Buffer.from(`${index}`)]), `broken-${index}.jpg`));
      if (index % 10 === 0)
        good.push(await upload(session, await makePhoto({ width: 60, height: 40 }), `${index}.jpg`));
    }
    await drain('photo', processPhoto);
    for (const key of good) expect((await read(key)).state).toBe('ready');
    let refused = 0;
    for (const key of broken) {
      const photo = await read(key);
      if (photo.state === 'ready') continue;
      if (photo.state !== 'failed') throw new Error(`${photo.file_name} is ${photo.state}`);
      refused += 1;
      expect(photo.reason, photo.file_name).toMatch(/Please (export|save)/);
      expect(photo.kept_key).not.toBeNull();
    }
    expect(refused).toBeGreaterThan(broken.length / 2);
    expect(await keysIn('PHOTOS_BUCKET', `refused/${session.customer_id}/`)).toHaveLength(refused);
    const { counts, rows, landing, missing } = await inventory(session);
    expect(counts).toEqual(rows);
    expect({ landing, missing }).toEqual({ landing: [], missing: { derivatives: [], originals: [] } });
  },
  sized(240_000, 1_200_000),
);

test('hostile files are refused with their kind, and none of their content reaches a derivative', async () => {
  const session = await makeSession();
  const files = await hostileFiles();
  const keys: { session_id: string; id: string }[] = [];
  for (const { name, bytes } of files) keys.push(await upload(session, bytes, name));
  await drain('photo', processPhoto);
  for (const [index, { name, says }] of files.entries()) {
    const photo = await read(keys[index]!);
    expect(photo, name).toMatchObject(
      says ? { state: 'failed', reason: expect.stringMatching(says) } : { state: 'ready' },
    );
    if (says) expect(photo, name).toMatchObject({ reason: expect.stringMatching(/Please (export|save)/) });
  }
  expect(await inventory(session)).toEqual(complete(files.filter(({ says }) => !says).length));
  for (const key of await keysIn('PHOTOS_BUCKET', `media/${session.customer_id}/`)) {
    expect((await stored(key)).bytes.includes('<script'), key).toBe(false);
  }
});
