import { createPublicKey } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { derivativePath, mediaPath, mediaPrefix } from '#shared/photos/media.ts';
import { dayAhead, endOfDay, today } from '#shared/time/studio-time.ts';
import { listDownloads, requestDownload } from '../../lambdas/domain/downloads/downloads.ts';
import { rekeyEnded } from '../../lambdas/domain/photos/access/ended-galleries.ts';
import { editPhotos } from '../../lambdas/domain/photos/editing.ts';
import { listGalleryPhotos } from '../../lambdas/domain/photos/lists/gallery.ts';
import type { ReadyPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { editSession } from '../../lambdas/domain/sessions/editing.ts';
import { newSessionRow } from '../../lambdas/domain/sessions/new-session.ts';
import { insertSession, readSession, type SessionRow } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, secrets, sqs } from '../../lambdas/platform/aws.ts';
import { signedCookies } from '../../lambdas/platform/signer.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as sweep } from '../../lambdas/workers/daily-sweep/handler.ts';
import { handler as prepareDownload } from '../../lambdas/workers/prepare-download/handler.ts';
import { startEdge } from '../../local/edge/server.ts';
import { signingKeyId } from '../../local/environment.ts';
import type { RunningService } from '../../local/services/service.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { interruptedRequests } from '../support/faults/sample.ts';
import { setAttribute } from '../support/rows/set-attribute.ts';
import { keyOfUrl } from './archives.ts';
import { feature, inPublic, ready } from './featured.ts';
import { makeProofs, mediaOf, readyOf, settle, turn, watermark } from './proofs.ts';
import { makePhoto } from './samples.ts';
import { context, drain, openStudio, type PhotoStudio, sweepAfter } from './studio.ts';
import { admin, clientOf, complete, inventory, keysIn, makeSession, read, uploadVersion } from './world.ts';

/** What the addresses that a client kept open after the end of a gallery: nothing, once the daily sweep has run. */

let studio: PhotoStudio;
let edge: RunningService;
let folder: string;

beforeAll(async () => {
  studio = await openStudio();
  folder = await mkdtemp(join(tmpdir(), 'ended-galleries-'));
  const secret = await secrets().send(new GetSecretValueCommand({ SecretId: process.env.SIGNING_KEY_SECRET }));
  const { privateKey } = JSON.parse(secret.SecretString ?? '') as { privateKey: string };
  edge = await startEdge({
    port: 0,
    addresses: studio.addresses,
    siteFolder: folder,
    siteBuild: { pages: {}, shells: {}, files: [], folders: [], scriptHashes: [] },
    trustedKeys: { [signingKeyId]: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString() },
  });
  process.env.SITE_ORIGIN = `http://127.0.0.1:${edge.port}`;
  // The invalidations of move-derivatives go to this edge, which caches pictures.
  process.env.AWS_ENDPOINT_URL_CLOUDFRONT = process.env.SITE_ORIGIN;
});

afterAll(async () => {
  await edge?.close();
  await studio?.close();
  await rm(folder, { recursive: true });
});

/** Makes a day the last one of a session's gallery, also one that is over, which nobody can do by a request. */
const end = ({ id }: SessionRow, ends_on = dayAhead(-1, new Date())) =>
  setAttribute('sessions', { id }, 'ends_on', ends_on);

const setEnd = async ({ id }: SessionRow, ends_on: string | null) =>
  editSession(admin, id, { ends_on, version: (await readSession(id))!.version });

/** Runs the sweep now, and the workers until they have nothing left. */
async function sweepNow() {
  const report = await sweepAfter(0);
  await settle();
  return report;
}

/** The address of a picture that a client was told, and the cookies for all pictures of its client. */
const addressOf = (photo: ReadyPhoto) => derivativePath(mediaPath(photo), 'small');
async function cookieFor({ customer_id }: Pick<SessionRow, 'customer_id'>): Promise<string> {
  const cookies = await signedCookies(mediaPrefix(customer_id), new Date(Date.now() + 3_600_000));
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
}

/** Returns the status with which the edge answers the client's request for an address. */
const open = async (session: SessionRow, address: string): Promise<number> =>
  (await fetch(`${process.env.SITE_ORIGIN}${address}`, { headers: { cookie: await cookieFor(session) } })).status;

const refused = expect.toSatisfy((status: number) => [403, 404].includes(status), 'is 403 or 404');
const toldTo = async (session: SessionRow) =>
  (await listGalleryPhotos(clientOf(session), session.id)).items.map(({ media_path }) =>
    derivativePath(media_path, 'small'),
  );
const keyOf = ({ session_id, id }: ReadyPhoto) => ({ session_id, id });
const recordOf = async ({ id }: SessionRow) => (await readSession(id))?.rekeyed_end;

/** Makes another session of the same customer. */
async function makeOther({ customer_id }: SessionRow): Promise<SessionRow> {
  const facts = { session_label: 'other', session_name: 'Other', session_date: '2026-06-01', notes: '' };
  const row = { ...newSessionRow({ customer_id, ...facts }), photo_order: 'uploaded' as const };
  await transact(insertSession(row));
  return row;
}

describe('addresses that a client kept', () => {
  test('open until the sweep after the end, those of another gallery go on, and new ones are listed once it is open again', async () => {
    const session = await makeSession();
    const other = await makeOther(session);
    const [photo, otherPhoto] = [await ready(session), await ready(other)];
    const [address, otherAddress] = [addressOf(photo), addressOf(otherPhoto)];
    const openBoth = async () => [await open(session, address), await open(session, otherAddress)];
    expect(await openBoth()).toEqual([200, 200]);
    expect(await sweepNow()).toMatchObject({ rekeyed: 0 });
    await end(session);
    expect(await openBoth()).toEqual([200, 200]);
    expect(await sweepNow()).toMatchObject({ rekeyed: 1, failed: 0, unfinished: false });
    expect(await openBoth()).toEqual([refused, 200]);
    expect(await read(otherPhoto)).toEqual(otherPhoto);

    await setEnd(session, null);
    const [toldAddress = ''] = await toldTo(session);
    expect(await open(session, toldAddress)).toBe(200);
    expect(await openBoth()).toEqual([refused, 200]);
  });

  test('of earlier versions are refused, too; hidden photos keep their keys, and featured ones stay public', async () => {
    const session = await makeSession();
    const [replaced, hidden] = [await ready(session), await ready(session, { is_approved: false })];
    await feature(replaced, 'family');
    await uploadVersion(session, replaced.id, await makePhoto());
    await settle();
    const before = (await read(replaced)) as ReadyPhoto;
    const keysBefore = [before.media_key, before.former?.[0]?.media_key ?? ''];
    expect(new Set([...keysBefore, replaced.media_key]).size).toBe(2);
    const publicBefore = await inPublic();
    expect(publicBefore).toHaveLength(1);
    await end(session);
    expect(await sweepNow()).toMatchObject({ rekeyed: 1 });
    const keys = await mediaOf(session);
    for (const key of keysBefore) expect(keys.filter((name) => name.includes(key))).toEqual([]);
    expect(await read(hidden)).toEqual(hidden);
    expect(await inPublic()).toEqual(publicBefore);
    expect(await inventory(session)).toEqual(complete(2, 1));
  });

  test('lead to no ZIP any more', async () => {
    const session = await makeSession();
    await ready(session);
    const client = clientOf(session);
    await requestDownload(client, { kind: 'session', session_id: session.id });
    await drain('download', prepareDownload);
    const [download] = (await listDownloads(client)).items;
    const key = keyOfUrl(download!.parts[0]!.url);
    expect(await keysIn('PHOTOS_BUCKET', key)).toEqual([key]);
    await end(session);
    await sweepNow();
    expect(await keysIn('PHOTOS_BUCKET', key)).toEqual([]);
  });
});

describe('photos get new keys', () => {
  test('once for each end', async () => {
    const session = await makeSession();
    const photo = await ready(session);
    await end(session);
    expect(await sweepNow()).toMatchObject({ rekeyed: 1 });
    const after = (await read(photo)) as ReadyPhoto;
    expect(after.media_key).not.toBe(photo.media_key);
    expect(await sweepNow()).toMatchObject({ rekeyed: 0 });
    expect(await sweepAfter(1)).toMatchObject({ rekeyed: 0 });
    expect(await read(photo)).toEqual(after);

    await setEnd(session, dayAhead(1, new Date()));
    expect(await sweepNow()).toMatchObject({ rekeyed: 0 });
    expect(await sweepAfter(3)).toMatchObject({ rekeyed: 1 });
    await settle();
    expect((await read(photo)) as ReadyPhoto).not.toHaveProperty('media_key', after.media_key);
    expect(await inventory(session)).toEqual(complete(1));
  });

  test('after the last day in the studio’s time zone, and not in a deleted session', async () => {
    const [session, deleted] = [await makeSession(), await makeSession()];
    const [photo, deletedPhoto] = [await ready(session), await ready(deleted)];
    const day = today(new Date());
    await end(session, day);
    await end(deleted);
    await deleteSession(admin, deleted.id, 0);
    await settle();
    const trashed = await read(deletedPhoto);
    const last = endOfDay(day).getTime();
    const sweepAt = (time: number) => sweep({ time: new Date(time).toISOString() }, context());
    expect(await sweepAt(last - 1)).toMatchObject({ rekeyed: 0 });
    expect(await read(photo)).toEqual(photo);
    expect(await sweepAt(last)).toMatchObject({ rekeyed: 1 });
    expect(await read(deletedPhoto)).toEqual(trashed);
    await settle();
  });

  test('from where an earlier run stopped', async () => {
    const session = await makeSession();
    await Promise.all([0, 1, 2].map(() => ready(session)));
    const photos = (await readyOf(session)).toSorted((first, second) => (first.id < second.id ? -1 : 1));
    await end(session);
    expect(await sweepAfter(0, 0)).toMatchObject({ rekeyed: 0, unfinished: true });
    expect(await recordOf(session)).toBeUndefined();
    const { ends_on } = (await readSession(session.id))!;
    await setAttribute('sessions', { id: session.id }, 'rekeyed_end', { ends_on, after: photos[0]!.id });
    expect(await sweepNow()).toMatchObject({ rekeyed: 2, unfinished: false });
    expect(await recordOf(session)).toEqual({ ends_on });
    const hasKeyOf = await Promise.all(
      photos.map(async (photo) => ((await read(photo)) as ReadyPhoto).media_key === photo.media_key),
    );
    expect(hasKeyOf).toEqual([true, false, false]);
  });

  test('also when the sweep ends at any request', async () => {
    const fuse = new Fuse(dynamodb(), sqs());
    for (const step of interruptedRequests()) {
      const session = await makeSession();
      const photo = await ready(session);
      await end(session);
      const moment = step % 2 ? 'before' : 'after';
      const survived = await fuse.within(step, moment, () => rekeyEnded(session.id, new Date(), () => false));
      await settle();
      await sweepNow();
      await sweepAfter(1);
      await settle();
      expect(await mediaOf(session)).toHaveLength(3);
      expect((await mediaOf(session)).filter((key) => key.includes(photo.media_key))).toEqual([]);
      expect(await inventory(session)).toEqual(complete(1));
      expect(await recordOf(session)).toEqual({ ends_on: dayAhead(-1, new Date()) });
      if (survived) break;
    }
  });

  test('unless the studio opens the gallery again meanwhile, at any request', async () => {
    const fuse = new Fuse(dynamodb());
    for (const step of interruptedRequests()) {
      const session = await makeSession();
      await ready(session);
      await end(session);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => rekeyEnded(session.id, new Date(), () => false),
        () => setEnd(session, null),
      );
      if (!hasPaused) break;
      await settle();
      const row = (await readSession(session.id))!;
      expect(row.ends_on).toBeNull();
      const [address = ''] = await toldTo(session);
      expect(await open(session, address)).toBe(200);
      expect(await inventory(session)).toEqual(complete(1));
    }
  });

  test('beside damaged rows of photos, which get theirs once they are repaired, and of sessions', async () => {
    const [session, other, damagedSession] = [await makeSession(), await makeSession(), await makeSession()];
    const [damaged, intact] = [await ready(session), await ready(session)];
    const otherPhoto = await ready(other);
    for (const each of [session, other, damagedSession]) await end(each);
    await setAttribute('photos', keyOf(damaged), 'width', 'wide');
    await setAttribute('sessions', { id: damagedSession.id }, 'photos_count', 'many');
    expect(await sweepNow()).toMatchObject({ rekeyed: 2, failed: 1, unfinished: false });
    const [first, second] = [(await read(intact)) as ReadyPhoto, (await read(otherPhoto)) as ReadyPhoto];
    expect([first.media_key, second.media_key]).not.toContain(intact.media_key);
    expect([first.media_key, second.media_key]).not.toContain(otherPhoto.media_key);
    expect(await recordOf(session)).toMatchObject({ damaged: [damaged.id] });
    expect(await sweepNow()).toMatchObject({ rekeyed: 0, failed: 1 });

    await setAttribute('photos', keyOf(damaged), 'width', damaged.width);
    expect(await sweepNow()).toMatchObject({ rekeyed: 1, failed: 0 });
    expect(await read(damaged)).not.toHaveProperty('media_key', damaged.media_key);
    expect(await read(intact)).toEqual(first);
    expect(await sweepNow()).toMatchObject({ rekeyed: 0, failed: 0 });
    await setAttribute('sessions', { id: damagedSession.id }, 'photos_count', 0);
  });

  test('of marked proofs once damaged rows of their session are repaired', async () => {
    const { session, photos } = await makeProofs(3);
    await turn(session, watermark);
    await settle();
    const before = await toldTo(session);
    expect(before).toHaveLength(3);
    const damaged = photos[0]!;
    await end(session);
    await setAttribute('photos', keyOf(damaged), 'width', 'wide');
    expect(await sweepAfter(0)).toMatchObject({ failed: 1 });
    await settle();
    expect(await readSession(session.id)).toMatchObject({ marks_pending: true });

    await setAttribute('photos', keyOf(damaged), 'width', damaged.width);
    await sweepNow();
    await sweepAfter(1);
    await settle();
    for (const address of before) expect([address, await open(session, address)]).toEqual([address, refused]);
    await setEnd(session, null);
    const after = await toldTo(session);
    expect(after).toHaveLength(3);
    for (const address of after) expect([address, await open(session, address)]).toEqual([address, 200]);
    expect(await inventory(session)).toEqual(complete(3));
  });

  test('while proofs stay marked: the client of a gallery that is open again sees every photo at any time', async () => {
    const { session, photos } = await makeProofs(4);
    await turn(session, watermark);
    await settle();
    const [finished, ...proofs] = photos;
    await editPhotos(admin, session.id, { photo_ids: [finished!.id], stage: 'finished' });
    await settle();
    const before = await toldTo(session);
    expect(before).toHaveLength(4);
    const cleanBefore = new Map((await readyOf(session)).map(({ id, media_key }) => [id, media_key]));
    await end(session);
    await sweepAfter(0);
    await setEnd(session, null);
    expect(await toldTo(session)).toHaveLength(4);
    await settle();
    const after = await toldTo(session);
    expect(after).toHaveLength(4);
    for (const address of before) expect([address, await open(session, address)]).toEqual([address, refused]);
    for (const address of after) expect([address, await open(session, address)]).toEqual([address, 200]);
    const cleanAfter = new Map((await readyOf(session)).map(({ id, media_key }) => [id, media_key]));
    // Nobody but the studio ever got the addresses of these since they were marked.
    for (const { id } of proofs) expect(cleanAfter.get(id)).toBe(cleanBefore.get(id));
    expect(cleanAfter.get(finished!.id)).not.toBe(cleanBefore.get(finished!.id));
    expect(await inventory(session)).toEqual(complete(4));
  });
});
