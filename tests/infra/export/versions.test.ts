import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportStudio } from '../../../infra/commands/export.ts';
import type { Source } from '../../../infra/commands/exported/source.ts';
import { rebuildFromObject } from '../../../infra/commands/repair.ts';
import { restore } from '../../../infra/commands/restore.ts';
import { drill, isSound } from '../../../infra/commands/restore-drill.ts';
import { setFavoriteOrNote } from '../../../lambdas/domain/photos/feedback/client-feedback.ts';
import { versionIdOf } from '../../../lambdas/domain/photos/files/file-keys.ts';
import type { ReadyPhoto } from '../../../lambdas/domain/photos/row/lifecycle.ts';
import { putBackVersion } from '../../../lambdas/domain/photos/versions/versions.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { handler as moveDerivatives } from '../../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { makePhoto } from '../../photos/samples.ts';
import { drain } from '../../photos/studio.ts';
import { admin, clientOf, complete, inventory, makeSession, read, upload, uploadVersion } from '../../photos/world.ts';
import { type ExportableStudio, openExportableStudio } from './exportable-studio.ts';

let studio: ExportableStudio;
let dir: string;
let source: Source;
beforeAll(async () => {
  studio = await openExportableStudio();
  ({ source, dir } = studio);
});
afterAll(() => studio?.close());

const quiet = () => {};

/** A session with one photo that was replaced, and the bytes of both versions. */
async function replaced() {
  const session = await makeSession();
  const [proof, finished] = [await makePhoto(), await makePhoto({ width: 200, height: 200 })];
  const key = await upload(session, proof, 'IMG_1.jpg');
  await drain('photo', processPhoto);
  await uploadVersion(session, key.id, finished, 'IMG_1-Edit.jpg');
  await drain('photo', processPhoto);
  await drain('media', moveDerivatives);
  return { session, key, proof, finished, photo: (await read(key)) as ReadyPhoto };
}

test('an export has the current version under the first name and earlier ones beside it, and restores all of them', async () => {
  const { session, key, proof, finished, photo } = await replaced();
  const folder = join(dir, 'export');
  await exportStudio(source, folder, quiet);
  const files = (await readdir(join(folder, 'photos'), { recursive: true })).filter((name) => name.endsWith('.jpg'));
  const of = async (ending: string) => readFile(join(folder, 'photos', files.find((name) => name.endsWith(ending))!));
  expect(files).toHaveLength(2);
  expect(await of('/Earlier versions/IMG_1.jpg')).toEqual(proof);
  expect(files.some((name) => !name.includes('Earlier') && name.endsWith('/IMG_1.jpg'))).toBe(true);
  const current = files.find((name) => !name.includes('Earlier'))!;
  expect(await readFile(join(folder, 'photos', current))).toEqual(finished);
  expect(isSound(await drill(source.dynamodb, folder, quiet))).toBe(true);

  // The row, an earlier original and a wrong count are lost.
  await source.dynamodb.send(new DeleteCommand({ TableName: 'photos', Key: key }));
  await source.s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key: photo.former![0]!.original_key }));
  await source.dynamodb.send(
    new UpdateCommand({
      TableName: 'sessions',
      Key: { id: session.id },
      UpdateExpression: 'SET finished_count = :wrong, original_bytes = :wrong',
      ExpressionAttributeValues: { ':wrong': 7 },
    }),
  );
  await restore(source, folder, quiet);
  expect(await read(key)).toEqual(photo);
  expect(await inventory(session)).toEqual(complete(1));
  await putBackVersion(admin, session.id, key.id, versionIdOf(photo.former![0]!));
  await drain('media', moveDerivatives);
  expect(await inventory(session)).toEqual(complete(1));
});

test('a damaged row of a replaced photo is rebuilt from its current version', async () => {
  const { key, finished } = await replaced();
  const { Item = {} } = await source.dynamodb.send(new GetCommand({ TableName: 'photos', Key: key }));
  await rebuildFromObject(source, env('LANDING_BUCKET'), key, Item);
  await drain('photo', processPhoto);
  expect(await read(key)).toMatchObject({
    ...{ state: 'ready', file_name: 'IMG_1.jpg', stage: 'finished', width: 200, size: finished.length },
  });
});

test('an export names an original by what its bytes are, and what lies beside it by the first name', async () => {
  const session = await makeSession();
  const jpeg = await makePhoto();
  const key = await upload(session, jpeg, 'IMG_0042.HEIC');
  await drain('photo', processPhoto);
  await setFavoriteOrNote(clientOf(session), session.id, key.id, { is_favorite: true });
  const folder = join(dir, 'export of a JPEG named HEIC');
  await exportStudio(source, folder, quiet);
  const files = await readdir(folder, { recursive: true });
  const photo = files.find((name) => name.startsWith('photos/') && name.endsWith('/IMG_0042.jpg'));
  expect(await readFile(join(folder, photo!))).toEqual(jpeg);
  expect(files.some((name) => name.endsWith('IMG_0042.xmp'))).toBe(true);
  expect(await readFile(join(folder, 'favorites-and-notes.csv'), 'utf8')).toContain('IMG_0042');
});
