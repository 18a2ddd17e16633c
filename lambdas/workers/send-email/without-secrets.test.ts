import { describe, expect, test } from 'vitest';
import { defaultFacts as studio } from '#shared/studio.ts';
import { escapeMarkup } from '#shared/text/markup.ts';
import type { Email } from '../../domain/emails/email-kinds.ts';
import { writeEmail } from '../../emails/emails.ts';
import { coverId } from '../../emails/mail.ts';
import type { WholeEmail, WholeEmailOf } from '../../emails/whole-email.ts';
import { withoutSecrets } from './without-secrets.ts';

const site = 'https://studio.example';

/** Secrets that an email says, or that people type into what it says. */
const token = 'qv3mZ8-kT_w2n9x4c7b6h5g1';
const secrets = {
  code: '01234567',
  token,
  signature: 'Nv0~Sx9f-pQe7',
};
/** What people type: secrets with and without the beginning of their address, beside words and marks. */
const typed = [
  `Grandma opens ${site}/shared#${token}, or studio.example/shared/abc#${token}.`,
  `(${site}/shared#${token}) "${site}/shared#${token}" #${token}`,
  `ZIP: ${site}/downloads/a/b.zip?Expires=1&Signature=${secrets.signature}&Key-Pair-Id=K1`,
  `${site}/originals/a.jpg?Policy=abc&amp;Signature=${secrets.signature}`,
].join('\n');

const to = 'ada@example.com';
const sign_in_with = 'ada+login@example.com';
const request = { quote_id: 'q1', name: 'Ada', type: 'print', quantity: 2, notes: typed, favorites: 1 } as const;
const client = { name: 'Ada', email: to, email_verified: true, customer_id: 'C-7K3M-2QXD', record_id: 'abc' };
const decision = {
  price_cents: 12_550,
  message: typed,
  payment_link: `https://pay.example/x?key=${secrets.signature}`,
};
const session = { session_id: 'abc', session_label: 'family', session_name: 'Family' };
const offer = { to, sign_in_with, name: 'Ada', offer_id: 'o1', message: typed };
const change = { to, name: 'Ada', ...session, selection_id: 'def', round: 1, message: typed };
const choice = { selection_name: 'Album', sign_in_with, ends_on: null, standing: { line: '33 chosen' } };
const photos = { sign_in_with, photos_count: 3, cover_key: 'media/a/b/c', message: typed };

const everyKind: { [Kind in Email['kind']]: WholeEmailOf<Kind> } = {
  'new-client': { kind: 'new-client', ...client },
  'account-closed': { kind: 'account-closed', ...client },
  'contact-code': { kind: 'contact-code', to, name: 'Ada', record_id: 'abc', code: secrets.code },
  'emails-moved': { kind: 'emails-moved', to, sign_in_with, name: 'Ada', moved_to: 'ada@work.example' },
  'records-joined': { kind: 'records-joined', to, name: 'Ada', undone: false },
  'message-received': { kind: 'message-received', name: 'Ada', phone: '713', email: to, message: typed },
  'messages-waiting': { kind: 'messages-waiting', waiting: 21 },
  'quote-submitted': { kind: 'quote-submitted', ...request, email: to },
  'quote-received': { kind: 'quote-received', to, sign_in_with, ...request },
  'quote-approved': { kind: 'quote-approved', to, sign_in_with, ...request, ...decision },
  'quote-rejected': { kind: 'quote-rejected', to, sign_in_with, ...request, ...decision },
  'quote-accepted': { kind: 'quote-accepted', ...request, email: to, price_cents: 12_550 },
  'picks-sent': {
    ...{ kind: 'picks-sent', to_client: true, name: 'Ada', session_id: 'abc', link_label: typed },
    ...{ picks: 3, notes: 1, to, greeted: 'Maya', from: 'Ada', session_name: 'Family', path: '/dashboard/gallery' },
  },
  'offer-sent': {
    ...{ kind: 'offer-sent', ...offer, title: typed, currency: 'USD', least_cents: 1, most_cents: 1, follows: null },
    ...{ session_date: undefined, valid_until: undefined },
  },
  'offer-signed': {
    ...{ kind: 'offer-signed', name: 'Ada', email: to, offer_id: 'o1', title: typed, signed_by: typed },
    ...{ signed_count: 1, signers_count: 2, hash: 'a'.repeat(64) },
  },
  'offer-declined': { kind: 'offer-declined', name: 'Ada', email: to, offer_id: 'o1', title: typed, message: typed },
  'offer-agreed': {
    ...{ kind: 'offer-agreed', to, sign_in_with, name: 'Ada', offer_id: 'o1', title: typed },
    ...{ currency: 'USD', total_cents: 1, hash: 'a'.repeat(64) },
  },
  'offer-withdrawn': { kind: 'offer-withdrawn', ...offer, title: typed },
  'offer-canceled': { kind: 'offer-canceled', ...offer, title: typed },
  'change-requested': { kind: 'change-requested', ...request, email: to },
  'change-declined': { kind: 'change-declined', ...change, ...choice },
  'selection-opened': {
    ...{ kind: 'selection-opened', to, name: 'Ada', ...session, selection_id: 'def', selection_name: typed },
    ...{ included: 30, extra_cents: 1_500, ends_on: '2026-11-30', client_words: typed, sign_in_with },
  },
  'selection-reopened': { kind: 'selection-reopened', ...change, ...choice, was_asked: true, was_decided: false },
  'selection-ending': {
    ...{ kind: 'selection-ending', to, name: 'Ada', ...session, selection_id: 'def', ends_on: '2026-11-22' },
    ...{ selection_name: typed, included: 30, extra_cents: 1_500, chosen_count: 33, sign_in_with },
  },
  'gallery-ending': {
    ...{ kind: 'gallery-ending', to, name: 'Ada', ...session, ends_on: '2026-12-31' },
    ...{ photos_count: 12, downloadable: true, sign_in_with },
  },
  'day-happened': {
    ...{ kind: 'day-happened', day: '2026-11-22', more: 0 },
    sessions: [{ session_id: 'abc', session_name: typed, happened: [{ what: 'opened', count: 1 }] }],
  },
  'gallery-ready': {
    kind: 'gallery-ready',
    to,
    name: 'Ada',
    ...session,
    ...photos,
    downloadable: true,
    open_selections: [],
  },
  'finished-ready': {
    ...{ kind: 'finished-ready', to, name: 'Ada', ...session, ...photos, round: 1 },
    ...{ new_count: 1, finished_count: 2, choices: [] },
  },
  'download-ready': { kind: 'download-ready', to, sign_in_with, name: 'Ada', title: typed, photos_count: 1, parts: 1 },
};

const written = (email: WholeEmail) => writeEmail(email, { site, studio, hasCover: true });

describe.each(Object.entries(everyKind))('%s', (_, email) => {
  const mail = written(email);
  const stored = withoutSecrets(email, mail);

  test('is stored without any code, token or signature, and its addresses end before them', () => {
    for (const part of [stored.subject, stored.text, stored.html]) {
      for (const secret of Object.values(secrets)) expect(part).not.toContain(secret);
      expect(part).not.toMatch(/Signature=|Key-Pair-Id|Policy=/);
      expect(part).not.toMatch(/https?:[^\s"<>]*[?#]/);
    }
  });

  test('is stored without its picture, and otherwise as it was sent', () => {
    expect(stored.html).not.toContain('cid:');
    const title = mail.text.split('\n', 1)[0]!;
    if (!title.includes('/')) expect(stored.text).toContain(title);
    expect(stored.html).toContain('</html>');
  });
});

test('the codes and tokens of these emails would be read without this', () => {
  expect(written(everyKind['contact-code']).text).toContain(secrets.code);
  expect(written(everyKind['gallery-ready']).html).toContain(`cid:${coverId}`);
  const kinds = Object.values(everyKind).filter((email) => written(email).text.includes(token));
  expect(kinds.length).toBeGreaterThan(8);
});

test('a code is left out as people read it, too, and says that it was', () => {
  const email = everyKind['contact-code'];
  const mail = { subject: '0123 4567 is your code', text: '0123-4567', html: '<b>0123\u00a04567</b>' };
  expect(withoutSecrets(email, mail)).toEqual({
    subject: '[left out] is your code',
    text: '[left out]',
    html: '<b>[left out]</b>',
  });
});

test('a secret is left out of an address that was typed without its beginning or its path', () => {
  const text = `studio.example?key=${token} and pay.studio.example#k9 (www.studio.example?k9)`;
  const mail = { subject: text, text, html: text };
  const clean = 'studio.example[left out] and pay.studio.example[left out] (www.studio.example[left out]';
  expect(withoutSecrets(everyKind['messages-waiting'], mail)).toEqual({ subject: clean, text: clean, html: clean });
});

test('quotation marks and apostrophes behind a slash are as readable in HTML as in the text', () => {
  const text = `He/she's here, and I/we'd like "1/2"; the "album/prints" <3/4>.`;
  const mail = { subject: text, text, html: escapeMarkup(text) };
  expect(withoutSecrets(everyKind['messages-waiting'], mail)).toEqual(mail);
  const owner = `${site}/o'brien?key=${token}'${token}`;
  const shown = withoutSecrets(everyKind['messages-waiting'], { subject: '', text: owner, html: escapeMarkup(owner) });
  expect(shown).toEqual({ subject: '', text: `${site}/o'brien[left out]`, html: `${site}/o&#39;brien[left out]` });
  const link = `"${site}/shared#${token}"`;
  expect(withoutSecrets(everyKind['messages-waiting'], { subject: '', text: link, html: escapeMarkup(link) })).toEqual({
    subject: '',
    text: `"${site}/shared[left out]"`,
    html: `&quot;${site}/shared[left out]&quot;`,
  });
});

test('what is no secret stays: questions, dates, prices and addresses without anything behind them', () => {
  const text = `Is 1/2 enough? #1 and 3/4, #bridesmaids. See ${site}/services/weddings, 11/27/2026, $125.50.`;
  const mail = { subject: 'A #1 question?', text, html: text };
  expect(withoutSecrets(everyKind['messages-waiting'], mail)).toEqual(mail);
});
