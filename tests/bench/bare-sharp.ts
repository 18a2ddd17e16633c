import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

sharp.cache(false);
sharp.concurrency(1);

/** What makes three derivatives of files and nothing else: the floor that ingest is measured against. Two at once. */
export async function handler({ files, folder }: { files: string[]; folder: string }): Promise<void> {
  await mkdir(folder, { recursive: true });
  const left = [...files.entries()];
  await Promise.all(
    [0, 1].map(async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [index, file] = next;
        const image = sharp(await readFile(file)).rotate();
        const sizes = [
          image.clone().resize(2048, 2048, { fit: 'inside' }).jpeg({ quality: 80 }),
          image.clone().resize(1024, 1024, { fit: 'inside' }).webp({ quality: 75, effort: 2 }),
          image.clone().resize(400, 400, { fit: 'inside' }).webp({ quality: 70, effort: 2 }),
        ];
        for (const [size, made] of sizes.entries()) {
          await writeFile(join(folder, `${index}-${size}`), await made.toBuffer());
        }
      }
    }),
  );
}
