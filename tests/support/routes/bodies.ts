import { randomUUID } from 'node:crypto';
import { consentVersion } from '#shared/offers/consent.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { linkValues, type Person, selectionValues } from '../studio/api-world.ts';
import { offerContent } from '../studio/offers.ts';

/** Content of a template. */
export const termsContent = {
  kind: 'terms',
  blocks: [{ kind: 'paragraph', text: '{{client}} pays {{total}}.' }],
  is_starting_point: false,
} as const;

/** Every setting of a preset. */
const allSettings = {
  chapters: ['Ceremony'],
  photo_order: 'name',
  time_zone: 'Europe/Rome',
  client_words: 'Take your time',
  download_sizes: ['web'],
  download_allowance: 10,
  client_may_share: true,
  watermark: { has_logo: false, text: 'Proof', opacity: 40, size: 'medium', clean_thumbnails: false },
  selection: { ...selectionValues, minimum: 1, days: 14, client_words: 'Take your time' },
};

/** The studio's words in an email. */
export const emailWords = {
  ...{ subject: 'Look, {{first name}}', heading: 'Ready', greeting: 'Dear {{first name}},' },
  ...{ opening: 'See {{session}}.', closing: 'Yours, {{studio}}' },
};

/** The studio's texts for announcements. */
export const announcementText = { text: 'Dear {{first name}}' };
export const announcementTexts = { items: [{ name: 'Wedding', ...announcementText }], version: 0 };

/** What somebody who signs an offer sends, and what a client chooses in one. */
const signing = {
  request_id: randomUUID(),
  version: 9_999,
  total_cents: 100,
  hash: 'a'.repeat(64),
  name: 'Tom Nguyen',
};
const choices = { package_id: null, add_on_ids: [] };

/** A valid body for each route, to be invalidated in one place at a time. */
export const bodies: Record<
  string,
  (person: Pick<Person, 'customer' | 'session' | 'link' | 'photos'>) => Record<string, unknown>
> = {
  'POST /api/public/sign-in-code': () => ({ email: 'a@example.com', name: '' }),
  'POST /api/public/messages': () => ({ name: 'A', phone: '1', email: 'a@example.com', message: 'Hello' }),
  'POST /api/guest/open': ({ link }) => ({ token: link.token, pin: '123456' }),
  'PUT /api/guest/links/:link/guest': () => ({ name: 'Anna', email: 'anna@example.com' }),
  'POST /api/guest/links/:link/downloads': () => ({ photo_size: 'web' }),
  'PATCH /api/guest/links/:link/photos/:photo': () => ({ note: 'Lovely', note_before: 'Lovely' }),
  'POST /api/client/sessions/:session/links': () => linkValues,
  'PATCH /api/client/links/:link': () => ({ ...linkValues, version: 9_999 }),
  'POST /api/admin/sessions/:session/links': () => linkValues,
  'PATCH /api/admin/links/:link': () => ({ ...linkValues, version: 9_999 }),
  'POST /api/client/me': () => ({ name: 'A', phone: '1', email: 'a@example.com', address: 'B' }),
  'PATCH /api/client/me': () => ({ name: 'A', phone: '', email: 'a@example.com', address: '', version: 9_999 }),
  'POST /api/client/me/contact-code/confirm': () => ({ code: '01234567' }),
  'PATCH /api/client/sessions/:session/photos/:photo': () => ({ note: 'Lovely', note_before: 'Lovely' }),
  'PUT /api/admin/sessions/:session/photos/:photo/reply': () => ({ reply: 'Gladly', reply_before: 'Gladly' }),
  'POST /api/client/downloads': ({ session }) => ({ kind: 'session', session_id: session }),
  'POST /api/client/download-options': ({ session }) => ({ kind: 'session', session_id: session }),
  'POST /api/client/quotes': ({ session, photos }) => ({
    request_id: randomUUID(),
    type: 'print',
    quantity: 2,
    notes: 'Matte',
    photos: [{ session_id: session, photo_id: photos.visible }],
  }),
  'POST /api/client/quotes/:quote/accept': () => ({ version: 9_999, price_cents: 100 }),
  'POST /api/client/offers/:offer/choices': () => ({ version: 9_999, choices }),
  'POST /api/client/offers/:offer/signature': () => ({
    ...{ ...signing, choices, drawing: [[[0, 300]]], boxes: [true], consent_version: consentVersion },
  }),
  'POST /api/client/offers/:offer/decline': () => ({ version: 9_999, words: 'No' }),
  'POST /api/client/offers/:offer/question': () => ({ request_id: randomUUID(), words: 'Is travel included?' }),
  'POST /api/client/sessions/:session/selections/:selection/choices': ({ photos }) => ({
    photo_ids: [photos.visible],
    is_chosen: true,
  }),
  'PATCH /api/client/sessions/:session/selections/:selection/choices/:photo': () => ({
    note: 'Crop',
    note_before: 'Crop',
  }),
  'POST /api/client/sessions/:session/selections/:selection/submit': () => ({
    round: 9_999,
    revision: 9_999,
    words: 'Matte',
  }),
  'POST /api/client/sessions/:session/selections/:selection/change-request': () => ({
    round: 9_999,
    words: 'One more',
  }),
  'POST /api/admin/sessions/:session/selections': () => ({
    ...selectionValues,
    minimum: 1,
    ends_on: '2029-05-04',
    client_words: 'Take your time',
  }),
  'PATCH /api/admin/sessions/:session/selections/:selection': () => ({
    ...selectionValues,
    minimum: 1,
    ends_on: '2029-05-04',
    client_words: 'Take your time',
    status: 'open',
    version: 9_999,
  }),
  'PATCH /api/admin/quotes/:quote': () => ({ status: 'approved', price_cents: 100, message: 'Yes', version: 9_999 }),
  'POST /api/admin/offers': ({ customer }) => ({ request_id: randomUUID(), customer_id: customer }),
  'PUT /api/admin/offers/:offer': () => ({ version: 9_999, content: offerContent() }),
  'POST /api/admin/offers/:offer/send': () => ({ version: 9_999, message: 'Here it is' }),
  'POST /api/admin/offers/:offer/withdraw': () => ({ version: 9_999, message: 'Sorry' }),
  'POST /api/admin/offers/:offer/cancel': () => ({ version: 9_999, message: 'Sorry' }),
  'POST /api/admin/offers/:offer/signature': () => signing,
  'POST /api/admin/offers/:offer/replacement': () => ({ request_id: randomUUID() }),
  'POST /api/admin/offers/:offer/amendment': () => ({ request_id: randomUUID() }),
  'PATCH /api/admin/messages/:message': () => ({ is_read: true }),
  'PUT /api/admin/website/draft': () => ({ version: 9_999, content: defaultWebsite }),
  'POST /api/admin/website/publish': () => ({ version: 9_999 }),
  'POST /api/admin/website/versions/:number/restore': () => ({ version: 9_999 }),
  'POST /api/admin/website/pictures': () => ({
    file_name: 'a.jpg',
    content_type: 'image/jpeg',
    size: 3,
    sha256: `${'A'.repeat(43)}=`,
  }),
  'POST /api/admin/website/pictures/featured': () => ({ category: 'weddings', portfolio_key: newId() }),
  'POST /api/admin/presets': () => ({ name: newId(), settings: allSettings }),
  'PATCH /api/admin/presets/:preset': () => ({ name: newId(), settings: allSettings, version: 9_999 }),
  'POST /api/admin/sessions/:session/preset': () => ({
    preset_id: newId(),
    preset_version: 0,
    opens_selection: true,
    version: 9_999,
  }),
  'PUT /api/admin/settings/currency': () => ({ currency: 'EUR', version: 9_999 }),
  'PUT /api/admin/settings/taxes': () => ({ items: [{ id: newId(), name: 'Sales tax', rate: 8_250 }], version: 9_999 }),
  'PUT /api/admin/settings/announcement-texts': () => ({ ...announcementTexts, version: 9_999 }),
  'POST /api/admin/settings/announcement-texts/preview': () => announcementText,
  'PUT /api/admin/settings/emails/:wording': () => ({ ...emailWords, version: 9_999 }),
  'POST /api/admin/settings/emails/:wording/preview': () => emailWords,
  'POST /api/admin/templates': () => ({ name: newId(), content: termsContent }),
  'PUT /api/admin/templates/:template': () => ({ name: newId(), content: termsContent, version: 9_999 }),
  'POST /api/admin/templates/:template/versions/:number/restore': () => ({ version: 9_999 }),
  'PATCH /api/admin/settings': () => ({ at_once: true, daily: true, reminders: true, gallery_reminders: true }),
  'POST /api/admin/customers': () => ({ name: 'A', email: `${newId()}@example.com`, phone: '1' }),
  'PATCH /api/admin/customers/:customer': () => ({
    name: 'A',
    email: `${newId()}@example.com`,
    phone: '1',
    profile_complete: true,
    version: 9_999,
  }),
  'POST /api/admin/customers/:customer/join': () => ({ other: newId(), version: 0, other_version: 0 }),
  'POST /api/admin/sessions': ({ customer }) => ({
    customer_id: customer,
    session_name: 'A',
    session_date: '2025-05-04',
    session_label: newId(),
    notes: '',
  }),
  'POST /api/admin/session-states': () => ({ session_ids: [newId()] }),
  'POST /api/admin/found-files': () => ({ name: 'IMG_4102.jpg' }),
  'POST /api/admin/sessions/open': ({ customer }) => ({ customer_id: customer, session_label: newId() }),
  'PATCH /api/admin/sessions/:session': () => ({
    session_name: 'A',
    session_date: '2025-05-04',
    session_label: newId(),
    notes: 'By the river',
    photo_order: 'name',
    client_words: 'Take your time',
    chapters: [{ id: null, name: 'Ceremony' }],
    version: 9_999,
  }),
  'POST /api/admin/sessions/:session/announcement': () => ({ announced_at: '2025-05-04T10:00:00.000Z' }),
  'POST /api/admin/sessions/:session/announcement/preview': () => ({ message: 'You were a joy.' }),
  'POST /api/admin/sessions/:session/finished-announcement/preview': () => ({ message: 'You were a joy.' }),
  'POST /api/admin/sessions/:session/finished-announcement': () => ({
    finished_announced_at: '2025-05-04T10:00:00.000Z',
  }),
  'POST /api/admin/sessions/:session/photos/arrange': () => ({
    photo_ids: [newId()],
    chapter_id: null,
    place: null,
  }),
  'POST /api/admin/sessions/:session/photos/trash': () => ({ photo_ids: [newId()] }),
  'POST /api/admin/sessions/:session/photos/:photo/put-back': () => ({ version: newId() }),
  'POST /api/admin/sessions/:session/photos/restore': () => ({ photo_ids: [newId()] }),
  'POST /api/admin/sessions/:session/attachments/uploads': () => ({
    files: [{ file_name: 'a.cr3', size: 1, sha256: `${'A'.repeat(43)}=` }],
  }),
  'POST /api/admin/sessions/:session/attachments/trash': () => ({ attachment_ids: [newId()] }),
  'POST /api/admin/sessions/:session/attachments/restore': () => ({ attachment_ids: [newId()] }),
  'POST /api/admin/sessions/:session/uploads': () => ({
    is_approved: true,
    downloadable: true,
    files: [{ file_name: 'a.jpg', content_type: 'image/jpeg', size: 1, sha256: `${'A'.repeat(43)}=` }],
  }),
  'PATCH /api/admin/sessions/:session/photos': () => ({
    photo_ids: [newId()],
    is_approved: true,
    category: 'family',
    focus: { x: 50, y: 30 },
    stage: 'finished',
  }),
};
