import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import type { Ticket, Tickets } from '#shared/contract/photos/uploads.ts';
import { limits } from '#shared/limits.ts';
import { asCsv } from '#shared/photos/lightroom.ts';
import { xmp } from '#shared/photos/xmp.ts';
import { defaultFacts } from '#shared/studio.ts';
import { csv } from '#shared/text/csv.ts';
import { escapeMarkup } from '#shared/text/markup.ts';
import { typedLine, typedText } from '#shared/text/typed-text.ts';
import { diskName } from '../../infra/commands/exported/file-names.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import type { OutboxRow } from '../../lambdas/domain/emails/outbox.ts';
import { cleanFileName, contentDisposition, keySafe } from '../../lambdas/domain/photos/files/file-names.ts';
import { writeEmail } from '../../lambdas/emails/emails.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { app as open } from '../../lambdas/public/app.ts';
import { zipNames } from '../../lambdas/workers/prepare-download/zip-names.ts';
import { parseMarkup } from '../support/pages/parse-markup.ts';
import { everyRow } from '../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { choose, newClient, newPhoto, newSelection, newSession } from '../support/studio/api-world.ts';
import { agreeOffer, newDraft, sendDraft, signatureOf } from '../support/studio/offers.ts';

/** Hostile text, stored through every route that accepts text, and checked in every place that shows it. */

const hostile = {
  html: '<img src=x onerror=alert(1)><script>alert(2)</script>',
  attribute: '" onmouseover="alert(1)" x="\' autofocus onfocus=alert(2) \'',
  closing: '--></title></textarea></style></rdf:li><![CDATA[',
  header: 'Ada\r\nBcc: everybody@example.com\r\n\r\n<b>body</b>',
  formula: '=HYPERLINK("https://evil.example","Click")',
  'formula behind blanks': '\u200b \t=1+1',
  'formula in wide letters': '＝1＋1',
  bidi: 'photo\u202egnp.exe',
  path: '../../../etc/passwd',
  device: 'CON.jpg',
  entity: '&lt;b&gt;&#x3c;i&#x3e;',
  template: '{{7*7}}<%= 7*7 %>#{7*7}',
} as const;
const cases = Object.entries(hostile);

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

/** Expects no element or attribute beyond those of the product's own pages and emails. */
function expectInert(html: string, words: string): void {
  const document = parseMarkup(html);
  expect([...document.querySelectorAll('script, img, iframe, object, embed, b, i, form form')]).toEqual([]);
  for (const element of document.querySelectorAll('*')) {
    expect([...element.attributes].filter(({ name }) => /^on|^autofocus$/.test(name))).toEqual([]);
    for (const name of ['href', 'src', 'action']) {
      const address = element.getAttribute(name);
      if (address) expect(address).toMatch(/^(https:|mailto:|tel:|\/|#)/);
    }
  }
  // The text is present, as text.
  const shown = `${document.documentElement.textContent}${[...document.querySelectorAll('input')].map(({ value }) => value).join()}`;
  expect(shown.replace(/\s+/g, ' ')).toContain(words.trim().replace(/\s+/g, ' '));
}

const asStudio = (method: string, path: string, body?: unknown) =>
  call(admin, method, `/api/admin/${path}`, { as: adminClaims(), body });

/** A client asks to change what they have submitted: the studio keeps it, and opens it again. */
async function askToChange(session: string, photo: string, login: Claims, words: string): Promise<void> {
  const selection = await newSelection(session);
  await choose(login, { session, selection }, [photo]);
  const path = `sessions/${session}/selections/${selection}`;
  const { revision } = (await asStudio('GET', path)).json<{ revision: number }>();
  const asked = async (rest: string, body: object) =>
    (await call(client, 'POST', `/api/client/${path}/${rest}`, { as: login, body })).status;
  expect(await asked('submit', { round: 1, revision })).toBe(201);
  expect(await asked('change-request', { round: 1, words })).toBe(200);
  for (const edit of [{ declines_change: true }, { status: 'open' }]) {
    const { version } = (await asStudio('GET', path)).json<{ version: number }>();
    expect((await asStudio('PATCH', path, { ...edit, message: words, version })).status).toBe(200);
  }
}

/** The studio sends offers, takes one back, and cancels an agreed one; the client signs one, declines one, and asks. */
async function offer(customer: string, login: Claims, words: string): Promise<void> {
  const values = { title: words, words, terms: [{ kind: 'paragraph' as const, text: 'As we said.' }] };
  const [withdrawn, canceled] = [await newDraft(customer, values), await newDraft(customer, values)];
  await sendDraft({ offer: withdrawn });
  const message = words;
  expect((await asStudio('POST', `offers/${withdrawn}/withdraw`, { version: 2, message })).status).toBe(200);
  await agreeOffer({ offer: canceled });
  expect((await asStudio('POST', `offers/${canceled}/cancel`, { version: 3, message })).status).toBe(200);
  const [signed, declined] = [await newDraft(customer, { ...values, signers: [] }), await newDraft(customer, values)];
  for (const id of [signed, declined]) await sendDraft({ offer: id });
  const answer = async (path: string, body: unknown) =>
    (await call(client, 'POST', `/api/client/offers/${path}`, { as: login, body })).status;
  expect(await answer(`${signed}/question`, { request_id: randomUUID(), words })).toBe(204);
  const name = `Ada ${words}`.slice(0, limits.name);
  expect(await answer(`${signed}/signature`, { ...(await signatureOf(signed)), name })).toBe(200);
  expect(await answer(`${declined}/decline`, { version: 2, words })).toBe(200);
}

/** Runs everything that queues emails, with the given text in each field. */
async function emails(words: string): Promise<OutboxRow[]> {
  const { login, profile } = await newClient();
  const asClient = (method: string, path: string, body: unknown) =>
    call(client, method, `/api/client/${path}`, { as: login, body });
  const email = `${newId()}@example.com`;
  const me = { name: words, phone: '713', email, address: words, version: 0 };
  expect((await asClient('PATCH', 'me', me)).status).toBe(200);
  const session = await newSession(profile.id, { session_name: words, notes: words });
  const photo = await newPhoto(session);
  expect((await asStudio('POST', `sessions/${session.id}/announcement`, { announced_at: null })).status).toBe(200);
  const quote = await asClient('POST', 'quotes', { request_id: randomUUID(), type: 'print', notes: words });
  expect(quote.status).toBe(201);
  const decision = { status: 'approved', price_cents: 100, message: words, version: 0 };
  expect((await asStudio('PATCH', `quotes/${quote.json<{ id: string }>().id}`, decision)).status).toBe(200);
  await askToChange(session.id, photo, login, words);
  await offer(profile.id, login, words);
  const message = { name: words, phone: words.slice(0, 40), email, message: words };
  const sent = await call(open, 'POST', '/api/public/messages', {
    body: message,
    headers: { 'x-viewer-ip': newId() },
  });
  expect(sent.status).toBe(201);
  await asClient('POST', 'me/close', undefined);
  const rows = (await everyRow()).outbox as OutboxRow[];
  const stored = [typedLine(words), typedText(words)].map((text) => JSON.stringify(text).slice(1, -1));
  return rows.filter((row) => stored.some((text) => JSON.stringify(row).includes(text)));
}

describe.each(cases)('%s', (_, words) => {
  test('is text in every email, and stays within its header line', async () => {
    const queued = await emails(words);
    expect(new Set(queued.map(({ kind }) => kind))).toEqual(
      new Set([
        'account-closed',
        'gallery-ready',
        'message-received',
        'quote-submitted',
        'quote-received',
        'quote-approved',
        'offer-sent',
        'offer-signed',
        'offer-declined',
        'offer-agreed',
        'offer-withdrawn',
        'offer-canceled',
        'change-requested',
        'change-declined',
        'selection-reopened',
      ]),
    );
    for (const email of queued) {
      const read = {
        session_label: 'family',
        session_name: words,
        photos_count: 1,
        ...{ new_count: 1, finished_count: 1 },
        downloadable: true,
        cover_key: '',
        title: words,
        parts: 1,
        sign_in_with: 'ada@example.com',
        code: '01234567',
        selection_name: words,
        choices: [{ name: words, standing: { line: words } }],
        client_words: words,
        open_selections: [{ selection_name: words, included: 1, extra_cents: null, ends_on: null }],
        ...{ greeted: words, from: words, path: '/dashboard' },
        ...{ currency: 'USD' as const, least_cents: 1, most_cents: 1, follows: null },
        ...{ session_date: undefined, valid_until: undefined },
        ...{ included: 1, extra_cents: null, chosen_count: 1, ends_on: null, standing: { line: words } },
      };
      const {
        subject,
        html,
        replyTo = '',
      } = writeEmail(
        { ...read, ...email },
        {
          site: 'https://studio.example',
          studio: { ...defaultFacts, name: words, city: words },
        },
      );
      expect(`${subject}${replyTo}`).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expectInert(html, words.trim());
    }
  });

  test('is text in the form that is returned to a browser without JavaScript', async () => {
    const form = new URLSearchParams({ name: words, phone: words, email: words, message: words });
    const answer = await call(open, 'POST', '/api/public/messages', {
      body: form.toString(),
      headers: { 'x-viewer-ip': newId(), 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(400);
    expectInert(answer.text, words);
  });

  test('is returned as it is stored by the API, and only as JSON', async () => {
    const { login, profile } = await newClient();
    const session = await newSession(profile.id, { session_name: words });
    const photo = await newPhoto(session);
    const path = `/api/client/sessions/${session.id}/photos`;
    await call(client, 'PATCH', `${path}/${photo}`, { as: login, body: { note: words, note_before: '' } });
    const answer = await call(client, 'GET', path, { as: login });
    expect(answer.response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.json<GalleryPage>().items[0]?.note).toBe(typedText(words));
  });

  test('is sanitized in file names: in tickets, keys, headers and archives', async () => {
    const { profile } = await newClient();
    const session = await newSession(profile.id);
    const file = { file_name: words, content_type: 'image/jpeg', size: 10, sha256: `${'A'.repeat(43)}=` };
    const answer = await asStudio('POST', `sessions/${session.id}/uploads`, {
      is_approved: true,
      downloadable: true,
      files: [file],
    });
    const [ticket] = answer.json<Tickets>().tickets;
    const { url, headers } = ticket as Extract<Ticket, { state: 'upload' }>;
    expect(new URL(url).pathname).toMatch(/^\/landing(\/[0-9a-z]{20,32}){3}$/);
    for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
    const name = cleanFileName(words);
    expect(name).not.toMatch(/[\p{Cc}/\\\u202a-\u202e\u2066-\u2069]/u);
    expect(keySafe(name)).toMatch(/^[\w.-]+$/);
    expect(contentDisposition('inline', words)).toMatch(
      /^inline; filename="[^"\\\p{Cc}]*"; filename\*=UTF-8''[\w.%!#$&+^`|~-]+$/u,
    );
    for (const safe of [...zipNames([name, name]), diskName(words)]) {
      expect(safe).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u);
      expect(safe).not.toMatch(/^[.\s~-]|^(con|nul|prn|aux)(\.|$)/i);
    }
  });

  test('is never a formula in a table, nor markup in files for other programs', () => {
    const rows = [
      csv([['x', words]]),
      asCsv([{ file_name: 'a.jpg', note: words, captured_at: null, is_approved: true }], {}),
    ];
    for (const table of rows) {
      for (const [, cell = ''] of table.slice(1).matchAll(/"((?:[^"]|"")*)"/g)) {
        expect(cell.replace(/^[\s\p{Cf}]+/u, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
      }
      // A quote in the text does not end its cell.
      expect(table.replace(/"(?:[^"]|"")*"/g, '').trim()).toMatch(/^\ufeff?[,\r\n]*$/);
    }
    const document = parseMarkup(xmp({ note: words, rating: 5, label: words, file_names: [words] }), 'text/xml');
    expect(document.querySelector('parsererror')).toBeNull();
    expect(document.getElementsByTagName('*').length).toBe(6);
    expect(escapeMarkup(words)).not.toMatch(/[<>"']/);
  });
});
