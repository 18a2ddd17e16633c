import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { restoreAttachments, trashAttachments } from '../../lambdas/domain/attachments/attachments.ts';
import { deleteSession } from '../../lambdas/domain/photos/trash/deleted-sessions.ts';
import { readAnySession } from '../../lambdas/domain/sessions/repository.ts';
import { dynamodb, s3 } from '../../lambdas/platform/aws.ts';
import { handler as processPhoto } from '../../lambdas/workers/process-photo/handler.ts';
import { askToAttach, attach, attachmentInventory, attachmentsIn, rawFile } from '../photos/attaching.ts';
import { makePhoto } from '../photos/samples.ts';
import { deliver, drain, openStudio, type PhotoStudio, sweepAfter } from '../photos/studio.ts';
import { admin, makeSession, put } from '../photos/world.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { killEverywhere } from '../support/faults/kill-everywhere.ts';

let studio: PhotoStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await openStudio();
  fuse = new Fuse(s3(), dynamodb());
});
afterEach(() => fuse.disarm());
afterAll(() => studio.close());

const survived = () => undefined;

describe.each(['before', 'after'] as const)('whoever dies %s any of its requests', (moment) => {
  test('leaves an attachment to the next delivery: nothing lost, duplicated or left over', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      await attach(session, rawFile());
      return {
        work: () => deliver('photo', processPhoto),
        check: async () => expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready')),
      };
    });
    expect(steps).toBeGreaterThanOrEqual(7);
  });

  test('leaves a refused file to the next delivery', async () => {
    const bytes = await makePhoto({ width: 80, height: 60 });
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      await attach(session, bytes, 'a.mp4');
      return {
        work: () => deliver('photo', processPhoto),
        check: async () => expect(await attachmentInventory(session)).toEqual(attachmentsIn('failed')),
      };
    });
    expect(steps).toBeGreaterThanOrEqual(5);
  });

  test('leaves a ticket request to the next attempt', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const bytes = rawFile();
      return {
        work: () => askToAttach(session, bytes).catch(survived),
        check: async () => {
          expect(await put(await askToAttach(session, bytes), bytes)).toBe(200);
          await drain('photo', processPhoto);
          expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(3);
  });

  test('leaves a removal and a restore to the next attempt', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const id = await attach(session, rawFile());
      await drain('photo', processPhoto);
      return {
        work: async () => {
          await trashAttachments(admin, session.id, [id]).catch(survived);
          await restoreAttachments(admin, session.id, [id]).catch(survived);
        },
        check: async () => {
          await trashAttachments(admin, session.id, [id]);
          expect(await attachmentInventory(session)).toEqual(attachmentsIn('deleted'));
          await restoreAttachments(admin, session.id, [id]);
          expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(6);
  });

  test('leaves the erasing of a removed attachment to the next run', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      const id = await attach(session, rawFile());
      await drain('photo', processPhoto);
      await trashAttachments(admin, session.id, [id]);
      return {
        work: () => sweepAfter(31).catch(survived),
        check: async () => {
          await sweepAfter(31);
          expect(await attachmentInventory(session)).toEqual(attachmentsIn());
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });

  test('leaves the erasing of a session with attachments to the next run', async () => {
    const steps = await killEverywhere(fuse, moment, async () => {
      const session = await makeSession();
      await attach(session, rawFile());
      await drain('photo', processPhoto);
      await deleteSession(admin, session.id, session.version);
      return {
        work: () => sweepAfter(31).catch(survived),
        check: async () => {
          await sweepAfter(32);
          expect(await readAnySession(session.id)).toBeUndefined();
          expect(await attachmentInventory(session)).toEqual(attachmentsIn());
        },
      };
    });
    expect(steps).toBeGreaterThanOrEqual(4);
  });
});

test('an event that is delivered three times at once stores one attachment', async () => {
  const session = await makeSession();
  await attach(session, rawFile());
  await Promise.all(Array.from({ length: 3 }, () => deliver('photo', processPhoto)));
  await drain('photo', processPhoto);
  expect(await attachmentInventory(session)).toEqual(attachmentsIn('ready'));
});

test('removing it while it is being stored ends whole, whichever is first', async () => {
  for (let round = 0; round < 8; round += 1) {
    const session = await makeSession();
    const id = await attach(session, rawFile(1_000));
    await Promise.all([deliver('photo', processPhoto), trashAttachments(admin, session.id, [id])]);
    await drain('photo', processPhoto);
    expect(await attachmentInventory(session)).toEqual(attachmentsIn('deleted'));
  }
});
