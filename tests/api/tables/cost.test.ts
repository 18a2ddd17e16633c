import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CostSoFar } from '#shared/contract/cost.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { readyPhoto, storePhotos } from '../../support/rows/photo-rows.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson } from '../../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const cost = async () => (await call(admin, 'GET', '/api/admin/cost', { as: adminClaims() })).json<CostSoFar>();

test('the cost of the month is computed from the counted bytes and photos of every session', async () => {
  const { customer, session } = await newPerson();
  const before = await cost();
  const size = 40e9;
  await storePhotos(session, [
    readyPhoto({ id: session, customer_id: customer }, { size, derivative_bytes: 1e9 }),
    readyPhoto({ id: session, customer_id: customer }, { size, derivative_bytes: undefined }),
  ]);
  const after = await cost();
  expect(after.photos_count - before.photos_count).toBe(2);
  expect(after.uploads.photos - before.uploads.photos).toBe(2);
  // A photo from before derivatives were measured counts no bytes at all, so that its deletion subtracts none.
  expect(after.bytes - before.bytes).toBe(41e9);
  expect(after.by_month_end.low).toBeGreaterThan(before.by_month_end.low);
  expect(after.galleries[0]).toMatchObject({ id: session });
  expect(after.month).toMatch(/^\d{4}-\d{2}$/);
});
