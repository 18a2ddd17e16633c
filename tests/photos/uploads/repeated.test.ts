import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deletePhoto } from '../../../lambdas/domain/photos/trash/trash.ts';
import { dynamodb, s3 } from '../../../lambdas/platform/aws.ts';
import { handler as processPhoto } from '../../../lambdas/workers/process-photo/handler.ts';
import { Fuse } from '../../support/faults/fuse.ts';
import { interruptedRequests, randomOfTest } from '../../support/faults/sample.ts';
import { makePhoto } from '../samples.ts';
import { context, drain, openStudio, type PhotoStudio, receive, sweepAfter, toRecord } from '../studio.ts';
import { admin, ask, complete, inventory, makeSession, put, read, upload } from '../world.ts';

let studio: PhotoStudio;
beforeAll(async () => {
  studio = await openStudio();
});
afterAll(() => studio.close());

describe('a file that is requested again', () => {
  test('is uploaded and deleted before any step of a second request for it: it stays in the trash', async () => {
    const fuse = new Fuse(dynamodb());
    for (const step of interruptedRequests()) {
      const session = await makeSession();
      const bytes = await makePhoto();
      const [ticket] = await ask(session, [{ bytes }]);
      if (ticket?.state !== 'upload') throw new Error('no ticket');
      const key = { session_id: session.id, id: ticket.photo_id };
      await deletePhoto(admin, session.id, key.id);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => ask(session, [{ bytes }]),
        async () => {
          await put((await ask(session, [{ bytes }]))[0], bytes);
          await drain('photo', processPhoto);
          await deletePhoto(admin, session.id, key.id);
        },
      );
      if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(3);
      expect(await read(key)).toMatchObject({ state: 'deleted', original_key: expect.any(String) });
    }
  });

  test('and processed before any step of a worker that saw it deleted keeps its objects', async () => {
    const [rows, objects] = [new Fuse(dynamodb()), new Fuse(s3())];
    const random = randomOfTest();
    for (let [row, isDeleted] = [1, true]; isDeleted; row += 1) {
      for (const object of interruptedRequests(random)) {
        let isRequested = true;
        const session = await makeSession();
        const bytes = await makePhoto();
        const key = await upload(session, bytes);
        const twice = { Records: (await receive('photo', 600)).map(toRecord) };
        const processAgain = async () => {
          const [ticket] = await ask(session, [{ bytes }]);
          if (ticket?.state === 'upload') await put(ticket, bytes);
          await processPhoto(twice, context());
        };
        const process = async () => {
          ({ hasPaused: isRequested } = await objects.pauseAt(
            object,
            () => processPhoto(twice, context()),
            processAgain,
          ));
        };
        ({ hasPaused: isDeleted } = await rows.pauseAt(row, process, () => deletePhoto(admin, session.id, key.id)));
        objects.disarm();
        await drain('photo', processPhoto);
        if ((await read(key)).state === 'ready') {
          expect((await inventory(session)).missing).toEqual(complete(1).missing);
        }
        if (!isRequested) break;
      }
    }
  });

  test('after its row was deleted, before any step of a worker, becomes a complete photo', async () => {
    const fuse = new Fuse(s3(), dynamodb());
    for (const step of interruptedRequests()) {
      const session = await makeSession();
      const bytes = await makePhoto();
      const [ticket] = await ask(session, [{ bytes }]);
      await sweepAfter(1.1);
      await put(ticket, bytes);
      const records = (await receive('photo', 0)).map(toRecord);
      const { hasPaused } = await fuse.pauseAt(
        step,
        () => processPhoto({ Records: records }, context()),
        async () => {
          await sweepAfter(7.5);
          const [again] = await ask(session, [{ bytes }]);
          if (again?.state === 'upload') await put(again, bytes);
        },
      );
      await drain('photo', processPhoto);
      expect(await inventory(session)).toEqual(complete(1));
      if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(8);
    }
  });

  test.each([
    ['deleted', makePhoto, (session_id: string, id: string) => deletePhoto(admin, session_id, id), /upload it again/],
    ['refused', async () => Buffer.from(`no photo ${Math.random()}`), async () => {}, /^This is no photo/],
  ])(
    'before any step of the worker that removes the %s file, becomes a photo or is reported as missing',
    async (_, make, meet, reason) => {
      const fuse = new Fuse(s3(), dynamodb());
      for (const step of interruptedRequests()) {
        const session = await makeSession();
        const bytes = await make();
        const key = await upload(session, bytes);
        await meet(session.id, key.id);
        const records = (await receive('photo', 0)).map(toRecord);
        const { hasPaused } = await fuse.pauseAt(
          step,
          () => processPhoto({ Records: records }, context()),
          async () => {
            const [ticket] = await ask(session, [{ bytes }]);
            expect([200, 412]).toContain(await put(ticket, bytes));
          },
        );
        await drain('photo', processPhoto);
        if (!hasPaused) return expect(fuse.made).toBeGreaterThanOrEqual(3);
        const now = await read(key);
        expect(now.state).toMatch(/^(ready|failed)$/);
        if (now.state === 'failed') expect(now.reason).toMatch(reason);
      }
    },
  );
});
