import type { WordedEmail } from '#shared/emails/email-fields.ts';
import type { WholeEmail } from './whole-email.ts';

const to = 'maya@example.com';
const client = { to, name: 'Maya Lindholm', sign_in_with: to };
const session = { session_id: '', session_label: 'family-by-the-river', session_name: 'Family by the river' };
const terms = { selection_name: 'Album', included: 30, extra_cents: 1_500, ends_on: '2026-11-30' };
const selection = { ...client, ...session, ...terms, selection_id: '' };
const change = {
  ...selection,
  round: 1,
  message: '',
  standing: { line: '33 chosen', extra: { extra_count: 3, total_cents: 4_500 } },
};
const quote = {
  ...client,
  type: 'photo-book',
  ...{ quantity: 1, notes: 'With a linen cover, please.', favorites: 24 },
  ...{ price_cents: 18_500, message: '', payment_link: null },
} as const;

const offer = { ...client, offer_id: '', title: 'Lindholm wedding', message: '' };
const offered = {
  currency: 'USD',
  least_cents: 75_775,
  most_cents: 162_375,
  follows: null,
  session_date: '2027-05-15',
  valid_until: '2026-12-10',
} as const;

/** An email of each name whose words the studio can change, with the data of nobody, for its words and its preview. */
export const samples: Record<WordedEmail, WholeEmail & { to: string }> = {
  'gallery-ready': {
    ...{
      kind: 'gallery-ready',
      ...client,
      ...session,
      photos_count: 298,
      ends_on: null,
      downloadable: true,
      cover_key: '',
    },
    open_selections: [terms],
  },
  'gallery-ending': {
    ...{ kind: 'gallery-ending', ...client, ...session, ends_on: '2026-12-31' },
    ...{ photos_count: 298, downloadable: true },
  },
  'finished-ready': {
    ...{ kind: 'finished-ready', ...client, ...session, round: 1, cover_key: '' },
    ...{
      new_count: 12,
      finished_count: 30,
      photos_count: 298,
      choices: [{ name: 'Album', standing: { line: '12 of 30 finished' } }],
    },
  },
  'download-ready': {
    kind: 'download-ready',
    ...client,
    ...{ title: session.session_name, photos_count: 298, parts: 2 },
  },
  'selection-opened': { kind: 'selection-opened', ...selection, client_words: 'Choose the ones that you love.' },
  'selection-ending': { kind: 'selection-ending', ...selection, chosen_count: 27 },
  'selection-reopened': { kind: 'selection-reopened', ...change, was_asked: true, was_decided: false },
  'change-declined': { kind: 'change-declined', ...change },
  'quote-received': { kind: 'quote-received', ...quote },
  'quote-approved': { kind: 'quote-approved', ...quote },
  'quote-rejected': { kind: 'quote-rejected', ...quote },
  'offer-sent': { kind: 'offer-sent', ...offer, ...offered },
  'offer-agreed': {
    ...{ kind: 'offer-agreed', ...client, offer_id: '', title: offer.title, currency: 'USD', total_cents: 127_194 },
    hash: '3f9a1c075be244d190ce7a6821f0b3d57ac4e81b06d2f95e4418c3aae2b4097d',
  },
  'offer-withdrawn': { kind: 'offer-withdrawn', ...offer },
  'offer-canceled': { kind: 'offer-canceled', ...offer },
  'picks-sent': {
    ...{ kind: 'picks-sent', to_client: true, name: 'Aunt Rosa', from: 'Aunt Rosa', link_label: 'Grandparents' },
    ...{ picks: 12, notes: 3, to, sign_in_with: to, greeted: client.name, path: '/dashboard/gallery', ...session },
  },
  'contact-code': { kind: 'contact-code', ...client, record_id: '', code: '01234567' },
  'emails-moved': { kind: 'emails-moved', ...client, moved_to: 'maya@work.example' },
  'records-joined': { kind: 'records-joined', ...client, undone: false },
  'records-parted': { kind: 'records-joined', ...client, undone: true },
};
