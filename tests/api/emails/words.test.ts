import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { EmailPreview } from '#shared/contract/emails.ts';
import type { StudioSelection } from '#shared/contract/selections.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import type { AnnouncementTexts } from '#shared/contract/wording/announcement-texts.ts';
import type { Wording, Wordings } from '#shared/contract/wording/email-words.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { readEmail } from '../../../lambdas/domain/emails/outbox.ts';
import type { Email } from '../../../local/services/inbox.ts';
import { adminClaims, call } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';
import { as, closeStudio, deliver, inserted, openStudio, setId, studio } from '../../support/studio/queued-email.ts';

/** The studio's own words in emails to clients, and the email about a selection that opens later. */

beforeAll(openStudio);
afterAll(closeStudio);

let person: Person;
let to: string;
beforeEach(async () => {
  person = await newPerson();
  const customer = (await call(admin, 'GET', `/api/admin/customers/${person.customer}`, { as })).json<Customer>();
  to = customer.login_email ?? '';
});

const studioDoes = (method: string, path: string, body?: unknown) =>
  call(admin, method, `/api/admin/${path}`, { as, body });
const arrived = async () => {
  const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${to}`);
  return (await answer.json()) as Email[];
};
const wordingOf = async (email: string) =>
  (await studioDoes('GET', 'settings/emails')).json<Wordings>().items.find((item) => item.email === email)!;
const edit = (email: string, body: object) => studioDoes('PUT', `settings/emails/${email}`, body);

const own = {
  subject: 'Look, {{first name}}: {{session}}',
  heading: 'They are here',
  greeting: 'Dearest {{ First Name }},',
  opening: 'We loved every minute.\nSo will you.',
  closing: 'Yours, {{studio}}',
};

test('the announcement is sent in the studio’s words, as its preview shows it, and put back', async () => {
  const before = await wordingOf('gallery-ready');
  expect(before).toMatchObject({ is_changed: false, words: before.built_in });
  const saved = await edit('gallery-ready', { ...own, version: before.version });
  expect(saved.json<Wording>()).toMatchObject({ words: own, is_changed: true, version: before.version + 1 });

  const shown = await studioDoes('POST', `sessions/${person.session}/announcement/preview`, {
    message: 'For {{first name}}!',
  });
  expect(
    (
      await studioDoes('POST', `sessions/${person.session}/announcement`, {
        announced_at: null,
        message: 'For {{first name}}!',
      })
    ).status,
  ).toBe(200);
  setId(`gallery-ready#${person.session}#first`);
  const told = async () =>
    (await studioDoes('GET', `sessions/${person.session}/timeline`))
      .json<TimelinePage>()
      .items.find(({ kind }) => kind === 'announced');
  expect(await told()).toMatchObject({ words: 'For {{first name}}!' });
  await deliver(inserted());
  // As the client reads it.
  expect(await told()).toMatchObject({ words: expect.stringMatching(/^For \w+!$/), email: { state: 'sent' } });
  const [email] = await arrived();
  expect(email?.subject).toMatch(/^Look, \S+: /);
  expect(email?.text).toMatch(/^They are here\n\nDearest \S+,\n\nWe loved every minute\.\nSo will you\.\n\n/);
  expect(email?.text).toMatch(/\nFor \S+!\n\nYours, /);
  expect(email?.text).toMatch(/Photos: \d/);
  const { subject, html, to: recipient } = shown.json<EmailPreview>();
  expect({ subject, to: [recipient] }).toEqual({ subject: email?.subject, to: email?.to });
  // The picture of this session is not stored, so the email goes without it.
  const bare = (text = '') =>
    text.replace(/<p><a href[^>]*><img[^>]*><\/a><\/p>|<p><a class="button".*?<\/p>|\s+/g, '');
  expect(bare(html)).toBe(bare(email?.html));

  const stale = await edit('gallery-ready', { ...own, closing: '', version: before.version });
  expect(stale.outcome).toBe('409 CHANGED_MEANWHILE');
  const back = await edit('gallery-ready', { ...before.built_in, version: before.version + 1 });
  expect(back.json<Wording>()).toMatchObject({ is_changed: false, words: before.built_in });
});

test('a field that the email does not have is refused where it stands, and nothing is stored', async () => {
  const { version } = await wordingOf('contact-code');
  const refused = await edit('contact-code', { ...own, version });
  expect(refused.status).toBe(400);
  expect(refused.json<{ error: { fields: object } }>().error.fields).toEqual({
    subject: 'There is no field {{first name}} here. Write {{studio}}.',
    greeting: 'There is no field {{ First Name }} here. Write {{studio}}.',
  });
  expect(await wordingOf('contact-code')).toMatchObject({ is_changed: false, version });
  const preview = await studioDoes('POST', 'settings/emails/contact-code/preview', own);
  expect(preview.status).toBe(400);
  expect((await edit('new-client', { ...own, version: 0 })).status).toBe(404);
});

test('staff read the words, and can’t change them', async () => {
  const staff = adminClaims('[staff]');
  expect((await call(admin, 'GET', '/api/admin/settings/emails', { as: staff })).status).toBe(200);
  const body = { ...own, version: 0 };
  expect((await call(admin, 'PUT', '/api/admin/settings/emails/finished-ready', { as: staff, body })).status).toBe(403);
});

test('a client of an announced session hears of a selection that opens later, if the studio wants it', async () => {
  const terms = { name: 'Album', included: 30, extra_cents: 1_500 };
  const open = async (values: object) =>
    (
      await studioDoes('POST', `sessions/${person.session}/selections`, { ...terms, ...values })
    ).json<StudioSelection>();
  const emailOf = ({ id, version }: StudioSelection) => readEmail(`selection-opened#${id}#${version}`);
  // The announcement will say that it is open.
  expect(await emailOf(await open({ tells_client: true }))).toBeUndefined();
  await studioDoes('POST', `sessions/${person.session}/announcement`, { announced_at: null });
  expect(await emailOf(await open({}))).toBeUndefined();
  expect(await emailOf(await open({ tells_client: false }))).toBeUndefined();
  const told = await open({ tells_client: true });
  expect(await emailOf(told)).toMatchObject({ kind: 'selection-opened', to, state: 'queued' });

  setId(`selection-opened#${told.id}#0`);
  await deliver(inserted());
  const [email] = await arrived();
  expect(email?.text).toContain('Choose your photos: 30 included, each further one $15\n');

  const path = `sessions/${person.session}/selections/${told.id}`;
  const closed = (await studioDoes('PATCH', path, { status: 'closed', version: 0 })).json<StudioSelection>();
  const again = await studioDoes('PATCH', path, { status: 'open', tells_client: true, version: closed.version });
  expect(await emailOf(again.json<StudioSelection>())).toMatchObject({ state: 'queued' });
  // The client can't choose in it any more when it is sent.
  await studioDoes('PATCH', path, { status: 'closed', version: closed.version + 1 });
  setId(`selection-opened#${told.id}#${closed.version + 1}`);
  await deliver(inserted());
  expect(await arrived()).toHaveLength(1);
  expect(await readEmail(`selection-opened#${told.id}#${closed.version + 1}`)).toMatchObject({ trouble: 'outdated' });
});

test('texts for announcements are kept under names that differ, with fields that an announcement has', async () => {
  const read = async () => (await studioDoes('GET', 'settings/announcement-texts')).json<AnnouncementTexts>();
  const save = (items: object[], version: number) =>
    studioDoes('PUT', 'settings/announcement-texts', { items, version });
  expect(await read()).toEqual({ items: [], version: 0 });
  const wedding = { name: 'Wedding', text: 'Dear {{first name}},\nwhat a day.' };
  expect((await save([wedding], 0)).json()).toEqual({ items: [wedding], version: 1 });
  expect(await read()).toEqual({ items: [wedding], version: 1 });
  const family = { name: 'Family', text: '{{new photos}} of {{session}}' };
  expect((await save([family, wedding], 1)).status).toBe(200);
  expect((await save([], 1)).outcome).toBe('409 CHANGED_MEANWHILE');
  const fieldsOf = async (items: object[]) => (await save(items, 2)).json<{ error: { fields: object } }>().error.fields;
  expect(Object.keys(await fieldsOf([wedding, { ...family, name: 'WEDDING' }]))).toEqual(['items.1.name']);
  expect(Object.keys(await fieldsOf([{ ...family, text: '{{price}}' }]))).toEqual(['items.0.text']);
  // No email has both.
  expect(Object.keys(await fieldsOf([{ ...family, text: '{{photos}}, {{new photos}}' }]))).toEqual(['items.0.text']);
  expect((await read()).items).toEqual([family, wedding]);
  const staff = adminClaims('[staff]');
  const body = { items: [], version: 2 };
  expect((await call(admin, 'PUT', '/api/admin/settings/announcement-texts', { as: staff, body })).status).toBe(403);
});

test('a text for announcements is shown in the announcement that has its fields, in the studio’s words', async () => {
  const path = 'settings/announcement-texts/preview';
  const shown = async (text: string) => (await studioDoes('POST', path, { text })).json<EmailPreview>();
  const { built_in, version } = await wordingOf('finished-ready');
  await edit('finished-ready', { ...built_in, heading: 'They are finished', version });
  const gallery = await shown('Dear {{first name}}, {{photos}} wait.');
  expect(gallery).toMatchObject({ to: 'maya@example.com', subject: 'Your photos are ready: Family by the river' });
  expect(gallery.html).toContain('Dear Maya, 298 photos wait.');
  const finished = await shown('{{new photos}}!');
  expect(finished.html).toContain('12 photos!');
  expect(finished.html).toContain('They are finished');
  await edit('finished-ready', { ...built_in, version: version + 1 });
  expect((await shown('')).html).toContain('Your gallery is open');
  const refused = await studioDoes('POST', path, { text: '{{price}}' });
  expect(Object.keys(refused.json<{ error: { fields: object } }>().error.fields)).toEqual(['text']);
});

test('an announcement with a field that its email does not have is refused at its message', async () => {
  const path = `sessions/${person.session}/announcement`;
  for (const [sent, body] of [
    [path, { announced_at: null }],
    [`${path}/preview`, {}],
  ] as const) {
    const refused = await studioDoes('POST', sent, { ...body, message: 'For {{new photos}}' });
    expect(refused.outcome).toBe('400 INVALID');
    expect(Object.keys(refused.json<{ error: { fields: object } }>().error.fields)).toEqual(['message']);
  }
});
