import { randomUUID } from 'node:crypto';
import type { AdminAct } from '#shared/admin-acts.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { adminClaims, call } from '../studio/api-studio.ts';
import { linkValues, type Person } from '../studio/api-world.ts';
import { keepPresets } from './prepare.ts';

/** A request by which staff would bring about what only admins may. */
export interface Prohibited {
  act: AdminAct;
  /** Makes the state in which it is one, and returns what the request needs of it. */
  prepare?: (person: Person) => Promise<Prepared>;
  body: (prepared: Prepared, person: Person) => unknown;
}
interface Prepared {
  version?: number | undefined;
  quote?: string;
}

/**
 * What each route of the studio can bring about that only admins may: `always` by every request, by those of a list, or
 * nothing. A new route without an entry fails the matrix.
 */
export type Entry = 'nothing' | { always: AdminAct } | Prohibited[];

const as = adminClaims();
const approved = { status: 'approved', price_cents: 10_000, payment_link: 'https://pay.example/1' } as const;
const changeQuote = (id: string, body: object) => call(admin, 'PATCH', `/api/admin/quotes/${id}`, { as, body });

async function decided({ quote }: Person): Promise<Prepared> {
  await changeQuote(quote, { ...approved, version: 0 });
  return { version: 1 };
}
async function reopened(person: Person): Promise<Prepared> {
  await decided(person);
  await changeQuote(person.quote, { status: 'pending', version: 1 });
  return { version: 2 };
}
async function reopenedRejection({ quote }: Person): Promise<Prepared> {
  await changeQuote(quote, { status: 'rejected', version: 0 });
  await changeQuote(quote, { status: 'pending', version: 1 });
  return { version: 2 };
}
async function accepted(person: Person): Promise<Prepared> {
  await decided(person);
  const body = { version: 1, price_cents: approved.price_cents };
  await call(client, 'POST', `/api/client/quotes/${person.quote}/accept`, { as: person.login, body });
  return { version: 2 };
}

const pathOf = ({ session, selection }: Person) => `sessions/${session}/selections/${selection}`;
/** Submits the selection, and decides the quote that this makes. */
async function decidedRound(person: Person): Promise<Prepared> {
  const path = pathOf(person);
  const { revision, round } = (await call(client, 'GET', `/api/client/${path}`, { as: person.login })).json<{
    revision: number;
    round: number;
  }>();
  const body = { round: round + 1, revision };
  await call(client, 'POST', `/api/client/${path}/submit`, { as: person.login, body });
  const { quote_id, version } = await selectionOf(person);
  await changeQuote(quote_id, { ...approved, version: 0 });
  return { version, quote: quote_id };
}
async function openedRound(person: Person): Promise<Prepared> {
  const { version } = await decidedRound(person);
  await call(admin, 'PATCH', `/api/admin/${pathOf(person)}`, { as, body: { status: 'open', version } });
  return selectionOf(person);
}
/** Decided, and set back to pending since: the client was told a price all the same. */
async function reopenedRound(person: Person): Promise<Prepared> {
  const { version, quote = '' } = await decidedRound(person);
  await changeQuote(quote, { status: 'pending', version: 1 });
  return { version };
}
const selectionOf = async (person: Person) =>
  (await call(admin, 'GET', `/api/admin/${pathOf(person)}`, { as })).json<{ version: number; quote_id: string }>();

async function allowance({ session }: Person): Promise<Prepared> {
  await call(admin, 'PATCH', `/api/admin/sessions/${session}`, { as, body: { download_allowance: 5, version: 0 } });
  return { version: 1 };
}

const edited = ({ email }: Person) => ({ name: 'Ada', email, phone: '713', profile_complete: true, version: 0 });
const priced: AdminAct = 'change the price of a quote that was sent';
const paid: AdminAct = 'change the payment link of a quote that was sent';
const termed: AdminAct = 'change the terms of a selection whose quote was decided';
const opened: AdminAct = 'open a selection again whose quote was decided';
const originals: AdminAct = 'let guests download originals';

export const adminOnly: Record<string, Entry> = {
  'GET /api/admin/customers': 'nothing',
  'POST /api/admin/customers': 'nothing',
  'GET /api/admin/customers/:customer': 'nothing',
  'PATCH /api/admin/customers/:customer': [
    {
      act: 'change a customer’s email',
      body: (_, person) => ({ ...edited(person), email: `${randomUUID()}@example.com` }),
    },
  ],
  'DELETE /api/admin/customers/:customer': { always: 'delete customers' },
  'POST /api/admin/customers/:customer/restore': { always: 'restore customers or undo a join' },
  'POST /api/admin/customers/:customer/reopen': 'nothing',
  'GET /api/admin/customers/:customer/contents': 'nothing',
  'POST /api/admin/customers/:customer/join': { always: 'join customers' },
  'GET /api/admin/customers/:customer/favorites-and-notes': 'nothing',
  'GET /api/admin/customers/:customer/view/sessions': 'nothing',
  'GET /api/admin/customers/:customer/view/favorites': 'nothing',
  'GET /api/admin/customers/:customer/view/sessions/:session/attachments': 'nothing',
  'GET /api/admin/customers/:customer/view/sessions/:session/photos': 'nothing',
  'GET /api/admin/customers/:customer/view/sessions/:session/guests': 'nothing',
  'GET /api/admin/customers/:customer/view/sessions/:session/guest-picks': 'nothing',
  'GET /api/admin/customers/:customer/view/sessions/:session/selections': 'nothing',
  'GET /api/admin/customers/:customer/view/sessions/:session/selections/:selection': 'nothing',
  'GET /api/admin/customers/:customer/view/sessions/:session/selections/:selection/rounds/:round': 'nothing',
  'GET /api/admin/deleted-customers': 'nothing',
  'GET /api/admin/customers/:customer/sessions': 'nothing',
  'GET /api/admin/customers/:customer/timeline': 'nothing',
  'GET /api/admin/customers/:customer/emails': 'nothing',
  'GET /api/admin/customers/:customer/links': 'nothing',
  'GET /api/admin/sessions/:session/links': 'nothing',
  'POST /api/admin/sessions/:session/links': [{ act: originals, body: () => linkValues }],
  'GET /api/admin/sessions/:session/guests': 'nothing',
  'GET /api/admin/sessions/:session/guest-picks': 'nothing',
  // The person's link has originals: another day or PIN would hand them to others.
  'PATCH /api/admin/links/:link': [
    { act: originals, body: () => ({ ...linkValues, label: 'Everybody', version: 0 }) },
    {
      act: originals,
      prepare: async ({ link }) => {
        const body = { ...linkValues, download: 'web', version: 0 };
        await call(admin, 'PATCH', `/api/admin/links/${link.id}`, { as, body });
        return { version: 1 };
      },
      body: ({ version }) => ({ ...linkValues, version }),
    },
  ],
  'POST /api/admin/links/:link/revoke': 'nothing',
  'GET /api/admin/sessions/:session/selections': 'nothing',
  'POST /api/admin/sessions/:session/selections': 'nothing',
  'GET /api/admin/sessions/:session/selections/:selection': 'nothing',
  'PATCH /api/admin/sessions/:session/selections/:selection': [
    { act: opened, prepare: decidedRound, body: ({ version }) => ({ status: 'open', version }) },
    { act: opened, prepare: reopenedRound, body: ({ version }) => ({ status: 'open', version }) },
    { act: termed, prepare: decidedRound, body: ({ version }) => ({ status: 'open', extra_cents: 1, version }) },
    { act: termed, prepare: openedRound, body: ({ version }) => ({ extra_cents: 1, version }) },
    { act: termed, prepare: openedRound, body: ({ version }) => ({ extra_cents: null, version }) },
    { act: termed, prepare: openedRound, body: ({ version }) => ({ included: 30, version }) },
    { act: termed, prepare: openedRound, body: ({ version }) => ({ minimum: 1, version }) },
  ],
  'DELETE /api/admin/sessions/:session/selections/:selection': { always: 'delete selections' },
  'POST /api/admin/sessions/:session/selections/:selection/restore': { always: 'restore selections' },
  'GET /api/admin/sessions/:session/selections/:selection/photos': 'nothing',
  'GET /api/admin/sessions/:session/selections/:selection/rounds/:round': 'nothing',
  'GET /api/admin/sessions': 'nothing',
  'POST /api/admin/sessions': 'nothing',
  'POST /api/admin/sessions/open': 'nothing',
  'GET /api/admin/sessions/deleted': 'nothing',
  'GET /api/admin/session-names': 'nothing',
  'POST /api/admin/session-states': 'nothing',
  'POST /api/admin/found-files': 'nothing',
  'GET /api/admin/sessions/covers': 'nothing',
  'GET /api/admin/sessions/:session': 'nothing',
  'GET /api/admin/sessions/:session/cameras': 'nothing',
  'PATCH /api/admin/sessions/:session': [
    {
      act: 'change how many photos a client may download',
      body: () => ({ download_allowance: 1, version: 0 }),
    },
    {
      act: 'change how many photos a client may download',
      prepare: allowance,
      body: ({ version }) => ({ session_name: 'New', download_allowance: 6, version }),
    },
    {
      act: 'change how many photos a client may download',
      prepare: allowance,
      body: ({ version }) => ({ download_allowance: null, version }),
    },
  ],
  'DELETE /api/admin/sessions/:session': { always: 'delete sessions' },
  'POST /api/admin/sessions/:session/restore': { always: 'restore sessions' },
  'GET /api/admin/sessions/:session/timeline': 'nothing',
  'POST /api/admin/sessions/:session/seen': 'nothing',
  'POST /api/admin/sessions/:session/announcement': 'nothing',
  'DELETE /api/admin/sessions/:session/announcement': 'nothing',
  'POST /api/admin/sessions/:session/announcement/preview': 'nothing',
  'POST /api/admin/sessions/:session/finished-announcement': 'nothing',
  'POST /api/admin/sessions/:session/finished-announcement/preview': 'nothing',
  'GET /api/admin/sessions/:session/photos': 'nothing',
  'GET /api/admin/sessions/:session/photos/counts': 'nothing',
  'GET /api/admin/sessions/:session/photos/unsettled': 'nothing',
  'GET /api/admin/sessions/:session/exported-names': { always: 'export file names' },
  'POST /api/admin/sessions/:session/uploads': 'nothing',
  'PATCH /api/admin/sessions/:session/photos': [
    {
      act: 'put photos into the public gallery',
      body: (_, { photos }) => ({ photo_ids: [photos.visible, photos.hidden], category: 'weddings' }),
    },
    {
      act: 'put photos into the public gallery',
      body: (_, { photos }) => ({ photo_ids: [photos.visible], is_approved: true, category: 'weddings' }),
    },
  ],
  'POST /api/admin/sessions/:session/photos/arrange': 'nothing',
  'GET /api/admin/sessions/:session/photos/trash': 'nothing',
  // Photos and files wait in the trash, where staff find them again: culling is their work.
  'POST /api/admin/sessions/:session/photos/trash': 'nothing',
  'POST /api/admin/sessions/:session/photos/restore': 'nothing',
  'DELETE /api/admin/sessions/:session/photos/:photo': 'nothing',
  'PUT /api/admin/sessions/:session/photos/:photo/reply': 'nothing',
  'POST /api/admin/sessions/:session/photos/:photo/put-back': 'nothing',
  'DELETE /api/admin/sessions/:session/photos/:photo/replacement': 'nothing',
  'GET /api/admin/sessions/:session/photos/:photo/download': 'nothing',
  'GET /api/admin/sessions/:session/attachments': 'nothing',
  'POST /api/admin/sessions/:session/attachments/uploads': 'nothing',
  'POST /api/admin/sessions/:session/attachments/trash': 'nothing',
  'POST /api/admin/sessions/:session/attachments/restore': 'nothing',
  'GET /api/admin/sessions/:session/attachments/:attachment/download': 'nothing',
  'POST /api/admin/media-access': 'nothing',
  'DELETE /api/admin/media-access': 'nothing',
  'GET /api/admin/attention': 'nothing',
  'GET /api/admin/cost': 'nothing',
  'GET /api/admin/waiting': 'nothing',
  'GET /api/admin/presets': 'nothing',
  'POST /api/admin/presets': [
    {
      act: 'change how many photos a client may download',
      body: () => ({ name: randomUUID(), settings: { download_allowance: 5 } }),
    },
  ],
  // tests/api/sessions/presets.test.ts changes and removes the limit as staff, who need a preset that has one.
  'PATCH /api/admin/presets/:preset': [
    {
      act: 'change how many photos a client may download',
      prepare: async (person) => {
        await keepPresets([person]);
        return {};
      },
      body: () => ({ settings: { download_allowance: 5 }, version: 0 }),
    },
  ],
  'DELETE /api/admin/presets/:preset': { always: 'delete presets' },
  // Staff apply the rest of a preset; the limit stays (tests/api/sessions/presets.test.ts).
  'POST /api/admin/sessions/:session/preset': 'nothing',
  'GET /api/admin/settings': 'nothing',
  'GET /api/admin/settings/currency': 'nothing',
  'PUT /api/admin/settings/currency': { always: 'change the currency or taxes' },
  'GET /api/admin/settings/taxes': 'nothing',
  'PUT /api/admin/settings/taxes': { always: 'change the currency or taxes' },
  'GET /api/admin/settings/announcement-texts': 'nothing',
  'PUT /api/admin/settings/announcement-texts': { always: 'change the studio’s emails' },
  'POST /api/admin/settings/announcement-texts/preview': 'nothing',
  'GET /api/admin/settings/emails': 'nothing',
  'PUT /api/admin/settings/emails/:wording': { always: 'change the studio’s emails' },
  'POST /api/admin/settings/emails/:wording/preview': 'nothing',
  'GET /api/admin/templates': 'nothing',
  'POST /api/admin/templates': { always: 'change templates' },
  'GET /api/admin/templates/:template': 'nothing',
  'PUT /api/admin/templates/:template': { always: 'change templates' },
  'DELETE /api/admin/templates/:template': { always: 'change templates' },
  'GET /api/admin/templates/:template/versions': 'nothing',
  'GET /api/admin/templates/:template/versions/:number': 'nothing',
  'POST /api/admin/templates/:template/versions/:number/restore': { always: 'change templates' },
  'PATCH /api/admin/settings': { always: 'change the studio’s emails' },
  'GET /api/admin/website': 'nothing',
  'POST /api/admin/website/publish': { always: 'publish the website' },
  'PUT /api/admin/website/draft': 'nothing',
  'GET /api/admin/website/versions': 'nothing',
  'GET /api/admin/website/versions/:number': 'nothing',
  'POST /api/admin/website/versions/:number/restore': 'nothing',
  'GET /api/admin/website/pictures': 'nothing',
  'POST /api/admin/website/pictures': 'nothing',
  'POST /api/admin/website/pictures/featured': 'nothing',
  'GET /api/admin/quotes': 'nothing',
  'GET /api/admin/quotes/:quote/photos': 'nothing',
  'PATCH /api/admin/quotes/:quote': [
    { act: paid, prepare: decided, body: ({ version }) => ({ payment_link: 'https://other.example/', version }) },
    { act: paid, prepare: decided, body: ({ version }) => ({ payment_link: null, version }) },
    { act: paid, prepare: accepted, body: ({ version }) => ({ payment_link: 'https://other.example/', version }) },
    {
      act: paid,
      prepare: reopened,
      body: ({ version }) => ({ ...approved, payment_link: 'https://other.example/', version }),
    },
    { act: paid, prepare: reopened, body: ({ version }) => ({ ...approved, payment_link: null, version }) },
    { act: priced, prepare: reopened, body: ({ version }) => ({ ...approved, price_cents: 9_000, version }) },
    { act: priced, prepare: reopened, body: ({ version }) => ({ ...approved, price_cents: null, version }) },
    { act: priced, prepare: reopenedRejection, body: ({ version }) => ({ ...approved, version }) },
    {
      act: 'change a decision that was sent',
      prepare: reopened,
      body: ({ version }) => ({ status: 'rejected', price_cents: approved.price_cents, version }),
    },
    {
      act: 'change a decision that was sent',
      prepare: reopenedRejection,
      body: ({ version }) => ({ status: 'approved', version }),
    },
    {
      act: 'reopen a quote that was accepted',
      prepare: accepted,
      body: ({ version }) => ({ status: 'pending', version }),
    },
  ],
  'GET /api/admin/offer-items': 'nothing',
  'GET /api/admin/offers': 'nothing',
  'GET /api/admin/offer-figures': 'nothing',
  'GET /api/admin/customers/:customer/offers': 'nothing',
  // Nobody is told of a draft: staff write and delete them.
  'POST /api/admin/offers': 'nothing',
  'GET /api/admin/offers/:offer': 'nothing',
  'PUT /api/admin/offers/:offer': 'nothing',
  'DELETE /api/admin/offers/:offer': 'nothing',
  'GET /api/admin/offers/:offer/preview': 'nothing',
  'POST /api/admin/offers/:offer/replacement': 'nothing',
  'POST /api/admin/offers/:offer/amendment': 'nothing',
  'POST /api/admin/offers/:offer/send': { always: 'send offers' },
  'POST /api/admin/offers/:offer/withdraw': { always: 'withdraw offers' },
  'POST /api/admin/offers/:offer/signature': { always: 'countersign offers' },
  'POST /api/admin/offers/:offer/cancel': { always: 'cancel offers' },
  'GET /api/admin/messages': 'nothing',
  'PATCH /api/admin/messages/:message': 'nothing',
  'GET /api/admin/emails': 'nothing',
  'GET /api/admin/sent-emails': 'nothing',
  'GET /api/admin/sent-emails/:email': 'nothing',
  // To the address that the email was written to.
  'POST /api/admin/emails/:email/resend': 'nothing',
};

/** Whether every request of a route is refused to staff. */
export const isAdminOnly = (route: string): boolean => {
  const entry = adminOnly[route];
  return typeof entry === 'object' && 'always' in entry;
};
