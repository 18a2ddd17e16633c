import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { s3 } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { makePhoto } from './samples.ts';
import { drain } from './studio.ts';
import { clientOf, makeSession, upload } from './world.ts';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/**
 * Lists an archive's files by `unzip -t` and by Python.
 * @returns the SHA-256 of each file by its name
 */
export async function unpack(bytes: Buffer): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  try {
    const path = join(folder, 'archive.zip');
    await writeFile(path, bytes);
    return unpackFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws Error when either program reports an error in the archive */
export function unpackFile(path: string): Record<string, string> {
  execFileSync('unzip', ['-tq', path]);
  const script = `
import hashlib, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps({i.filename: hashlib.sha256(archive.read(i)).hexdigest() for i in archive.infolist()}))`;
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
}

/** Creates a client's session with one small photo per name. */
export async function makeGallery(names: string[], size = { width: 60, height: 40 }) {
  const session = await makeSession({ session_name: 'Müller’s Wedding!' });
  const files = await Promise.all(names.map(() => makePhoto(size)));
  const keys: { session_id: string; id: string }[] = [];
  for (const [index, name] of names.entries()) keys.push(await upload(session, files[index]!, name));
  await drain('photo', processPhoto);
  return { session, client: clientOf(session), files, keys };
}

/**
 * Creates a client's session of ready photos whose originals are random bytes of the given size, which no test decodes.
 */
export async function makeLargeGallery(count = 3, bytes = 6_000_000) {
  const session = await makeSession({ session_name: 'Large' });
  const content = randomBytes(bytes);
  const photos: ReadyPhoto[] = [];
  for (let index = 0; index < count; index += 1) {
    content.writeUInt32BE(index);
    const id = `${newId()}${String(index).padStart(6, '0')}`;
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(content));
    const photo = readyPhoto(session, {
      id,
      file_name: `${index}.jpg`,
      size: content.length,
      sha256: sha256(content),
      uploaded_at: new Date(Date.UTC(2026, 4, 1, 10) + index).toISOString(),
      original_key: `originals/${session.customer_id}/${session.id}/${id}.jpg`,
      crc32: checksum.toString('base64'),
    });
    const object = { Bucket: env('PHOTOS_BUCKET'), Key: photo.original_key, Body: content };
    await s3().send(new PutObjectCommand({ ...object, ChecksumCRC32: photo.crc32 }));
    photos.push(photo);
  }
  await storePhotos(session.id, photos);
  const expected = Object.fromEntries(photos.map((photo) => [photo.file_name, photo.sha256]));
  return { session, client: clientOf(session), photos, expected };
}

/** The object key in the URL of a part. */
export const keyOfUrl = (url: string) => decodeURIComponent(new URL(url, 'http://x').pathname.slice(1));

/** A customer's multipart uploads that are neither completed nor aborted. */
export async function openUploads(customerId: string) {
  const Prefix = `downloads/${customerId}/`;
  const { Uploads = [] } = await s3().send(new ListMultipartUploadsCommand({ Bucket: env('PHOTOS_BUCKET'), Prefix }));
  return Uploads;
}
