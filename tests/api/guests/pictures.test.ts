import { createPublicKey } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GuestMediaAccess } from '#shared/contract/links.ts';
import { limits } from '#shared/limits.ts';
import { denialOf } from '../../../local/edge/signed-access.ts';
import { signingKeyId } from '../../../local/environment.ts';
import { newSession } from '../../support/studio/api-world.ts';
import { create, enter, session, startSharedSession } from '../../support/studio/shared-session.ts';

startSharedSession();

const site = 'https://studio.example';
let publicKey: string;
beforeAll(async () => {
  const secrets = new SecretsManagerClient();
  const SecretId = process.env.SIGNING_KEY_SECRET;
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  secrets.destroy();
  const { privateKey } = JSON.parse(SecretString) as { privateKey: string };
  publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
});

describe('pictures', () => {
  const allowed = (path: string, query: string, now = Date.now()) =>
    denialOf({ origin: site, path, rawQuery: query, cookie: '' }, { [signingKeyId]: publicKey }, now)?.code ??
    'allowed';

  test('open with the signed query below their session only, for the stated minutes at most', async () => {
    const { opened, send } = await enter(await create());
    const { query, expires_at } = opened.media_access;
    const [first] = opened.photos.items;
    const path = `${first?.media_path}/400.webp`;
    expect(first?.media_path.startsWith(`/media/${session.customer_id}/${session.id}/`)).toBe(true);
    expect(allowed(path, query)).toBe('allowed');
    const sibling = await newSession(session.customer_id, { session_name: 'Other' });
    for (const foreign of [
      `/media/${session.customer_id}/${sibling.id}/k/400.webp`,
      `/media/${session.customer_id}/${session.id}x/k/400.webp`,
      `/media/other/${session.id}/k/400.webp`,
      `/originals/${session.customer_id}/${session.id}/x`,
    ]) {
      expect(allowed(foreign, query)).toBe('AccessDenied');
      expect(allowed(`${foreign}?${path}`, query)).toBe('AccessDenied');
    }
    const end = Date.parse(expires_at);
    expect(end - Date.now()).toBeLessThanOrEqual(limits.guestPictureMinutes * 60_000);
    expect(end - Date.now()).toBeGreaterThan(10 * 60_000);
    expect(allowed(path, query, end - 1_000)).toBe('allowed');
    expect(allowed(path, query, end)).toBe('AccessDenied');
    const renewed = (await send('POST', 'media-access')).json<GuestMediaAccess>();
    expect(allowed(path, renewed.query)).toBe('allowed');
  });

  test('do not open with a policy that was changed for another session', async () => {
    const { query } = (await enter(await create())).opened.media_access;
    const decode = (text: string) => text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
    const encode = (text: string) => text.replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
    const wider = query.replace(/(?<=Policy=)[^&]+/, (policy) => {
      const text = Buffer.from(decode(policy), 'base64').toString();
      const changed = text.replace(session.id, '*');
      expect(changed).not.toBe(text);
      return encode(Buffer.from(changed).toString('base64'));
    });
    expect(allowed(`/media/${session.customer_id}/${session.id}/k/400.webp`, wider)).toBe('AccessDenied');
  });
});
