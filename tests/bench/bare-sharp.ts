import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OutputInfo } from 'sharp';
import { encoding } from '../../lambdas/workers/process-photo/pixels.ts';

sharp.cache(false);
sharp.concurrency(1);

const open = ({ data, info }: { data: Buffer; info: OutputInfo }) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

/**
 * Makes three derivatives of each file in the fastest way that sharp has (one decode, each size from the one before)
 * and nothing else, encoded as the product does: the floor for ingest. Two files at once.
 */
export async function handler({ files, folder }: { files: string[]; folder: string }): Promise<void> {
  await mkdir(folder, { recursive: true });
  const left = [...files.entries()];
  const raw = { resolveWithObject: true } as const;
  await Promise.all(
    [0, 1].map(async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, file] = next;
        const image = sharp(await readFile(file), { ignoreIcc: true }).rotate();
        const large = await image.resize(2048, 2048, { fit: 'inside', kernel: 'cubic' }).raw().toBuffer(raw);
        const medium = await open(large).resize(1024, 1024, { fit: 'inside' }).raw().toBuffer(raw);
        const small = await open(medium).resize(400, 400, { fit: 'inside' }).raw().toBuffer(raw);
        const made = await Promise.all([
          open(large).jpeg(encoding.large).toBuffer(),
          open(medium).webp(encoding.medium).toBuffer(),
          open(small).webp(encoding.small).toBuffer(),
        ]);
        for (const [size, bytes] of made.entries()) await writeFile(join(folder, `${index}-${size}`), bytes);
      }
    }),
  );
}
