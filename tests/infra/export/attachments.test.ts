import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportStudio } from '../../../infra/commands/export.ts';
import type { Source } from '../../../infra/commands/exported/source.ts';
import { restore } from '../../../infra/commands/restore.ts';
import { drill, isSound } from '../../../infra/commands/restore-drill.ts';
import { trashAttachments } from '../../../lambdas/domain/attachments/attachments.ts';
import { partitionOf, type ReadyAttachment, readAttachment } from '../../../lambdas/domain/attachments/repository.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { attach, attachmentInventory, attachmentsIn, rawFile, videoFile } from '../../photos/attaching.ts';
import { drain } from '../../photos/studio.ts';
import { admin, makeSession, stored } from '../../photos/world.ts';
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

test('an export has attachments beside the session’s photos, and restores their rows, files and counts', async () => {
  const session = await makeSession();
  const [raw, video, trashed] = [rawFile(), videoFile(), rawFile()];
  const id = await attach(session, raw, 'IMG_1.CR3');
  await attach(session, video, 'clip.mp4');
  const removed = await attach(session, trashed, 'IMG_2.CR3');
  await drain('photo', processPhoto);
  await trashAttachments(admin, session.id, [removed]);
  const key = { session_id: partitionOf(session.id), id };
  const row = (await readAttachment(key)) as ReadyAttachment;

  const folder = join(dir, 'export');
  const { bad_rows } = await exportStudio(source, folder, quiet);
  expect(bad_rows).toEqual([]);
  const files = await readdir(join(folder, 'photos'), { recursive: true });
  const bytesOf = (ending: string) => readFile(join(folder, 'photos', files.find((name) => name.endsWith(ending))!));
  expect(await bytesOf('/Files/IMG_1.CR3')).toEqual(raw);
  expect(await bytesOf('/Files/clip.mp4')).toEqual(video);
  expect(await bytesOf('/In the trash/Files/IMG_2.CR3')).toEqual(trashed);
  expect(isSound(await drill(source.dynamodb, folder, quiet))).toBe(true);

  // A row, a file and the counts are lost.
  await source.dynamodb.send(new DeleteCommand({ TableName: 'photos', Key: key }));
  await source.s3.send(new DeleteObjectCommand({ Bucket: 'photos', Key: row.original_key }));
  await source.dynamodb.send(
    new UpdateCommand({
      TableName: 'sessions',
      Key: { id: session.id },
      UpdateExpression: 'SET attachments_count = :wrong, attachment_bytes = :wrong REMOVE listed_attachments_count',
      ExpressionAttributeValues: { ':wrong': 7 },
    }),
  );
  const wrong = join(dir, 'wrong');
  await exportStudio(source, wrong, quiet);
  expect((await drill(source.dynamodb, wrong, quiet)).wrongCounts).toEqual([
    `session ${session.id} says 0/0/0/7, has 0/0/0/1`,
  ]);
  await restore(source, folder, quiet);
  expect(await readAttachment(key)).toEqual(row);
  expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready', 'ready', 'deleted'));
  const file = await stored(row.original_key);
  expect([file.bytes, file.ContentType, file.ContentDisposition]).toEqual([
    raw,
    'application/octet-stream',
    expect.stringContaining('attachment; filename="IMG_1.CR3"'),
  ]);
});
