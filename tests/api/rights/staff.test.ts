import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StudioQuote } from '#shared/contract/quotes.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newClient, newQuote } from '../../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const [admins, staff] = [adminClaims(), adminClaims('[staff]')];
const change = (as: typeof staff, id: string, body: object) =>
  call(admin, 'PATCH', `/api/admin/quotes/${id}`, { as, body });

test('staff price a new quote, and change no price that a client has', async () => {
  const { login } = await newClient();
  const { id } = await newQuote(login);
  const approved = await change(staff, id, { status: 'approved', price_cents: 10_000, version: 0 });
  expect(approved.json<StudioQuote>()).toMatchObject({ status: 'approved', price_cents: 10_000 });
  expect((await change(staff, id, { status: 'pending', version: 1 })).outcome).toBe('200');

  for (const other of [{ status: 'approved', price_cents: 9_000 }, { status: 'approved' }, { status: 'rejected' }]) {
    const refused = await change(staff, id, { ...other, version: 2 });
    expect(refused.outcome).toBe('403 FORBIDDEN');
    expect(refused.error.message).toBe('Only admins can change the price of a quote that was sent. Please ask one.');
  }
  const again = await change(staff, id, { status: 'approved', price_cents: 10_000, message: 'Again', version: 2 });
  expect(again.outcome).toBe('200');

  expect((await change(staff, id, { status: 'pending', version: 3 })).outcome).toBe('200');
  expect((await change(admins, id, { status: 'approved', price_cents: 9_000, version: 4 })).outcome).toBe('200');
});
