import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnnounceSession } from '#shared/contract/sessions/sessions.ts';
import { readEmail } from '../../lambdas/domain/emails/outbox.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { announceSession, takeBackAnnouncement } from '../../lambdas/domain/sessions/announcement.ts';
import { sendWaitingAnnouncement } from '../../lambdas/domain/sessions/announcing.ts';
import { changeWatermark } from '../../lambdas/domain/sessions/marking.ts';
import { readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { restoreSession } from '../../lambdas/domain/sessions/trash.ts';
import { previewGalleryReady } from '../../lambdas/emails/previews.ts';
import { dynamodb } from '../../lambdas/platform/aws.ts';
import { WriteConflictError } from '../../lambdas/platform/conflicts.ts';
import { env } from '../../lambdas/platform/env.ts';
import { write } from '../../lambdas/platform/table.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { makeProofs as makeUnaddressed, settle, turn, watermark } from './proofs.ts';
import { deliver, openStudio, type PhotoStudio } from './studio.ts';
import { admin } from './world.ts';

/** The announcement of a session whose photos are getting a watermark. */

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio?.close());

/** A session of proofs whose client has an address. */
async function makeProofs(count: number) {
  const proofs = await makeUnaddressed(count);
  await dynamodb().send(
    new UpdateCommand({
      TableName: env('CUSTOMERS_TABLE'),
      Key: { id: proofs.session.customer_id },
      UpdateExpression: 'SET email = :email',
      ExpressionAttributeValues: { ':email': 'ada@example.com' },
    }),
  );
  return proofs;
}

const now = async ({ id }: SessionRow) => (await readSession(id))!;
const announce = ({ id }: SessionRow, values: Partial<AnnounceSession> = {}) =>
  announceSession(admin, id, { announced_at: null, message: 'You were a joy.', ...values });
const sentFor = ({ id }: SessionRow) => readEmail(`gallery-ready#${id}#first`);

describe('while the watermark is put on photos for the first time', () => {
  test('no email can be sent, because the client would see them without it', async () => {
    const { session } = await makeProofs(2);
    await turn(session, watermark);
    await expect(announce(session)).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringContaining('would see photos without the watermark'),
    });
    expect(await sentFor(session)).toBeUndefined();
    await settle();
    await announce(session);
    expect(await sentFor(session)).toMatchObject({ state: 'queued', message: 'You were a joy.' });
  });

  test('an email that waits is sent once, when the watermark is on all of them and old addresses are given up', async () => {
    const { session } = await makeProofs(3);
    await turn(session, watermark);
    const answer = await announce(session, { when: 'marked' });
    expect(answer).toMatchObject({ waiting_announcement: { name: 'Elena', message: 'You were a joy.' } });
    while ((await now(session)).marks_pending) {
      expect(await sentFor(session)).toBeUndefined();
      expect((await now(session)).announced_at).toBeUndefined();
      expect((await deliver('photo', processPhoto)).received).toBeGreaterThan(0);
    }
    const announced = await now(session);
    expect(announced).toMatchObject({ announced_at: expect.any(String), marks_shown: expect.any(String) });
    expect(announced.rekeying).toBeUndefined();
    expect(announced.waiting_announcement).toBeUndefined();
    expect(await sentFor(session)).toMatchObject({ state: 'queued', message: 'You were a joy.' });
    await settle();
    expect((await now(session)).announced_at).toBe(announced.announced_at);
  });

  test('an email that was taken back is not sent', async () => {
    const { session } = await makeProofs(1);
    await turn(session, watermark);
    await announce(session, { when: 'marked' });
    expect(await takeBackAnnouncement(admin, session.id)).not.toHaveProperty('waiting_announcement');
    await settle();
    expect(await sentFor(session)).toBeUndefined();
    expect(await takeBackAnnouncement(admin, session.id)).not.toHaveProperty('waiting_announcement');
  });

  test('an email of a deleted session is not sent when the session is restored', async () => {
    const { session } = await makeProofs(1);
    await turn(session, watermark);
    await announce(session, { when: 'marked' });
    await deleteSession(admin, session.id, (await now(session)).version);
    await settle();
    expect(await restoreSession(admin, session.id)).not.toHaveProperty('waiting_announcement');
    await settle();
    expect(await sentFor(session)).toBeUndefined();
  });

  test('an email for which the client sees no photo in the end goes on waiting until they see some', async () => {
    const { session, photos } = await makeProofs(1);
    await turn(session, watermark);
    await announce(session, { when: 'marked' });
    await editPhotos(admin, session.id, { photo_ids: photos.map(({ id }) => id), is_approved: false });
    await settle();
    expect(await now(session)).toMatchObject({ waiting_announcement: { message: 'You were a joy.' } });
    expect((await now(session)).marks_pending).toBeUndefined();
    await editPhotos(admin, session.id, { photo_ids: photos.map(({ id }) => id), is_approved: true });
    await settle();
    expect((await now(session)).waiting_announcement).toBeUndefined();
    expect(await sentFor(session)).toMatchObject({ state: 'queued', message: 'You were a joy.' });
  });

  test('the preview is the email as it is then, without a picture that has no watermark yet', async () => {
    const { session } = await makeProofs(2);
    await turn(session, watermark);
    const before = await previewGalleryReady(admin, session.id, { message: 'Look!' });
    expect(before).toMatchObject({ cover_path: null, subject: expect.stringContaining('Your photos are ready') });
    expect(before.html).toContain('Look!');
    expect(before.html).not.toContain('<img');
    await settle();
    const after = await previewGalleryReady(admin, session.id, { message: 'Look!' });
    expect(after.cover_path).toMatch(/^\/media\/.*\/400\.webp$/);
    expect(after.html).toContain('<img');
    expect(after.html.replace(/<p><a href[^>]*><img.*<\/p>/, '')).toContain('Look!');
  });
});

describe('when the studio acts after process-photo has read the session', () => {
  test('the email with new words is sent, and not the one that it replaces', async () => {
    const { session } = await makeProofs(1);
    await turn(session, watermark);
    await announce(session, { when: 'marked' });
    const read = await now(session);
    await announce(session, { when: 'marked', message: 'They are even better now.' });
    await expect(sendWaitingAnnouncement(read)).rejects.toThrow(WriteConflictError);
    expect(await sentFor(session)).toBeUndefined();
    await settle();
    expect(await sentFor(session)).toMatchObject({ message: 'They are even better now.' });
  });

  test('the work does not end without the email for which the studio asked meanwhile', async () => {
    const { session } = await makeProofs(1);
    await turn(session, watermark);
    const read = await now(session);
    await announce(session, { when: 'marked' });
    const end = changeWatermark(await sendWaitingAnnouncement(read), { remove: ['marks_pending'] });
    await expect(write(end)).rejects.toThrow(WriteConflictError);
    await settle();
    expect(await sentFor(session)).toMatchObject({ message: 'You were a joy.' });
    expect((await now(session)).waiting_announcement).toBeUndefined();
  });

  test('an email that was taken back is not sent', async () => {
    const { session } = await makeProofs(1);
    await turn(session, watermark);
    await announce(session, { when: 'marked' });
    const read = await now(session);
    await takeBackAnnouncement(admin, session.id);
    await expect(sendWaitingAnnouncement(read)).rejects.toThrow(WriteConflictError);
    await settle();
    expect(await sentFor(session)).toBeUndefined();
  });
});

test('a request to wait sends the email at once where the watermark is on all photos, and where there is none', async () => {
  const { session } = await makeProofs(1);
  await announce(session, { when: 'marked' });
  expect(await sentFor(session)).toMatchObject({ state: 'queued' });
});
