import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  linkToAttachment,
  listAttachments,
  listStudioAttachments,
  restoreAttachments,
  trashAttachments,
} from '../../../lambdas/domain/attachments/attachments.ts';
import { deleteCustomer, restoreCustomer } from '../../../lambdas/domain/flows/customer-deletion.ts';
import { deleteSession } from '../../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { readAnySession } from '../../../lambdas/domain/sessions/repository.ts';
import { restoreSession } from '../../../lambdas/domain/sessions/trash.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { handler as moveDerivatives } from '../../../lambdas/workers/move-derivatives/handler.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { makeGallery } from '../archives.ts';
import { askToAttach, attach, attachmentInventory, attachmentsIn, codeOf, fresh, rawFile } from '../attaching.ts';
import { drain, openStudio, type PhotoStudio, receive, sweepAfter } from '../studio.ts';
import { admin, keysIn, makeSession, put } from '../world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

const day = 24 * 60 * 60_000;

describe('removing', () => {
  test('a removed attachment is restored as it was, or erased after 30 days with its file', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    const ids = [await attach(session, rawFile(), '1.cr3'), await attach(session, rawFile(), '2.cr3')];
    await drain('photo', processPhoto);
    const removed = await trashAttachments(admin, session.id, [...ids, 'y'.repeat(20)]);
    expect(removed.items).toEqual([]);
    expect(removed.trash.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    const restored = await restoreAttachments(admin, session.id, [ids[0]!]);
    expect(restored).toMatchObject({ items: [{ id: ids[0], state: 'ready' }], trash: [{ id: ids[1] }] });
    expect((await listAttachments(client, session.id)).items).toMatchObject([{ id: ids[0] }]);
    expect(await sweepAfter(29)).toMatchObject({ erased: 0, failed: 0 });
    expect(await sweepAfter(31)).toMatchObject({ failed: 0 });
    expect((await listStudioAttachments(admin, session.id)).trash).toEqual([]);
    expect(await keysIn('PHOTOS_BUCKET', `originals/${session.customer_id}/`)).toHaveLength(2);
  });

  test('one that never arrives fails after a day, and is forgotten a week later; its file can still arrive', async () => {
    const session = await makeSession();
    const bytes = rawFile();
    const ticket = await askToAttach(session, bytes);
    expect(await sweepAfter(0.9)).toMatchObject({ expired: 0 });
    expect(await sweepAfter(1.1)).toMatchObject({ expired: 1, failed: 0 });
    expect((await listStudioAttachments(admin, session.id)).items).toMatchObject([
      { state: 'failed', reason: 'This file never arrived. Please attach it again.' },
    ]);
    expect(await sweepAfter(7.5)).toMatchObject({ forgotten: 1, failed: 0 });
    expect(await attachmentInventory(session)).toEqual(attachmentsIn());
    await put(ticket, bytes);
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
  });

  test('a file whose event was lost is stored the next day', async () => {
    const session = await makeSession();
    await attach(session, rawFile());
    await receive('photo', 600);
    expect(await sweepAfter(1.1)).toMatchObject({ requeued: 1, failed: 0 });
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
  });

  test('one that is removed while it is on its way is not stored, and attached again when it is asked for again', async () => {
    const session = await makeSession();
    const bytes = rawFile();
    const id = await attach(session, bytes);
    await trashAttachments(admin, session.id, [id]);
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('deleted'));
    await attach(session, bytes);
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
  });

  test('a deleted session hides them, restored it has them again, and they are erased with it', async () => {
    const session = await makeSession();
    const ids = [await attach(session, rawFile(), '1.cr3')];
    await drain('photo', processPhoto);
    ids.push(((await askToAttach(session, rawFile(), '2.cr3')) as { photo_id: string }).photo_id);
    await deleteSession(admin, session.id, session.version);
    expect(await codeOf(linkToAttachment(admin, session.id, ids[0]!))).toBe('NOT_FOUND');
    expect(await codeOf(listStudioAttachments(admin, session.id))).toBe('NOT_FOUND');
    await restoreSession(admin, session.id);
    expect(await codeOf(linkToAttachment(admin, session.id, ids[0]!))).toBe('done');
    const { version } = await fresh(session);
    await deleteSession(admin, session.id, version);
    await dynamodb().send(
      new UpdateCommand({
        TableName: env('SESSIONS_TABLE'),
        Key: { id: session.id },
        UpdateExpression: 'SET deleted_at = :then',
        ExpressionAttributeValues: { ':then': new Date(Date.now() - 31 * day).toISOString() },
      }),
    );
    // The one that is pending can't become ready any more, and is erased by a later run.
    expect(await sweepAfter(0)).toMatchObject({ sessions_erased: 0, failed: 0 });
    expect((await attachmentInventory(session)).states).toEqual(['deleted']);
    expect(await sweepAfter(0.2)).toMatchObject({ sessions_erased: 1, failed: 0 });
    expect(await readAnySession(session.id)).toBeUndefined();
    expect(await attachmentInventory(session)).toEqual(attachmentsIn());
  });

  test('a deleted customer’s come back with the customer, and are erased with them', async () => {
    const { session, client } = await makeGallery(['a.jpg']);
    await attach(session, rawFile());
    await drain('photo', processPhoto);
    await deleteCustomer(admin, session.customer_id);
    expect(await codeOf(listAttachments(client, session.id))).toBe('NOT_FOUND');
    await restoreCustomer(admin, session.customer_id);
    expect((await listAttachments(client, session.id)).items).toHaveLength(1);
    await deleteCustomer(admin, session.customer_id);
    await drain('media', moveDerivatives);
    await sweepAfter(31);
    await sweepAfter(32);
    expect(await readAnySession(session.id)).toBeUndefined();
    expect(await attachmentInventory(session)).toEqual(attachmentsIn());
  });
});
