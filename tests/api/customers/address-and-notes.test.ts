import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer, Profile } from '#shared/contract/customers.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { adminClaims, type Claims, call, newLogin } from '../../support/studio/api-studio.ts';
import {
  asStudioSees,
  closeStudio,
  edit,
  email,
  form,
  me,
  nextEmail,
  openStudio,
  register,
  studioMakes,
} from '../../support/studio/registering.ts';

beforeAll(openStudio);
afterAll(closeStudio);
beforeEach(nextEmail);

const save = (id: string, values: object, as = adminClaims()) =>
  call(admin, 'PATCH', `/api/admin/customers/${id}`, {
    as,
    body: { name: 'Ada', email, profile_complete: true, ...values },
  });
const lines = '12 Elm St\nApt 4\nHouston, TX 77002';

async function newClient(): Promise<{ login: Claims; profile: Profile }> {
  const login = await newLogin(email);
  return { login, profile: (await register(login, form())).json<Profile>() };
}

test.each([
  ['an admin', '[admins]'],
  ['staff', '[staff]'],
])('%s saves an address in lines, and notes; the timeline names the fields', async (_, groups) => {
  const { id, version } = await studioMakes();
  const saved = await save(
    id,
    { address: `  ${lines}\u200b \n`, notes: 'Shy of the flash.\n\nTwo dogs', version },
    adminClaims(groups),
  );
  expect(saved.json<Customer>()).toMatchObject({ address: lines, notes: 'Shy of the flash.\n\nTwo dogs', version: 1 });
  expect(await asStudioSees(id)).toEqual(saved.json());
  const path = `/api/admin/customers/${id}/timeline`;
  const [entry] = (await call(admin, 'GET', path, { as: adminClaims() })).json<TimelinePage>().items;
  expect(entry).toMatchObject({ kind: 'customer-edited', what: 'name, address, notes' });
});

test('an edit that names neither, as an older page sends it, leaves both as they are', async () => {
  const { id, version } = await studioMakes();
  await save(id, { address: lines, notes: 'Two dogs', version });
  expect((await save(id, { phone: '713', version: version + 1 })).outcome).toBe('200');
  expect(await asStudioSees(id)).toMatchObject({ phone: '713', address: lines, notes: 'Two dogs' });
  await save(id, { address: '', notes: '', version: version + 2 });
  expect(await asStudioSees(id)).toMatchObject({ address: '', notes: '' });
});

test.each(['address', 'notes'] as const)('the %s has a limit, and the answer says which', async (name) => {
  const { id, version } = await studioMakes();
  const most = { address: limits.address, notes: limits.customerNotes }[name];
  expect((await save(id, { [name]: 'x'.repeat(most), version })).outcome).toBe('200');
  const refused = await save(id, { [name]: 'x'.repeat(most + 1), version: version + 1 });
  expect(refused.outcome).toBe('400 INVALID');
  expect(refused.error.fields?.[name]).toContain(`at most ${most.toLocaleString('en-US')} characters`);
});

test('the client and the studio change the same address; of two edits at once the second sees the first', async () => {
  const { login, profile } = await newClient();
  expect((await edit(login, { ...form(), address: lines, version: 0 })).json<Profile>()).toMatchObject({
    address: lines,
  });
  const late = await save(profile.id, { address: 'Elsewhere', version: 0 });
  expect(late.outcome).toBe('409 CHANGED_MEANWHILE');
  expect(late.error.details?.current).toMatchObject({ address: lines, version: 1 });
  await save(profile.id, { address: 'Moved\nAustin, TX 73301', version: 1 });
  expect((await me(login)).json()).toMatchObject({ address: 'Moved\nAustin, TX 73301' });
});

test('the client never gets the studio’s notes, and can’t write them', async () => {
  const { login, profile } = await newClient();
  await save(profile.id, { notes: 'Only for the studio', version: 0 });
  const own = await edit(login, { ...form(), notes: 'Mine now', version: 1 });
  const answers = [
    own,
    await edit(login, { ...form(), version: 0 }),
    await me(login),
    await register(login),
    await call(client, 'POST', '/api/client/open', { as: login }),
    await call(client, 'GET', '/api/client/me/data', { as: login }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 200, 200, 200]);
  for (const { text } of answers) expect(text).not.toContain('Only for the studio');
  expect(own.json()).not.toHaveProperty('notes');
  expect(await asStudioSees(profile.id)).toMatchObject({ notes: 'Only for the studio' });
});
