import type { CreateLink, EditLink, Link, Links } from '#shared/contract/links.ts';
import { type Admin, type Client, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict, WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import { requireCustomer } from '../customers/customers.ts';
import { clientLinkSizes } from '../photos/access/access.ts';
import { requireSession } from '../photos/row/find.ts';
import { checkedEnd } from '../sessions/last-day.ts';
import { readByCustomer, type SessionRow } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { changeLink, insertLink, type LinkRow, readLink, readLinks } from './repository.ts';
import { withoutSeat, withSeat } from './seats.ts';
import { linkIdOf, tokenOf } from './secrets.ts';

/** An actor who makes links: the studio, or a client whom the studio lets share a session. */
export type Maker = Admin | Client;

/**
 * Returns a session's links, newest first: the studio gets all links, a client the links that they made.
 * @throws StudioError NOT_FOUND
 */
export async function listLinks(actor: Maker, sessionId: string): Promise<Links> {
  const session = await requireSession(actor, sessionId);
  const rows = (await readLinks(sessionId)).filter((row) => mayChange(actor, row, session));
  return { items: await Promise.all(rows.map(toLink)) };
}

/**
 * Returns the links of all sessions of a customer, newest session first.
 * @throws StudioError NOT_FOUND
 */
export async function listCustomerLinks(_actor: Admin, customerId: string): Promise<Links> {
  await requireCustomer(customerId);
  const sessions = await readByCustomer(customerId);
  const rows = (await Promise.all(sessions.map(({ id }) => readLinks(id)))).flat();
  return { items: await Promise.all(rows.map(toLink)) };
}

/**
 * Shares a session by a new link.
 * @throws StudioError NOT_FOUND, also for a client whom the studio does not let share the session; INVALID for an end
 * in the past or too far away, for rights that the client does not have, and when the session has its largest number of
 * links; FORBIDDEN for staff when guests can download originals
 */
export async function createLink(actor: Maker, sessionId: string, values: CreateLink): Promise<Link> {
  const session = await requireSession(actor, sessionId);
  if (actor.kind === 'client' && !session.client_may_share) throw new StudioError('NOT_FOUND');
  const ends_at = checkedEnd(values.ends_on);
  checkDownload(actor, session, values);
  checkPreview(actor, values);
  const nonce = newId();
  const row: LinkRow = {
    id: linkIdOf(await tokenOf(nonce)),
    session_id: sessionId,
    nonce,
    ...values,
    pin_version: 0,
    ends_at,
    is_revoked: false,
    gave_place: false,
    made_by: actor.kind === 'admin' ? 'studio' : 'client',
    shared_by: actor.kind === 'admin' ? '' : (await requireCustomer(actor.customer_id)).name,
    visits: 0,
    guests_count: 0,
    notes_length: 0,
    created_at: new Date().toISOString(),
    version: 0,
  };
  await retryOnConflict(async (attempt) =>
    withSeat(attempt > 1 ? await requireSession(actor, sessionId) : session, row, (seatWrite) =>
      transact([
        insertLink(row),
        seatWrite,
        ...recordActivity(actor, { kind: 'link-created', session, what: row.label }),
      ]),
    ),
  );
  return toLink(row);
}

/**
 * Changes a link for everyone who has it. Another PIN ends the access of guests who opened it with the old one.
 * @throws StudioError NOT_FOUND; INVALID and FORBIDDEN as `createLink`, INVALID also for a revoked link;
 * CHANGED_MEANWHILE with the link in `details.current`
 */
export async function editLink(actor: Maker, linkId: string, { version, ...values }: EditLink): Promise<Link> {
  const { row, session } = await requireLink(actor, linkId);
  if (row.version !== version) throw await changedMeanwhile(linkId);
  if (row.is_revoked) throw new StudioError('INVALID', 'This link was revoked. Please make a new one.');
  checkDownload(actor, session, values);
  checkPreview(actor, values, row);
  const set = {
    ...values,
    ends_at: values.ends_on === row.ends_on ? row.ends_at : checkedEnd(values.ends_on),
    pin_version: row.pin_version + Number(values.pin !== row.pin),
  };
  const edit = (set: Partial<LinkRow>, ...furtherWrites: Write[]) =>
    transact([
      changeLink(row, set, () => changedMeanwhile(linkId)),
      ...furtherWrites,
      ...recordActivity(actor, { kind: 'link-edited', session, what: values.label }),
    ]);
  // A link that has ended may have lost its seat.
  if (row.gave_place && set.ends_at > row.ends_at) {
    await withSeat(session, row, (seatWrite) => edit({ ...set, gave_place: false }, seatWrite)).catch(async (error) => {
      throw error instanceof WriteConflictError ? await changedMeanwhile(linkId) : error;
    });
  } else await edit(set);
  return toLink({ ...row, ...set, version: version + 1 });
}

/**
 * Revokes a link, which ends at once; succeeds when it is revoked already.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE when it is changed at the same time
 */
export async function revokeLink(actor: Maker, linkId: string): Promise<Link> {
  const { row, session } = await requireLink(actor, linkId);
  return revoke(actor, row, session);
}

async function revoke(actor: Maker, row: LinkRow, session: SessionRow): Promise<Link> {
  if (row.is_revoked) return toLink(row);
  const now = new Date().toISOString();
  const set = { is_revoked: true, ends_at: row.ends_at < now ? row.ends_at : now };
  const onConflict = () => changedMeanwhile(row.id);
  await transact([
    changeLink(row, set, onConflict),
    ...(await withoutSeat(session, row)).map((write) => ({ ...write, onConflict })),
    ...recordActivity(actor, { kind: 'link-revoked', session, what: row.label }),
  ]);
  return toLink({ ...row, ...set, version: row.version + 1 });
}

/**
 * Revokes the links that a client has made, when they close their account: also those of ended galleries, which the
 * studio may open again.
 */
export async function revokeOwnLinks(actor: Client): Promise<void> {
  for (const session of await readByCustomer(actor.customer_id)) {
    const ownLinks = (await readLinks(session.id)).filter((row) => mayChange(actor, row, session));
    for (const { id } of ownLinks) {
      const row = await readLink(id);
      if (row) await revoke(actor, row, session);
    }
  }
}

/**
 * Whether the actor may change a link: the studio may change every link, a client the links that they made, while the
 * studio lets them share the session.
 */
export const mayChange = (actor: Maker, row: LinkRow, session: SessionRow): boolean =>
  actor.kind === 'admin' || (row.made_by === 'client' && session.client_may_share);

async function requireLink(actor: Maker, linkId: string): Promise<{ row: LinkRow; session: SessionRow }> {
  const row = await readLink(linkId);
  if (!row) throw new StudioError('NOT_FOUND');
  const session = await requireSession(actor, row.session_id);
  if (!mayChange(actor, row, session)) throw new StudioError('NOT_FOUND');
  return { row, session };
}

/**
 * Checks a link's download setting. A client's link never allows a size that the client may not download. Staff may not
 * save a link that lets guests download originals, even to change only its last day or PIN, which could give the
 * originals to other people; they may lower its download setting.
 * @throws StudioError FORBIDDEN for staff; INVALID for a client
 */
function checkDownload(actor: Maker, session: SessionRow, { download }: CreateLink): void {
  if (actor.kind === 'admin' && download === 'original') requireAdmin(actor, 'let guests download originals');
  if (actor.kind === 'admin' || download === 'none') return;
  if (clientLinkSizes(session).includes(download)) return;
  const message = 'You can’t let guests download more than you may download yourself.';
  throw new StudioError('INVALID', undefined, { fields: { download: message } });
}

/**
 * Checks a link's preview setting. Only the studio turns the cover on. Previews show it without a PIN, so that a link
 * with a PIN can't have it.
 */
function checkPreview(actor: Maker, { shows_cover, pin }: CreateLink, currentRow?: LinkRow): void {
  if (!shows_cover) return;
  const message =
    pin !== null
      ? 'Whoever sees the preview needs no PIN. Remove the PIN, or do not show the cover.'
      : actor.kind === 'client' && !currentRow?.shows_cover && 'Only the studio can show the cover in previews.';
  if (message) throw new StudioError('INVALID', undefined, { fields: { shows_cover: message } });
}

async function changedMeanwhile(linkId: string): Promise<StudioError> {
  const row = await readLink(linkId);
  if (!row) return new StudioError('NOT_FOUND');
  return new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: await toLink(row) } });
}

async function toLink(row: LinkRow): Promise<Link> {
  const token = await tokenOf(row.nonce);
  const { id, session_id, label, may_pick, may_note, download, pin, ends_on, ends_at, is_revoked, made_by } = row;
  const { shows_cover, opened_at = null, visits, created_at, version } = row;
  return {
    ...{ id, session_id, label, may_pick, may_note, download, pin, ends_on, ends_at, is_revoked, made_by },
    ...{ shows_cover, opened_at, visits, created_at, version },
    // After a change of the API's key, the computed secret is another one, which opens nothing.
    token: linkIdOf(token) === id ? token : null,
  };
}
