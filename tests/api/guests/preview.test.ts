import { describe, expect, test, vi } from 'vitest';
import type { Link } from '#shared/contract/links.ts';
import { today } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { app as preview } from '../../../lambdas/preview/app.ts';
import { call, isAwsDynamoDb } from '../../support/studio/api-studio.ts';
import { linkValues, putLarge } from '../../support/studio/api-world.ts';
import {
  as,
  change,
  create,
  enter,
  other,
  owner,
  photo,
  revoke,
  session,
  startSharedSession,
  studio,
} from '../../support/studio/shared-session.ts';

startSharedSession();

const site = 'https://studio.example';

describe('the preview of a link', () => {
  const page = (id: string) => call(preview, 'GET', `/shared/${id}`);
  const picture = (id: string) => call(preview, 'GET', `/shared/${id}/cover.jpg`);
  const generic = async () => (await page(newId())).text;

  /** The page and the picture, as anyone gets them. */
  async function expectGeneric({ id }: { id: string }) {
    const { text, status, response } = await page(id);
    expect({ text, status }).toEqual({ text: await generic(), status: 200 });
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2, stale-if-error=600');
    const none = await picture(id);
    expect([none.outcome, none.response.headers.get('cache-control')]).toEqual(['404 NOT_FOUND', 'no-store']);
  }

  test('shows the cover to anyone where the studio wants it, and nothing else of the session', async () => {
    await putLarge(session, photo);
    const link = await create({ shows_cover: true });
    const { text, response } = await page(link.id);
    expect(text).toContain(`<meta property="og:image" content="${site}/shared/${link.id}/cover.jpg"/>`);
    expect(text).toContain('<meta property="og:image:width" content="1200"/>');
    expect(text).toContain('<meta property="og:title" content="Photos for you | Oak &amp; Shadow"/>');
    expect(text.replace(/<meta [^>]*>/g, '')).toBe((await generic()).replace(/<meta [^>]*>/g, ''));
    for (const secret of [link.token, 'Family', link.label, session.id]) expect(text).not.toContain(secret);
    // Some apps send this address on in place of the one with the secret.
    expect(text).not.toContain('og:url');
    const shown = await picture(link.id);
    for (const { headers } of [response, shown.response]) {
      expect(headers.get('x-robots-tag')).toBe('noindex');
      // At the edge for seconds, in no browser.
      expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=2, stale-if-error=/);
    }
    // The edge does not go on with a picture that it can't ask about.
    expect(shown.response.headers.get('cache-control')).toMatch(/stale-if-error=0$/);
    expect(shown.response.headers.get('content-type')).toBe('image/jpeg');
  });

  test('is the same for every other link as for none', async () => {
    await putLarge(session, photo);
    for (const id of ['x', `guest%23${newId()}`]) await expectGeneric({ id });
    const link = await create();
    await expectGeneric(link);
    const shown = await change(link, { shows_cover: true });
    expect(await page(link.id).then(({ text }) => text)).not.toBe(await generic());
    await expectGeneric(await change(shown, { shows_cover: false }));
    expect((await enter(link)).opened.state).toBe('open');
  });

  test('loses the cover when the link is revoked, and with the session', async () => {
    await putLarge(session, photo);
    const [revoked, kept] = [await create({ shows_cover: true }), await create({ shows_cover: true })];
    await revoke(revoked);
    await expectGeneric(revoked);
    expect((await picture(kept.id)).status).toBe(200);
    await call(admin, 'DELETE', `/api/admin/customers/${session.customer_id}`, { as });
    await expectGeneric(kept);
  });

  test('loses the cover when the link ends', async () => {
    await putLarge(session, photo);
    const link = await create({ shows_cover: true, ends_on: today(new Date()) });
    expect((await picture(link.id)).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(link.ends_at) });
    expect((await picture(link.id)).outcome).toBe('404 NOT_FOUND');
    vi.useRealTimers();
  });

  test('never shows a hidden or deleted photo: the next one, or none', async () => {
    await putLarge(session, photo);
    const link = await create({ shows_cover: true });
    const cover = { cover_id: other, version: 0 };
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}`, { as, body: cover });
    // The chosen cover has no file here.
    expect((await picture(link.id)).outcome).toBe('404 NOT_FOUND');
    await call(admin, 'DELETE', `/api/admin/sessions/${session.id}/photos/${other}`, { as });
    expect((await picture(link.id)).status).toBe(200);
    const hidden = { photo_ids: [photo], is_approved: false };
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as, body: hidden });
    await expectGeneric(link);
  });

  test('shows no cover of a link with a PIN, which would need none to see it', async () => {
    const body = { ...linkValues, shows_cover: true, pin: '123456' };
    const answer = await call(admin, 'POST', `/api/admin/sessions/${session.id}/links`, { as, body });
    expect(answer.outcome).toBe('400 INVALID');
    expect(Object.keys(answer.error.fields ?? {})).toEqual(['shows_cover']);
  });

  test('is turned on by the studio only; the client can turn it off', async () => {
    await call(admin, 'PATCH', `/api/admin/sessions/${session.id}`, {
      as,
      body: { client_may_share: true, version: 0 },
    });
    const make = (values: object) =>
      call(client, 'POST', `/api/client/sessions/${session.id}/links`, {
        as: owner,
        body: { ...linkValues, ...values },
      });
    expect(Object.keys((await make({ shows_cover: true })).error.fields ?? {})).toEqual(['shows_cover']);
    const link = (await make({})).json<Link>();
    const set = (version: number, shows_cover: boolean) =>
      call(client, 'PATCH', `/api/client/links/${link.id}`, {
        as: owner,
        body: { ...linkValues, shows_cover, version },
      });
    expect((await set(0, true)).outcome).toBe('400 INVALID');
    await change(link, { shows_cover: true });
    expect((await set(1, true)).outcome).toBe('200');
    expect((await set(2, false)).json<Link>().shows_cover).toBe(false);
  });

  test.skipIf(isAwsDynamoDb)(
    'sends people to the page itself when it can’t be read, with the secret that their browser keeps',
    async () => {
      const link = await create({ shows_cover: true });
      await studio.setFaults('dynamodb', [{ operation: 'GetItem', error: 'InternalServerError', status: 500 }]);
      const { status, response } = await page(link.id);
      await studio.setFaults('dynamodb', []);
      expect([status, response.headers.get('location')]).toEqual([302, '/shared']);
    },
  );
});
