import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { app as open } from '../../../lambdas/public/app.ts';
import { type ApiStudio, adminClaims, call, newLogin, startApiStudio } from '../../support/studio/api-studio.ts';

let studio: ApiStudio;

beforeAll(async () => {
  studio = await startApiStudio();
});

afterAll(() => studio?.close());

describe('tokens', () => {
  const paths: [typeof client | typeof admin, string][] = [
    [client, '/api/client/me'],
    [admin, '/api/admin/customers'],
  ];

  test.each(paths)('%# only an access token with a subject and a username is accepted', async (app, path) => {
    const good = adminClaims('[admins]', app === client ? 'clients' : 'studio');
    for (const claims of [
      { ...good, token_use: 'id' },
      { ...good, token_use: undefined },
      { ...good, sub: undefined },
      { ...good, sub: '' },
      { ...good, username: undefined },
      { ...good, sub: ['x'] },
      {},
    ]) {
      expect((await call(app, 'GET', path, { as: claims })).outcome).toBe('401 SIGNED_OUT');
    }
  });

  const groupsWithAdmins: unknown[] = ['[admins]', '[admins other]', '[other admins]', ['admins'], ['other', 'admins']];
  test.each(groupsWithAdmins.map((groups) => ({ groups })))('$groups is an admin', async ({ groups }) => {
    expect((await call(admin, 'GET', '/api/admin/customers', { as: adminClaims(groups) })).outcome).toBe('200');
    expect((await call(client, 'GET', '/api/client/me', { as: adminClaims(groups, 'clients') })).outcome).toBe(
      '403 FORBIDDEN',
    );
  });

  test.each([{ groups: '[staff]' }, { groups: ['staff'] }, { groups: '[other staff]' }])(
    '$groups is staff, and refused what only admins may do',
    async ({ groups }) => {
      const as = adminClaims(groups);
      expect((await call(admin, 'GET', '/api/admin/customers', { as })).outcome).toBe('200');
      const refused = await call(admin, 'DELETE', `/api/admin/customers/${newId()}`, { as });
      expect(refused.outcome).toBe('403 FORBIDDEN');
      expect(refused.error.message).toBe('Only admins can delete customers. Please ask one.');
      const both = adminClaims('[staff admins]');
      expect((await call(admin, 'DELETE', `/api/admin/customers/${newId()}`, { as: both })).outcome).toBe(
        '404 NOT_FOUND',
      );
      expect((await call(client, 'GET', '/api/client/me', { as: adminClaims(groups, 'clients') })).outcome).not.toBe(
        '200',
      );
    },
  );

  const otherGroups: unknown[] = [
    null,
    '',
    'admins',
    '[Admins]',
    'staff',
    '[Staff]',
    '[staff2]',
    '[staff,other]',
    '[admins2]',
    '[xadmins]',
    '[admins,other]',
    '[admins',
    'admins]',
    '[[admins]]',
    '[other [admins]',
    '[]',
    [['admins']],
    ['admins', 1],
    { admins: true },
    true,
  ];
  test.each(otherGroups.map((groups) => ({ groups })))('$groups is not an admin', async ({ groups }) => {
    expect((await call(admin, 'GET', '/api/admin/customers', { as: adminClaims(groups) })).outcome).toBe(
      '403 FORBIDDEN',
    );
  });
});

test('a request that did not pass through CloudFront is refused with any credentials', async () => {
  for (const secret of ['', 'local-edge-secre', 'local-edge-secret2']) {
    for (const [app, path] of [
      [open, '/api/public/portfolio'],
      [client, '/api/client/me'],
      [admin, '/api/admin/customers'],
      [admin, '/api/admin/nothing'],
    ] as const) {
      const answer = await call(app, 'GET', path, { as: adminClaims(), headers: { 'x-studio-edge': secret } });
      expect(answer.outcome).toBe('403 FORBIDDEN');
    }
  }
});

test('an unknown path or method is 404 in JSON', async () => {
  for (const [app, method, path] of [
    [open, 'GET', '/api/public/nothing'],
    [open, 'DELETE', '/api/public/messages'],
    [client, 'PUT', '/api/client/me'],
    [admin, 'GET', '/api/admin/customers/'],
    [admin, 'OPTIONS', '/api/admin/customers'],
  ] as const) {
    const as = app === client ? await newLogin(`${newId()}@example.com`) : adminClaims();
    expect((await call(app, method, path, { as })).outcome).toBe('404 NOT_FOUND');
  }
});
