import type { ScheduledEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Quote } from '#shared/contract/quotes.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import type { Settings } from '#shared/contract/settings.ts';
import type { WebsiteDraft } from '#shared/contract/website.ts';
import { limits } from '#shared/limits.ts';
import { dayAhead, today } from '#shared/time/studio-time.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { queueDailyEmail } from '../../../lambdas/domain/flows/daily-email.ts';
import { queueEndReminders } from '../../../lambdas/domain/flows/gallery-end-reminders.ts';
import { queueReminders } from '../../../lambdas/domain/selections/reminders.ts';
import { app as guest } from '../../../lambdas/guest/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { app as open } from '../../../lambdas/public/app.ts';
import { handler } from '../../../lambdas/workers/send-email/handler.ts';
import { studioEmail } from '../../../local/environment.ts';
import type { Email } from '../../../local/services/inbox.ts';
import { setAttribute } from '../../support/rows/set-attribute.ts';
import {
  type ApiStudio,
  adminClaims,
  type Call,
  type Claims,
  call,
  startApiStudio,
} from '../../support/studio/api-studio.ts';
import {
  guestCookie,
  linkValues,
  newClient,
  newPerson,
  newPhoto,
  newSelection,
  newSession,
} from '../../support/studio/api-world.ts';

/** Which emails the studio wants, what they say, and that each is sent once. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const ask = (method: string, path: string, body?: Call['body']) =>
  call(admin, method, `/api/admin${path}`, { as: adminClaims(), body });
const asClient = (as: Claims, method: string, path: string, body?: Call['body']) =>
  call(client, method, `/api/client${path}`, { as, body });
const want = (settings: object) => ask('PATCH', '/settings', settings);
afterEach(() => want({ at_once: true, daily: true, reminders: true, gallery_reminders: true }));

/** Sends what is queued. */
const send = () => handler({ source: 'aws.events' } as ScheduledEvent, { getRemainingTimeInMillis: () => 60_000 });
async function emailsTo(address: string): Promise<Email[]> {
  const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${address}`);
  return (await answer.json()) as Email[];
}
const toStudio = async (words: string) => (await emailsTo(studioEmail)).filter(({ text }) => text?.includes(words));

describe('at once', () => {
  test('a message is written of, unless the studio has switched that off; another email is sent in any case', async () => {
    const words = newId();
    const write = (text: string) =>
      call(open, 'POST', '/api/public/messages', {
        body: { name: 'Ada', phone: '713', email: 'ada@example.com', message: text },
        headers: { 'x-viewer-ip': newId() },
      });
    await want({ at_once: false });
    expect((await write(words)).status).toBe(201);
    const { login } = await newClient();
    await asClient(login, 'POST', '/quotes', { request_id: crypto.randomUUID(), type: 'print', notes: words });
    await send();
    expect((await toStudio(words)).map(({ subject }) => subject)).toEqual(['Quote request from Ada: Prints']);
    await want({ at_once: true });
    await write(`${words} again`);
    await send();
    expect(await toStudio(`${words} again`)).toHaveLength(1);
    // The first one stays unsent, and is not listed as a failure.
    expect((await ask('GET', '/emails')).text).not.toContain('message-received');
  });

  test('an accepted quote is written of once, with the cents that the client has accepted', async () => {
    const { login } = await newClient();
    const made = await asClient(login, 'POST', '/quotes', {
      request_id: crypto.randomUUID(),
      type: 'print',
      notes: '',
    });
    const { id } = made.json<Quote>();
    await ask('PATCH', `/quotes/${id}`, { status: 'approved', price_cents: 12_505, version: 0 });
    const accept = () => asClient(login, 'POST', `/quotes/${id}/accept`, { version: 1, price_cents: 12_505 });
    expect(await Promise.all([accept(), accept(), accept()].map(async (answer) => (await answer).status))).toEqual([
      ...[200, 200, 200],
    ]);
    await send();
    await send();
    const accepted = (await emailsTo(studioEmail)).filter(
      ({ subject }) => subject === 'Ada accepted your quote: Prints',
    );
    expect(accepted).toHaveLength(1);
    expect(accepted[0]?.text).toContain('Accepted price: $125.05');
    expect((await readEmail(`quote-accepted#${id}#1`))?.state).toBe('sent');
  });

  test('picks that a guest sends are written of to whoever made the link: the studio, where it wants that, or the client', async () => {
    const person = await newPerson();
    const name = newId();
    const opened = { ...linkValues, download: 'none', label: 'Grandparents' };
    const ofStudio = (await ask('POST', `/sessions/${person.session}/links`, opened)).json<{
      id: string;
      token: string;
    }>();
    const asGuest = async (link: { id: string; token: string }, cookie?: string) => {
      const body = { token: link.token };
      const own = cookie ?? guestCookie(await call(guest, 'POST', '/api/guest/open', { body }));
      const ask = (method: string, path: string, json?: object) =>
        call(guest, method, `/api/guest/links/${link.id}/${path}`, { headers: { cookie: own }, body: json });
      await ask('PUT', 'guest', { name, email: '' });
      await ask('PATCH', `photos/${person.photos.visible}`, { is_favorite: true });
      expect((await ask('POST', 'picks/send')).json()).toEqual({ sent_at: expect.any(String) });
      expect((await ask('POST', 'picks/send')).status).toBe(200);
      await send();
      return cookie ?? own;
    };
    await asGuest(ofStudio);
    const [told, ...others] = await toStudio(name);
    expect(others).toEqual([]);
    expect(told?.subject).toMatch(new RegExp(`^${name} sent 1 pick: `));
    expect(told?.text).toContain(`/admin/session/${person.session}`);
    await want({ at_once: false });
    await asGuest(ofStudio);
    expect(await toStudio(name)).toHaveLength(1);

    // The client's own link: written of also where the studio wants no emails, with the name for a confirmed address.
    await asGuest(person.link, person.link.cookie);
    expect(await toStudio(name)).toHaveLength(1);
    const { emails_to } = (await asClient(person.login, 'GET', '/me')).json<{ emails_to: string }>();
    const [toClient, ...more] = (await emailsTo(emails_to)).filter(({ subject }) => subject?.includes('sent 1 pick'));
    expect(more).toEqual([]);
    expect(toClient?.text).toContain(name);
    // With the address to sign in with, which the studio’s email has not.
    expect(toClient?.text).toMatch(/\/dashboard\/gallery\/[\w-]+#for=\S+%40/);
    expect(told?.text).not.toContain('#for=');
  });
});

describe('once a day', () => {
  let login: Claims;
  let session: Session;
  let name: string;
  beforeEach(async () => {
    const made = await newClient();
    login = made.login;
    name = `Wedding ${newId()}`;
    session = await newSession(made.profile.id, { session_name: name });
  });
  const patchPhoto = (photo: string, body: object) =>
    asClient(login, 'PATCH', `/sessions/${session.id}/photos/${photo}`, body);
  /** The mornings after today; each test has one of its own, because each day is told of once. */
  let morning = Date.now();
  const nextMorning = () => {
    morning += 24 * 60 * 60_000;
    return new Date(morning);
  };

  test('what clients and guests did is one email, for each day once; without the studio’s own acts', async () => {
    const [first, second] = [await newPhoto(session), await newPhoto(session)];
    await patchPhoto(first, { is_favorite: true });
    await patchPhoto(second, { is_favorite: true });
    await patchPhoto(second, { is_favorite: false });
    await patchPhoto(second, { note: 'For the hallway', note_before: '' });
    const person = await newPerson();
    const path = `/api/guest/links/${person.link.id}/photos/${person.photos.visible}`;
    await call(guest, 'PATCH', path, { headers: { cookie: person.link.cookie }, body: { is_favorite: true } });
    const tomorrow = nextMorning();
    const runs = await Promise.all([queueDailyEmail(tomorrow), queueDailyEmail(tomorrow), queueDailyEmail(tomorrow)]);
    expect(runs.filter(Boolean)).toHaveLength(1);
    expect(await queueDailyEmail(tomorrow)).toBe(false);
    await send();
    const told = await toStudio(name);
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain(`${name}: 1 favorite, 1 note`);
    expect(told[0]?.text).toMatch(/1 new guest.*1 pick of a guest/);
    expect(told[0]?.text).not.toContain('For the hallway');
    // A day on which nothing happened has no email.
    expect(await queueDailyEmail(nextMorning())).toBe(false);
  });

  test('switched off, nothing is sent, then or later', async () => {
    await want({ daily: false });
    await patchPhoto(await newPhoto(session), { is_favorite: true });
    const later = new Date(morning + 10 * 24 * 60 * 60_000);
    expect(await queueDailyEmail(later)).toBe(false);
    await want({ daily: true });
    expect(await queueDailyEmail(later)).toBe(false);
    await send();
    expect(await toStudio(name)).toEqual([]);
  });
});

describe('before a selection ends', () => {
  const inDays = (days: number) => today(new Date(Date.now() + days * 24 * 60 * 60_000));
  const never = () => false;
  async function openSelection(ends_on: string) {
    const { login, profile } = await newClient();
    const session = await newSession(profile.id, { session_name: 'Album night' });
    const photo = await newPhoto(session);
    const selection = await newSelection(session.id, { name: `Album ${newId()}`, ends_on, included: 0 });
    const path = `/sessions/${session.id}/selections/${selection}`;
    await asClient(login, 'POST', `${path}/choices`, { photo_ids: [photo], is_chosen: true });
    return { login, session, selection, path, id: `selection-ending#${selection}#${ends_on}` };
  }

  test('its client is reminded once, with the sum so far, and again of another deadline', async () => {
    const { id, session, selection } = await openSelection(inDays(2));
    const far = await openSelection(inDays(limits.reminderDays + 3));
    await Promise.all([queueReminders(new Date(), never), queueReminders(new Date(), never)]);
    expect(await queueReminders(new Date(), never)).toEqual({ reminders: 0, failed: 0 });
    expect(await readEmail(id)).toMatchObject({ state: 'queued' });
    expect(await readEmail(far.id)).toBeUndefined();
    await send();
    await send();
    const { to = '' } = (await readEmail(id)) as { to?: string };
    const reminders = (await emailsTo(to)).filter(({ subject }) =>
      subject?.startsWith('Your time to choose ends soon'),
    );
    expect(reminders).toHaveLength(1);
    expect(reminders[0]?.text).toContain('So far: 1 chosen · 1 extra × $15 = $15');
    await ask('PATCH', `/sessions/${session.id}/selections/${selection}`, { ends_on: inDays(1), version: 0 });
    expect(await queueReminders(new Date(), never)).toEqual({ reminders: 1, failed: 0 });
  });

  test('damaged rows of other sessions and clients do not keep a reminder back', async () => {
    const day = inDays(1);
    const [first, second, third] = [await openSelection(day), await openSelection(day), await openSelection(day)];
    // Whichever comes first, another follows it.
    await setAttribute('sessions', { id: first.session.id }, 'session_name', 1);
    await setAttribute('customers', { id: second.session.customer_id }, 'name', 1);
    expect(await queueReminders(new Date(), never)).toEqual({ reminders: 1, failed: 2 });
    expect(await readEmail(third.id)).toMatchObject({ state: 'queued' });
    await setAttribute('sessions', { id: first.session.id }, 'session_name', first.session.session_name);
    await setAttribute('customers', { id: second.session.customer_id }, 'name', 'Ada');
    expect(await queueReminders(new Date(), never)).toEqual({ reminders: 2, failed: 0 });
  });

  test('nobody is reminded of a selection that is submitted meanwhile, or where the studio wants none', async () => {
    const { id, login, path } = await openSelection(inDays(2));
    await want({ reminders: false });
    expect(await queueReminders(new Date(), never)).toEqual({ reminders: 0, failed: 0 });
    await want({ reminders: true });
    await queueReminders(new Date(), never);
    const { revision } = (await asClient(login, 'GET', path)).json<{ revision: number }>();
    expect((await asClient(login, 'POST', `${path}/submit`, { round: 1, revision, words: '' })).outcome).toBe('201');
    await send();
    expect(await readEmail(id)).toMatchObject({ state: 'failed', trouble: 'outdated' });
  });
});

describe('before a gallery ends', () => {
  const inDays = (days: number) => dayAhead(days, new Date());
  const never = () => false;
  /** A gallery that was announced long ago, and that ends on this day. */
  async function endingGallery(ends_on: string) {
    const { profile } = await newClient();
    const session = await newSession(profile.id, { session_name: `River ${newId()}` });
    await newPhoto(session);
    await setAttribute('sessions', { id: session.id }, 'announced_at', '2026-01-02T18:00:00.000Z');
    await setEnd(session, ends_on, 0);
    return { session, id: `gallery-ending#${session.id}#${ends_on}#7` };
  }
  const setEnd = (session: Session, ends_on: string | null, version: number) =>
    ask('PATCH', `/sessions/${session.id}`, { ends_on, version });
  async function remindersAs(id: string): Promise<Email[]> {
    const { to = '' } = (await readEmail(id)) as { to?: string };
    return (await emailsTo(to)).filter(({ subject }) => subject?.startsWith('Open until'));
  }

  test('its client is reminded once on each day, and again of another end', async () => {
    const { session, id } = await endingGallery(inDays(7));
    await Promise.all([queueEndReminders(new Date(), never), queueEndReminders(new Date(), never)]);
    expect(await queueEndReminders(new Date(), never)).toEqual({ reminders: 0, failed: 0 });
    await send();
    await send();
    const [reminder, ...others] = await remindersAs(id);
    expect(others).toEqual([]);
    expect(reminder?.subject).toContain(session.session_name);
    expect(reminder?.text).toContain('Download the photos that you want to keep by then.');
    // The next day's reminder comes six days later.
    const later = new Date(Date.now() + 6 * 24 * 60 * 60_000);
    expect(await queueEndReminders(later, never)).toEqual({ reminders: 1, failed: 0 });
    await setEnd(session, inDays(8), 1);
    expect(await queueEndReminders(new Date(Date.now() + 24 * 60 * 60_000), never)).toEqual({
      reminders: 1,
      failed: 0,
    });
    await setEnd(session, null, 2);
    expect(await queueEndReminders(new Date(), never)).toEqual({ reminders: 0, failed: 0 });
  });

  test('the reminder says to download photos only where the client may', async () => {
    const { session, id } = await endingGallery(inDays(7));
    const { items } = (await ask('GET', `/sessions/${session.id}/photos`)).json<{ items: { id: string }[] }>();
    const photo_ids = items.map((photo) => photo.id);
    expect((await ask('PATCH', `/sessions/${session.id}/photos`, { photo_ids, downloadable: false })).outcome).toBe(
      '200',
    );
    await queueEndReminders(new Date(), never);
    await send();
    const [reminder] = await remindersAs(id);
    expect(reminder?.text).toContain('is open until the end of');
    expect(reminder?.text).not.toContain('Download');
  });

  test('damaged rows of other galleries and clients do not keep a reminder back', async () => {
    const day = inDays(1);
    const [first, second, third] = [await endingGallery(day), await endingGallery(day), await endingGallery(day)];
    // Whichever comes first, another follows it.
    await setAttribute('sessions', { id: first.session.id }, 'session_name', 1);
    await setAttribute('customers', { id: second.session.customer_id }, 'name', 1);
    expect(await queueEndReminders(new Date(), never)).toEqual({ reminders: 1, failed: 2 });
    expect(await readEmail(`gallery-ending#${third.session.id}#${day}#1`)).toMatchObject({ state: 'queued' });
    await setAttribute('sessions', { id: first.session.id }, 'session_name', first.session.session_name);
    await setAttribute('customers', { id: second.session.customer_id }, 'name', 'Ada');
    expect(await queueEndReminders(new Date(), never)).toEqual({ reminders: 2, failed: 0 });
  });

  test('nobody is reminded of an end that was moved meanwhile, or where the studio wants none', async () => {
    const { session, id } = await endingGallery(inDays(7));
    await want({ gallery_reminders: false });
    expect(await queueEndReminders(new Date(), never)).toEqual({ reminders: 0, failed: 0 });
    await want({ gallery_reminders: true });
    expect(await queueEndReminders(new Date(), never)).toEqual({ reminders: 1, failed: 0 });
    await setEnd(session, inDays(20), 1);
    await send();
    expect(await readEmail(id)).toMatchObject({ state: 'failed', trouble: 'outdated' });
    expect(await remindersAs(id)).toEqual([]);
  });
});

test('emails name the studio as the website that was published last does', async () => {
  const content = { ...defaultWebsite, studio: { ...defaultWebsite.studio, name: 'Oak & Shadow', city: 'Austin, TX' } };
  const draft = (await ask('PUT', '/website/draft', { version: 0, content })).json<WebsiteDraft>();
  expect((await ask('POST', '/website/publish', { version: draft.version })).status).toBe(200);
  const words = newId();
  const body = { name: 'Ada', phone: '713', email: 'ada@example.com', message: words };
  await call(open, 'POST', '/api/public/messages', { body, headers: { 'x-viewer-ip': newId() } });
  await send();
  const [email] = await toStudio(words);
  expect(email?.text).toMatch(/\nOak & Shadow, Austin, TX\n$/);
  expect(email?.html).toContain('<p class="mast">Oak &amp; Shadow</p>');
});

test('settings show the command to who can run it alone', async () => {
  const seenBy = async (claims: object) =>
    (await call(admin, 'GET', '/api/admin/settings', { as: { ...adminClaims(), ...claims } })).json<Settings>();
  expect(await seenBy({ looks_after_aws: 'true' })).toMatchObject({ makes_exports: true });
  for (const claims of [{}, { looks_after_aws: 'false' }]) {
    expect(await seenBy(claims)).toMatchObject({ makes_exports: false });
  }
});
