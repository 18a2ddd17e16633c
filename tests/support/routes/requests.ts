import { randomUUID } from 'node:crypto';
import { Id } from '#shared/contract/fields.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { app as guest } from '../../../lambdas/guest/app.ts';
import { idFrom, newId } from '../../../lambdas/platform/ids.ts';
import { app as preview } from '../../../lambdas/preview/app.ts';
import { app as open } from '../../../lambdas/public/app.ts';
import { routesOf } from '../studio/api-studio.ts';
import { choose, linkValues, type Person, selectionValues, storedRound } from '../studio/api-world.ts';
import { agreeOffer, offerContent, sendDraft } from '../studio/offers.ts';
import { announcementText, announcementTexts, emailWords, termsContent } from './bodies.ts';
import {
  approveQuote,
  chooseInOffers,
  decision,
  finishPhotos,
  forget,
  forgetCurrency,
  keepBothPresets,
  keepPicture,
  keepTemplates,
  keepWebsite,
  nameToFind,
  preparedSignature,
  presetSettings,
  publicKey,
  putInPortfolio,
  removeAttachment,
  renamePhoto,
  sendOffers,
  sendWaitingEmails,
  storedTemplates,
  submitChoice,
} from './prepare.ts';

/** Two clients with every kind of object, and objects without an owner: a contact form message, a failed email. */
export interface World {
  a: Person;
  b: Person;
  message: string;
  email: string;
}

/** The ids for `:customer`, `:session` and so on in a path. */
export interface Objects {
  customer: string;
  session: string;
  photo: string;
  quote: string;
  offer: string;
  message: string;
  email: string;
  link: string;
  selection: string;
  download: string;
  attachment: string;
  preset: string;
}

/** A valid request by an actor who may make it. */
export interface RouteRequest {
  /** The answer's status where the request is allowed. */
  ok: number;
  body?: (objects: Objects, world: World) => unknown;
  /** Makes the objects ready for it. */
  prepare?: (world: World) => Promise<unknown>;
  /** The query; ids are filled in as in the path. */
  query?: string;
  /** The template that the path names. */
  template?: keyof typeof storedTemplates;
  /** Names an object in its body instead of its path. */
  inBody?: 'customer' | 'session';
  /** By a client who has the cookie of the link that the path names. */
  withGuestCookie?: true;
  /** Expected answers that differ by the state of an object that the actor may see. */
  but?: Record<string, string>;
}

const message = { name: 'Ada', phone: '713', email: 'ada@example.com', message: 'Hello' };
/** A customer with another name. Another email is an act of admins. */
const editedCustomer = (id: string, { a, b }: World) => ({
  name: 'New',
  email: [a, b].find(({ customer }) => customer === id)?.email ?? 'nobody@example.com',
  profile_complete: false,
});
/** Originals are an act of admins. */
const staffLink = { ...linkValues, download: 'web' };

const settings = { name: 'Ada', phone: '', email: 'ada@example.com', address: '', version: 0 };

/** Every route of the API; a new route without a request here fails the matrix. */
export const requests: Record<string, RouteRequest> = {
  'POST /api/public/messages': { ok: 201, body: () => message },
  'GET /api/public/messages.css': { ok: 200 },
  'POST /api/public/sign-in-code': { ok: 204, body: () => ({ email: `${newId()}@example.com` }) },
  'GET /api/public/portfolio': { ok: 200, prepare: ({ a }) => putInPortfolio(a) },

  'POST /api/guest/open': { ok: 200, body: (_, { a }) => ({ token: a.link.token }) },
  'POST /api/guest/links/:link/media-access': { ok: 200 },
  'GET /api/guest/links/:link/photos': { ok: 200 },
  'GET /api/guest/links/:link/picks': { ok: 200 },
  'POST /api/guest/links/:link/picks/send': { ok: 200 },
  'PUT /api/guest/links/:link/guest': { ok: 200, body: () => ({ name: 'Anna', email: 'anna@example.com' }) },
  'PATCH /api/guest/links/:link/photos/:photo': { ok: 200, body: () => ({ is_favorite: true }) },
  'GET /api/guest/links/:link/photos/:photo/download': { ok: 200, query: 'size=web', but: { kept: '404 NOT_FOUND' } },

  'GET /api/guest/links/:link/attachments': { ok: 200 },
  // They may be raw files of what is shown marked.
  'GET /api/guest/links/:link/attachments/:attachment/download': { ok: 200, but: { marked: '404 NOT_FOUND' } },
  'GET /api/guest/links/:link/download-options': { ok: 200 },
  'POST /api/guest/links/:link/downloads': { ok: 200, body: () => ({ photo_size: 'web' }) },
  'GET /api/guest/links/:link/downloads/:download': { ok: 200 },
  'GET /shared/:link': { ok: 200 },
  'GET /shared/:link/cover.jpg': { ok: 200 },

  'GET /api/client/me': { ok: 200 },
  'POST /api/client/me': { ok: 200, body: () => ({}) },
  'PATCH /api/client/me': { ok: 200, body: () => settings },
  'GET /api/client/me/data': { ok: 200 },
  'POST /api/client/me/contact-code': { ok: 204 },
  'POST /api/client/me/contact-code/confirm': { ok: 200, body: () => ({ code: '01234567' }) },
  'POST /api/client/me/close': { ok: 204 },
  'POST /api/client/media-access': { ok: 200 },
  'DELETE /api/client/media-access': { ok: 204 },
  'POST /api/client/open': { ok: 200, query: 'home=true' },
  'GET /api/client/sessions': { ok: 200 },
  'GET /api/client/favorites': { ok: 200 },
  'GET /api/client/downloads': { ok: 200 },
  'POST /api/client/downloads': {
    ok: 200,
    body: ({ session }) => ({ kind: 'session', session_id: session }),
    inBody: 'session',
  },
  'POST /api/client/download-options': {
    ok: 200,
    body: ({ session }) => ({ kind: 'session', session_id: session }),
    inBody: 'session',
  },
  'GET /api/client/sessions/:session/photos': { ok: 200 },
  'PATCH /api/client/sessions/:session/photos/:photo': { ok: 200, body: () => ({ is_favorite: true }) },
  'GET /api/client/sessions/:session/photos/:photo/download': {
    ok: 200,
    query: 'size=web',
    but: { kept: '404 NOT_FOUND' },
  },
  'GET /api/client/sessions/:session/attachments': { ok: 200 },
  'GET /api/client/sessions/:session/attachments/:attachment/download': {
    ok: 200,
    but: { marked: '404 NOT_FOUND' },
  },
  'GET /api/client/sessions/:session/links': { ok: 200 },
  'POST /api/client/sessions/:session/links': { ok: 201, body: () => linkValues },
  'GET /api/client/sessions/:session/guests': { ok: 200 },
  'GET /api/client/sessions/:session/guest-picks': { ok: 200 },
  'PATCH /api/client/links/:link': {
    ok: 200,
    body: () => ({ ...linkValues, version: 0 }),
    // Revoking was a change.
    but: { 'revoked link': '409 CHANGED_MEANWHILE' },
  },
  'POST /api/client/links/:link/revoke': { ok: 200 },
  'GET /api/client/own-picks': { ok: 200, withGuestCookie: true },
  'POST /api/client/links/:link/own-picks/move': { ok: 200, withGuestCookie: true },
  'POST /api/client/links/:link/own-picks/decline': { ok: 204, withGuestCookie: true },
  'GET /api/client/sessions/:session/selections': { ok: 200 },
  'GET /api/client/sessions/:session/selections/:selection': { ok: 200 },
  'POST /api/client/sessions/:session/selections/:selection/choices': {
    ok: 200,
    body: (_, { a, b }) => ({ photo_ids: [a.photos.kept, b.photos.kept], is_chosen: true }),
  },
  'PATCH /api/client/sessions/:session/selections/:selection/choices/:photo': {
    ok: 200,
    prepare: ({ a, b }) => Promise.all([...new Set([a, b])].map((one) => choose(one.login, one, [one.photos.kept]))),
    body: () => ({ note: 'Crop', note_before: '' }),
  },
  'POST /api/client/sessions/:session/selections/:selection/submit': {
    ok: 201,
    body: () => ({ round: 1, revision: 1 }),
  },
  'POST /api/client/sessions/:session/selections/:selection/change-request': {
    ok: 200,
    prepare: ({ a, b }) => Promise.all([...new Set([a, b])].map(submitChoice)),
    body: () => ({ round: 1, words: 'One more, please' }),
  },
  'GET /api/client/sessions/:session/selections/:selection/rounds/:round': { ok: 200 },
  'GET /api/client/offers': { ok: 200 },
  'GET /api/client/offers/:offer': { ok: 200, prepare: ({ a, b }) => Promise.all([...new Set([a, b])].map(sendDraft)) },
  'POST /api/client/offers/:offer/choices': {
    ok: 200,
    prepare: sendOffers,
    body: ({ offer }) => {
      const { version, choices } = preparedSignature(offer);
      return { version, choices };
    },
  },
  'POST /api/client/offers/:offer/signature': {
    ok: 200,
    prepare: sendOffers,
    body: ({ offer }) => preparedSignature(offer),
  },
  'POST /api/client/offers/:offer/decline': { ok: 200, prepare: sendOffers, body: () => ({ version: 2, words: 'No' }) },
  'POST /api/client/offers/:offer/question': {
    ok: 204,
    prepare: sendOffers,
    body: () => ({ request_id: randomUUID(), words: 'Is travel included?' }),
  },
  'GET /api/client/quotes': { ok: 200 },
  'GET /api/client/quotes/:quote/photos': { ok: 200 },
  'POST /api/client/quotes/:quote/accept': {
    ok: 200,
    prepare: ({ a, b }) => Promise.all([...new Set([a.quote, b.quote])].map(approveQuote)),
    body: () => ({ version: 1, price_cents: 12_500 }),
  },
  'POST /api/client/quotes': { ok: 201, body: () => ({ request_id: randomUUID(), type: 'print', notes: 'Matte' }) },

  'GET /api/admin/customers': { ok: 200 },
  'POST /api/admin/customers': { ok: 201, body: () => ({ name: 'New', email: `${newId()}@example.com` }) },
  // The studio can read, edit and restore a customer in the trash; trashing them again is a no-op.
  'GET /api/admin/customers/:customer': { ok: 200, but: { 'deleted customer': '200' } },
  'PATCH /api/admin/customers/:customer': {
    ok: 200,
    body: ({ customer }, world) => ({ ...editedCustomer(customer, world), version: 0 }),
    but: { 'deleted customer': '409 CHANGED_MEANWHILE' },
  },
  'DELETE /api/admin/customers/:customer': { ok: 204, but: { 'deleted customer': '204' } },
  'POST /api/admin/customers/:customer/restore': { ok: 200, but: { 'deleted customer': '200' } },
  'POST /api/admin/customers/:customer/reopen': { ok: 200 },
  'GET /api/admin/customers/:customer/contents': { ok: 200 },
  // With the customer's own id: joined already.
  'POST /api/admin/customers/:customer/join': {
    ok: 200,
    body: ({ customer }) => ({ other: Id.safeParse(customer).data ?? newId(), version: 0, other_version: 0 }),
  },
  'GET /api/admin/customers/:customer/favorites-and-notes': { ok: 200 },
  'GET /api/admin/customers/:customer/view/sessions': { ok: 200 },
  'GET /api/admin/customers/:customer/view/favorites': { ok: 200 },
  'GET /api/admin/customers/:customer/view/sessions/:session/attachments': { ok: 200 },
  'GET /api/admin/customers/:customer/view/sessions/:session/photos': { ok: 200 },
  'GET /api/admin/customers/:customer/view/sessions/:session/guests': { ok: 200 },
  'GET /api/admin/customers/:customer/view/sessions/:session/guest-picks': { ok: 200 },
  'GET /api/admin/customers/:customer/view/sessions/:session/selections': { ok: 200 },
  'GET /api/admin/customers/:customer/view/sessions/:session/selections/:selection': { ok: 200 },
  'GET /api/admin/customers/:customer/view/sessions/:session/selections/:selection/rounds/:round': { ok: 200 },
  'GET /api/admin/deleted-customers': { ok: 200 },
  'GET /api/admin/customers/:customer/sessions': { ok: 200 },
  'GET /api/admin/customers/:customer/timeline': { ok: 200, but: { 'deleted customer': '200' } },
  'GET /api/admin/customers/:customer/emails': {
    ok: 200,
    prepare: sendWaitingEmails,
    but: { 'deleted customer': '200' },
  },
  'GET /api/admin/customers/:customer/links': { ok: 200 },
  'GET /api/admin/sessions/:session/links': { ok: 200 },
  'POST /api/admin/sessions/:session/links': { ok: 201, body: () => staffLink },
  'GET /api/admin/sessions/:session/guests': { ok: 200 },
  'GET /api/admin/sessions/:session/guest-picks': { ok: 200 },
  'PATCH /api/admin/links/:link': { ok: 200, body: () => ({ ...staffLink, version: 0 }) },
  'POST /api/admin/links/:link/revoke': { ok: 200 },
  'GET /api/admin/sessions/:session/selections': { ok: 200 },
  'POST /api/admin/sessions/:session/selections': { ok: 201, body: () => selectionValues },
  'GET /api/admin/sessions/:session/selections/:selection': { ok: 200 },
  'PATCH /api/admin/sessions/:session/selections/:selection': { ok: 200, body: () => ({ included: 3, version: 0 }) },
  'DELETE /api/admin/sessions/:session/selections/:selection': { ok: 204, query: 'version=0' },
  // Restoring what is not deleted is a no-op.
  'POST /api/admin/sessions/:session/selections/:selection/restore': { ok: 200 },
  'GET /api/admin/sessions/:session/selections/:selection/photos': { ok: 200 },
  'GET /api/admin/sessions/:session/selections/:selection/rounds/:round': { ok: 200 },
  'GET /api/admin/sessions': { ok: 200 },
  'POST /api/admin/sessions': {
    ok: 201,
    body: ({ customer }) => ({ customer_id: customer, session_name: 'New', session_date: '2025-06-01' }),
    inBody: 'customer',
  },
  'POST /api/admin/sessions/open': {
    ok: 201,
    body: ({ customer }) => ({ customer_id: customer, session_label: newId() }),
    inBody: 'customer',
  },
  'GET /api/admin/sessions/deleted': { ok: 200 },
  'GET /api/admin/session-names': { ok: 200 },
  'POST /api/admin/session-states': { ok: 200, body: ({ session }) => ({ session_ids: [session] }) },
  'POST /api/admin/found-files': {
    ok: 200,
    prepare: ({ a }) => renamePhoto(a),
    body: (_, { a }) => ({ name: nameToFind(a.photos.visible) }),
  },
  'GET /api/admin/sessions/covers': { ok: 200, query: 'sessions=:session' },
  'GET /api/admin/sessions/:session': { ok: 200 },
  'PATCH /api/admin/sessions/:session': { ok: 200, body: () => ({ session_name: 'New', version: 0 }) },
  'DELETE /api/admin/sessions/:session': { ok: 204, query: 'version=0' },
  // Restoring what is not in the trash is a no-op.
  'POST /api/admin/sessions/:session/restore': { ok: 200, but: { 'deleted session': '200' } },
  'GET /api/admin/sessions/:session/cameras': { ok: 200 },
  'GET /api/admin/sessions/:session/timeline': { ok: 200 },
  'POST /api/admin/sessions/:session/seen': { ok: 204 },
  'POST /api/admin/sessions/:session/announcement': { ok: 200, body: () => ({ announced_at: null }) },
  'DELETE /api/admin/sessions/:session/announcement': { ok: 200 },
  'POST /api/admin/sessions/:session/announcement/preview': {
    ok: 200,
    body: () => ({ message: 'Look!' }),
    prepare: keepWebsite,
  },
  'POST /api/admin/sessions/:session/finished-announcement/preview': {
    ok: 200,
    body: () => ({ message: 'Look!' }),
    prepare: ({ a, b }) => Promise.all([keepWebsite(), ...[a, b].map(finishPhotos)]),
  },
  'POST /api/admin/sessions/:session/finished-announcement': {
    ok: 200,
    body: () => ({ finished_announced_at: null }),
    prepare: ({ a, b }) => Promise.all([a, b].map(finishPhotos)),
  },
  'GET /api/admin/sessions/:session/photos': { ok: 200 },
  'GET /api/admin/sessions/:session/photos/counts': { ok: 200 },
  'GET /api/admin/sessions/:session/photos/unsettled': { ok: 200 },
  'GET /api/admin/sessions/:session/exported-names': { ok: 200, query: 'list=favorites' },
  'POST /api/admin/sessions/:session/uploads': {
    ok: 200,
    body: () => ({
      is_approved: true,
      downloadable: true,
      files: [{ file_name: 'a.jpg', content_type: 'image/jpeg', size: 1, sha256: `${'A'.repeat(43)}=` }],
    }),
  },
  'PATCH /api/admin/sessions/:session/photos': {
    ok: 200,
    body: (_, { a, b }) => ({ photo_ids: [a.photos.visible, b.photos.visible], is_approved: false }),
  },
  'POST /api/admin/sessions/:session/photos/arrange': {
    ok: 200,
    body: (_, { a, b }) => ({ photo_ids: [a.photos.visible, b.photos.visible], chapter_id: null }),
  },
  'GET /api/admin/sessions/:session/photos/trash': { ok: 200 },
  'POST /api/admin/sessions/:session/photos/trash': {
    ok: 200,
    body: (_, { a, b }) => ({ photo_ids: [a.photos.visible, b.photos.visible] }),
  },
  'POST /api/admin/sessions/:session/photos/restore': {
    ok: 200,
    body: (_, { a, b }) => ({ photo_ids: [a.photos.deleted, b.photos.deleted] }),
  },
  // Pending photos can be trashed, too; trashing a trashed photo is a no-op.
  'DELETE /api/admin/sessions/:session/photos/:photo': { ok: 204, but: { pending: '204', deleted: '204' } },
  'PUT /api/admin/sessions/:session/photos/:photo/reply': {
    ok: 200,
    body: () => ({ reply: 'Gladly', reply_before: '' }),
  },
  // The current version: nothing to put back.
  'POST /api/admin/sessions/:session/photos/:photo/put-back': {
    ok: 200,
    body: ({ customer, session, photo }) => ({ version: idFrom(`originals/${customer}/${session}/${photo}`) }),
  },
  'DELETE /api/admin/sessions/:session/photos/:photo/replacement': { ok: 204 },
  'GET /api/admin/sessions/:session/photos/:photo/download': { ok: 200, query: 'size=original' },
  'GET /api/admin/sessions/:session/attachments': { ok: 200 },
  'POST /api/admin/sessions/:session/attachments/uploads': {
    ok: 200,
    body: () => ({ files: [{ file_name: 'a.cr3', size: 1, sha256: `${'A'.repeat(43)}=` }] }),
  },
  'POST /api/admin/sessions/:session/attachments/trash': {
    ok: 200,
    body: (_, { a, b }) => ({ attachment_ids: [a.attachment, b.attachment] }),
  },
  'POST /api/admin/sessions/:session/attachments/restore': {
    ok: 200,
    prepare: ({ a, b }) => Promise.all([...new Set([a, b])].map(removeAttachment)),
    body: (_, { a, b }) => ({ attachment_ids: [a.attachment, b.attachment] }),
  },
  'GET /api/admin/sessions/:session/attachments/:attachment/download': { ok: 200 },
  'POST /api/admin/media-access': { ok: 200 },
  'DELETE /api/admin/media-access': { ok: 204 },
  'GET /api/admin/attention': { ok: 200 },
  'GET /api/admin/cost': { ok: 200 },
  'GET /api/admin/waiting': { ok: 200 },
  'GET /api/admin/presets': { ok: 200, prepare: keepBothPresets },
  'POST /api/admin/presets': {
    ok: 201,
    prepare: keepBothPresets,
    body: () => ({ name: newId(), settings: presetSettings }),
  },
  'PATCH /api/admin/presets/:preset': {
    ok: 200,
    prepare: keepBothPresets,
    body: () => ({ name: newId(), version: 0 }),
  },
  'DELETE /api/admin/presets/:preset': { ok: 204, prepare: keepBothPresets, query: 'version=0' },
  'POST /api/admin/sessions/:session/preset': {
    ok: 200,
    prepare: keepBothPresets,
    body: (_, { a }) => ({ preset_id: a.preset, preset_version: 0, opens_selection: false, version: 0 }),
  },
  'GET /api/admin/settings': { ok: 200 },
  'GET /api/admin/settings/currency': { ok: 200, prepare: forgetCurrency },
  'PUT /api/admin/settings/currency': {
    ok: 200,
    body: () => ({ currency: 'EUR', version: 0 }),
    prepare: forgetCurrency,
  },
  'GET /api/admin/settings/taxes': { ok: 200 },
  'PUT /api/admin/settings/taxes': {
    ok: 200,
    body: () => ({ items: [{ id: newId(), name: 'Sales tax', rate: 8_250 }], version: 0 }),
    prepare: () => forget('taxes'),
  },
  'GET /api/admin/settings/announcement-texts': { ok: 200 },
  'PUT /api/admin/settings/announcement-texts': {
    ok: 200,
    body: () => announcementTexts,
    prepare: () => forget('announcement-texts'),
  },
  'POST /api/admin/settings/announcement-texts/preview': {
    ok: 200,
    body: () => announcementText,
    prepare: async () => {
      await forget('words#gallery-ready');
      await keepWebsite();
    },
  },
  'GET /api/admin/settings/emails': { ok: 200, prepare: () => forget('words#gallery-ready') },
  'PUT /api/admin/settings/emails/:wording': {
    ok: 200,
    body: () => ({ ...emailWords, version: 0 }),
    prepare: () => forget('words#gallery-ready'),
  },
  'POST /api/admin/settings/emails/:wording/preview': { ok: 200, body: () => emailWords, prepare: keepWebsite },
  'GET /api/admin/templates': { ok: 200, prepare: keepTemplates },
  'POST /api/admin/templates': {
    ok: 201,
    prepare: keepTemplates,
    body: () => ({ name: newId(), content: termsContent }),
  },
  'GET /api/admin/templates/:template': { ok: 200, prepare: keepTemplates },
  'PUT /api/admin/templates/:template': {
    ok: 200,
    prepare: keepTemplates,
    body: () => ({ name: newId(), content: termsContent, version: storedRound }),
  },
  'DELETE /api/admin/templates/:template': {
    ok: 204,
    prepare: keepTemplates,
    query: `version=${storedRound}`,
    template: 'deleted',
  },
  'GET /api/admin/templates/:template/versions': { ok: 200, prepare: keepTemplates },
  'GET /api/admin/templates/:template/versions/:number': { ok: 200, prepare: keepTemplates },
  'POST /api/admin/templates/:template/versions/:number/restore': {
    ok: 200,
    prepare: keepTemplates,
    body: () => ({ version: storedRound }),
    template: 'restored',
  },
  'PATCH /api/admin/settings': { ok: 200, body: () => ({ daily: true }) },
  'GET /api/admin/website': { ok: 200, prepare: keepWebsite },
  // The draft is the same for all routes: published before it is saved, which changes its version.
  'POST /api/admin/website/publish': { ok: 200, prepare: keepWebsite, body: () => ({ version: 1 }) },
  // What is stored already may be saved again.
  'PUT /api/admin/website/draft': {
    ok: 200,
    prepare: keepWebsite,
    body: () => ({ version: 1, content: defaultWebsite }),
  },
  'GET /api/admin/website/versions': { ok: 200, prepare: keepWebsite },
  'GET /api/admin/website/versions/:number': { ok: 200, prepare: keepWebsite },
  'POST /api/admin/website/versions/:number/restore': {
    ok: 200,
    prepare: keepWebsite,
    body: () => ({ version: 1 }),
  },
  'GET /api/admin/website/pictures': { ok: 200, prepare: keepPicture },
  'POST /api/admin/website/pictures': {
    ok: 200,
    prepare: keepPicture,
    body: () => ({ file_name: 'Bride.jpg', content_type: 'image/jpeg', size: 3, sha256: `${'A'.repeat(43)}=` }),
  },
  'POST /api/admin/website/pictures/featured': {
    ok: 200,
    prepare: ({ a }) => Promise.all([keepPicture(), putInPortfolio(a)]),
    body: () => ({ category: 'weddings', portfolio_key: publicKey }),
  },
  'GET /api/admin/quotes': { ok: 200 },
  'GET /api/admin/quotes/:quote/photos': { ok: 200 },
  'PATCH /api/admin/quotes/:quote': { ok: 200, body: () => decision },
  'GET /api/admin/offer-items': { ok: 200 },
  'GET /api/admin/offers': { ok: 200, query: 'group=draft' },
  'GET /api/admin/offer-figures': { ok: 200, query: 'month=2026-11' },
  'GET /api/admin/customers/:customer/offers': { ok: 200 },
  'POST /api/admin/offers': {
    ok: 201,
    body: ({ customer }) => ({ request_id: randomUUID(), customer_id: customer }),
    inBody: 'customer',
  },
  'GET /api/admin/offers/:offer': { ok: 200 },
  'PUT /api/admin/offers/:offer': { ok: 200, body: () => ({ version: 1, content: offerContent({ title: 'New' }) }) },
  'DELETE /api/admin/offers/:offer': { ok: 204, query: 'version=1' },
  'GET /api/admin/offers/:offer/preview': { ok: 200 },
  'POST /api/admin/offers/:offer/send': { ok: 200, body: () => ({ version: 1, message: 'Here it is' }) },
  'POST /api/admin/offers/:offer/withdraw': {
    ok: 200,
    prepare: ({ a, b }) => Promise.all([...new Set([a, b])].map(sendDraft)),
    body: () => ({ version: 2 }),
  },
  'POST /api/admin/offers/:offer/signature': {
    ok: 200,
    prepare: chooseInOffers,
    body: ({ offer }) => {
      const { request_id, version, total_cents, hash, name } = preparedSignature(offer);
      return { request_id, version, total_cents, hash, name };
    },
  },
  'POST /api/admin/offers/:offer/cancel': {
    ok: 200,
    prepare: ({ a, b }) => Promise.all([...new Set([a, b])].map(agreeOffer)),
    body: () => ({ version: 3 }),
  },
  'POST /api/admin/offers/:offer/replacement': {
    ok: 201,
    prepare: ({ a, b }) => Promise.all([...new Set([a, b])].map(sendDraft)),
    body: () => ({ request_id: randomUUID() }),
  },
  'POST /api/admin/offers/:offer/amendment': {
    ok: 201,
    prepare: ({ a, b }) => Promise.all([...new Set([a, b])].map(agreeOffer)),
    body: () => ({ request_id: randomUUID() }),
  },
  'GET /api/admin/messages': { ok: 200 },
  'PATCH /api/admin/messages/:message': { ok: 200, body: () => ({ is_answered: true }) },
  'GET /api/admin/emails': { ok: 200 },
  'GET /api/admin/sent-emails': { ok: 200, prepare: sendWaitingEmails },
  'GET /api/admin/sent-emails/:email': { ok: 200 },
  'POST /api/admin/emails/:email/resend': { ok: 200 },
};

/** All routes of the API, as the apps list them. */
export const allRoutes = [open, guest, preview, client, admin].flatMap((app) => routesOf(app));

export const appOf = (path: string) =>
  path.startsWith('/shared/') ? preview : ({ guest, client, admin }[path.split('/')[2] ?? ''] ?? open);

/** A route's path with ids filled in. */
export const pathOf = (path: string, objects: Objects, template: RouteRequest['template'] = 'edited'): string =>
  path.replace(
    /:(customer|session|photo|quote|offer|message|email|link|selection|round|number|preset|wording|template|download|attachment)\b/g,
    (_, name: keyof Objects | 'round' | 'number' | 'wording' | 'template') => {
      if (name === 'wording') return 'gallery-ready';
      if (name === 'template') return storedTemplates[template];
      return name === 'round' || name === 'number' ? String(storedRound) : objects[name];
    },
  );

/** A request's path and query with ids filled in. */
export const addressOf = (path: string, { query, template }: RouteRequest, objects: Objects): string =>
  pathOf(query ? `${path}?${query}` : path, objects, template);

/** The export of one's own data increases a counter, and an offer records that its client has seen it. */
const writingReads = new Set(['GET /api/client/me/data', 'GET /api/client/offers/:offer']);

export const isRead = (route: string): boolean => route.startsWith('GET ') && !writingReads.has(route);
