import { describe, expect, test, vi } from 'vitest';
import type { Link, OpenedLink } from '#shared/contract/links.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { call } from '../../support/studio/api-studio.ts';
import {
  as,
  change,
  create,
  enter,
  open,
  photo,
  session,
  startSharedSession,
} from '../../support/studio/shared-session.ts';

startSharedSession();

describe('a PIN', () => {
  test('is asked for, and says until then only what the link is', async () => {
    const link = await create({ pin: '482913' });
    const answer = await open(link.token);
    expect(answer.json<OpenedLink>()).toMatchObject({ state: 'pin', session_name: 'Family' });
    expect(answer.text).not.toContain(photo);
    expect(answer.response.headers.getSetCookie()).toEqual([]);
    expect((await open(link.token, { pin: '482914' })).outcome).toBe('403 WRONG_PIN');
    expect((await open(link.token, { pin: '4829' })).outcome).toBe('400 INVALID');
    const { cookie } = await enter(link, { pin: '482913' });
    // The browser that knew it is not asked again.
    expect((await open(link.token, { cookie })).json<OpenedLink>().state).toBe('open');
  });

  test.each(['482 913', '482\u2013913', '４８２９１３', '٤٨٢٩١٣', '۴۸۲۹۱۳', '\u200e482913\u00a0'])(
    'is the same PIN however it is typed: %s',
    async (pin) => {
      // Set as it is typed, and entered in digits; and the other way round.
      const link = await create({ pin });
      expect(link.pin).toBe('482913');
      expect((await enter(link, { pin: '482913' })).opened.state).toBe('open');
      expect((await enter(await create({ pin: '482913' }), { pin })).opened.state).toBe('open');
      expect((await open(link.token, { pin: pin.replace(/[39３٣۳]/, '0') })).outcome).toBe('403 WRONG_PIN');
    },
  );

  test('can be guessed 5 times by one network, then 10 times an hour, an IPv6 /64 being one', async () => {
    const link = await create({ pin: '482913' });
    const guess = (host: number, pin = '000000') => open(link.token, { pin, viewer: `2001:db8:1:1::${host}` });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 86_400_000) * 86_400_000 });
    for (let host = 1; host <= 15; host += 1) expect((await guess(host)).outcome).toBe('403 WRONG_PIN');
    expect((await guess(16)).outcome).toBe('429 TOO_MANY');
    // The right one is refused as well, after as many wrong ones.
    expect((await guess(17, '482913')).outcome).toBe('429 TOO_MANY');
    vi.setSystemTime(Date.now() + 3_600_000);
    for (let host = 1; host <= 10; host += 1) expect((await guess(host)).outcome).toBe('403 WRONG_PIN');
    expect((await guess(11)).outcome).toBe('429 TOO_MANY');
    vi.useRealTimers();
  });

  test('can be guessed 60 times an hour on one link by all networks together, also at the same time', async () => {
    const link = await create({ pin: '482913' });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 3_600_000) * 3_600_000 });
    const guess = (host: number) => open(link.token, { pin: '000000', viewer: `10.0.0.${host}` });
    const hosts = Array.from({ length: 61 }, (_, host) => host);
    const outcomes: string[] = [];
    // Eleven at a time: of more, this process can be too slow to read each response in time, and a request that the SDK
    // repeats is counted twice.
    for (let from = 0; from < hosts.length; from += 11) {
      const answers = await Promise.all(hosts.slice(from, from + 11).map(guess));
      outcomes.push(...answers.map(({ outcome }) => outcome));
    }
    expect(outcomes.filter((one) => one === '403 WRONG_PIN')).toHaveLength(60);
    expect(outcomes.filter((one) => one === '429 TOO_MANY')).toHaveLength(1);
    vi.useRealTimers();
  });

  /** Wrong guesses from many networks, until the link takes no more of them. */
  async function flood(link: Link & { token: string }) {
    for (let net = 0; net < 12; net += 1) {
      for (let host = 1; host <= 5; host += 1) await open(link.token, { pin: '000000', viewer: `10.9.${net}.${host}` });
    }
  }

  test('is compared from every network that has not guessed, while a link is guessed from many others', async () => {
    const link = await create({ pin: '482913' });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 86_400_000) * 86_400_000 });
    await flood(link);
    const guess = (viewer: string, pin = '482913') => open(link.token, { pin, viewer });
    for (const viewer of ['203.0.113.9', '2001:db8:5:1::1', '198.51.100.1'])
      expect((await guess(viewer)).outcome).toBe('200');
    // Any number of guests of one network, who have all typed it right.
    const party = await Promise.all(Array.from({ length: 12 }, () => guess('203.0.113.9')));
    expect(new Set(party.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
    // A first wrong guess is compared, a second one is not, nor the right one after it, from any address around it.
    expect((await guess('203.0.114.9', '111111')).outcome).toBe('403 WRONG_PIN');
    const refused = [await guess('203.0.114.9', '222222'), await guess('203.0.114.9'), await guess('203.0.114.200')];
    expect(refused.map(({ outcome }) => outcome)).toEqual(Array(3).fill('429 TOO_MANY'));
    expect(refused[0]!.error.message).toMatch(/mobile data.*another one/);
    // Another PIN begins anew.
    await change(link, { pin: '777777' });
    expect((await guess('203.0.114.9', '777777')).outcome).toBe('200');
    vi.useRealTimers();
  });

  test('of a link stays unknown to very many networks: their first guesses of a day have a limit, too', async () => {
    const link = await create({ pin: '482913' });
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 86_400_000) * 86_400_000 });
    await flood(link);
    const outcomes: string[] = [];
    for (let from = 0; from < 210; from += 10) {
      const some = Array.from({ length: 10 }, (_, index) =>
        open(link.token, { pin: '000000', viewer: `2001:db8:${(from + index + 1).toString(16)}::1` }),
      );
      outcomes.push(...(await Promise.all(some)).map(({ outcome }) => outcome));
    }
    expect(outcomes.filter((one) => one === '403 WRONG_PIN')).toHaveLength(200);
    expect((await open(link.token, { pin: '482913', viewer: '203.0.113.10' })).outcome).toBe('429 TOO_MANY');
    const waiting = (await call(admin, 'GET', '/api/admin/waiting', { as })).json<Waiting>();
    expect(waiting.limits?.items).toContainEqual(
      expect.objectContaining({ kind: 'pins', session_id: session.id, label: link.label }),
    );
    vi.useRealTimers();
  });

  test.each([
    ['/64', (host: number) => `2001:db8:a:1::${host}`],
    ['/56', (host: number) => `2001:db8:b:${host}::1`],
    ['/48', (host: number) => `2001:db8:c:${host.toString(16)}00::1`],
    ['/24', (host: number) => `10.8.7.${host}`],
  ])('that is guessed wrong from one %s opens from others', async (_, viewer) => {
    const link = await create({ pin: '482913' });
    for (let host = 1; host <= 70; host += 1) await open(link.token, { pin: '000000', viewer: viewer(host) });
    expect((await open(link.token, { pin: '482913', viewer: viewer(71) })).outcome).toBe('429 TOO_MANY');
    expect((await open(link.token, { pin: '482913', viewer: '198.51.100.20' })).outcome).toBe('200');
    expect((await open(link.token, { pin: '482913', viewer: '2001:db8:ffff::1' })).outcome).toBe('200');
  });

  test('that is changed ends what guests have open; with the new one they are the same guests', async () => {
    const link = await create();
    const { send, cookie } = await enter(link);
    await send('PUT', 'guest', { name: 'Anna' });
    const protectedLink = await change(link, { pin: '482913' });
    expect((await send('GET', 'photos')).outcome).toBe('404 NOT_FOUND');
    expect((await open(link.token, { cookie })).json<OpenedLink>().state).toBe('pin');
    const again = await enter(link, { cookie, pin: '482913' });
    expect(again.opened.guest?.name).toBe('Anna');
    // Another setting keeps what is open.
    await change(protectedLink, { label: 'Aunts' });
    expect((await again.send('GET', 'photos')).outcome).toBe('200');
  });
});
