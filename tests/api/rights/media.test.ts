import { createPublicKey, createVerify } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DownloadLink } from '#shared/contract/photos/photos.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { signedUrl } from '../../../lambdas/platform/signer.ts';
import { signingKeyId } from '../../../local/environment.ts';
import { type ApiStudio, adminClaims, call, newLogin, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';

const site = 'https://studio.example';
let studio: ApiStudio;
let person: Person;
let publicKey: ReturnType<typeof createPublicKey>;
beforeAll(async () => {
  studio = await startApiStudio();
  person = await newPerson();
  const secrets = new SecretsManagerClient();
  const SecretId = process.env.SIGNING_KEY_SECRET;
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  publicKey = createPublicKey((JSON.parse(SecretString) as { privateKey: string }).privateKey);
  secrets.destroy();
});
afterAll(() => studio?.close());

const bytes = (text: string) =>
  Buffer.from(
    text.replace(/[-_~]/g, (c) => ({ '-': '+', _: '=', '~': '/' })[c] ?? ''),
    'base64',
  );

/** What these three cookies allow in CloudFront: the policy's resource and its expiry. */
function opened(policy: string, signature: string, keyId: string): { resource: string; until: number } {
  expect(keyId).toBe(signingKeyId);
  const text = bytes(policy).toString();
  expect(createVerify('RSA-SHA1').update(text).verify(publicKey, bytes(signature))).toBe(true);
  const { Statement } = JSON.parse(text) as {
    Statement: [{ Resource: string; Condition: { DateLessThan: { 'AWS:EpochTime': number } } }];
  };
  return { resource: Statement[0].Resource, until: Statement[0].Condition.DateLessThan['AWS:EpochTime'] };
}

function cookiesOf(answer: Awaited<ReturnType<typeof call>>) {
  const set = answer.response.headers.getSetCookie();
  return Object.fromEntries(
    set.map((cookie) => {
      const [pair = '', ...attributes] = cookie.split('; ');
      const [name = '', value = ''] = pair.split('=');
      return [name, { value, attributes: attributes.toSorted() }];
    }),
  );
}

function openedBy(answer: Awaited<ReturnType<typeof call>>) {
  const cookies = cookiesOf(answer);
  const value = (name: string) => cookies[`CloudFront-${name}`]?.value ?? '';
  return opened(value('Policy'), value('Signature'), value('Key-Pair-Id'));
}

describe('media cookies', () => {
  test("grant a client their own pictures on the site's origin for an hour", async () => {
    const answer = await call(client, 'POST', '/api/client/media-access', { as: person.login });
    const { resource, until } = openedBy(answer);
    expect(resource).toBe(`${site}/media/${person.customer}/*`);
    const expires = Date.parse(answer.json<{ expires_at: string }>().expires_at);
    expect(Math.floor(expires / 1_000)).toBe(until);
    expect(until).toBeGreaterThan(Date.now() / 1_000 + 59 * 60);
    expect(until).toBeLessThanOrEqual(Date.now() / 1_000 + 60 * 60);
  });

  test('grant the studio all pictures', async () => {
    const answer = await call(admin, 'POST', '/api/admin/media-access', { as: adminClaims() });
    expect(openedBy(answer).resource).toBe(`${site}/media/*`);
  });

  test('are HttpOnly and sent only with requests for pictures', async () => {
    const answer = await call(client, 'POST', '/api/client/media-access', { as: person.login });
    const cookies = cookiesOf(answer);
    expect(Object.keys(cookies).toSorted()).toEqual([
      'CloudFront-Key-Pair-Id',
      'CloudFront-Policy',
      'CloudFront-Signature',
    ]);
    for (const { value, attributes } of Object.values(cookies)) {
      expect(value).toMatch(/^[\w~-]+$/);
      expect(attributes).toEqual(['HttpOnly', 'Max-Age=3600', 'Path=/media/', 'SameSite=Lax', 'Secure']);
    }
  });

  test.each([
    ['client', client],
    ['admin', admin],
  ] as const)('of the %s are cleared at sign-out', async (name, app) => {
    const as = name === 'admin' ? adminClaims() : await newLogin('nobody@example.com');
    const answer = await call(app, 'DELETE', `/api/${name}/media-access`, { as });
    expect(answer.status).toBe(204);
    expect(answer.response.headers.get('clear-site-data')).toBe('"cache"');
    const cookies = Object.values(cookiesOf(answer));
    expect(cookies).toHaveLength(3);
    for (const { value, attributes } of cookies) {
      expect(value).toBe('');
      expect(attributes).toEqual(['HttpOnly', 'Max-Age=0', 'Path=/media/', 'SameSite=Lax', 'Secure']);
    }
  });
});

describe('signed links', () => {
  const openedByLink = (link: string) => {
    const { origin, pathname, searchParams } = new URL(link, site);
    const value = (name: string) => searchParams.get(name) ?? '';
    expect([...searchParams.keys()].toSorted()).toEqual(['Key-Pair-Id', 'Policy', 'Signature']);
    return { address: `${origin}${pathname}`, ...opened(value('Policy'), value('Signature'), value('Key-Pair-Id')) };
  };

  test.each(['web', 'original'])('to a photo (%s) grant that one object for minutes', async (size) => {
    const path = `/api/client/sessions/${person.session}/photos/${person.photos.visible}/download?size=${size}`;
    const { url } = (await call(client, 'GET', path, { as: person.login })).json<DownloadLink>();
    expect(url).toMatch(/^\/(media|originals)\//);
    const { address, resource, until } = openedByLink(url);
    expect(resource).toBe(address);
    expect(until).toBeLessThanOrEqual(Date.now() / 1_000 + 15 * 60);
  });

  test('contain no wildcard, whatever the file name', async () => {
    const url = await signedUrl("/originals/a/*?/b c'(1)#%~é.jpg", new Date(Date.now() + 60_000));
    const { address, resource } = openedByLink(url);
    expect(resource).toBe(address);
    expect(resource).not.toMatch(/[*?]/);
    expect(decodeURIComponent(new URL(url, site).pathname)).toBe("/originals/a/*?/b c'(1)#%~é.jpg");
  });
});
