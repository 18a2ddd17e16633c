import type { CostSoFar } from '#shared/contract/cost.ts';
import type { CreateSession, OpenSession, Session } from '#shared/contract/sessions/sessions.ts';
import { costSoFar } from '#shared/cost/so-far.ts';
import { suggestLabel } from '#shared/text/session-label.ts';
import { today } from '#shared/time/studio-time.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, type Write } from '../../platform/table.ts';
import { requireCustomer } from '../customers/customers.ts';
import { customerStays } from '../customers/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import { startWork } from './editing.ts';
import { freeLabel, labelTaken } from './labels.ts';
import { checkedEnd } from './last-day.ts';
import { type NewSession, newSessionRow } from './new-session.ts';
import { findByLabel, insertSession, readAllSessions, readByCustomer, type SessionRow } from './repository.ts';

/** Returns a new session with its first settings, and further writes of the transaction that creates it. */
type Prepare = (row: SessionRow) => { row: SessionRow; writes: Write[] };
const unprepared: Prepare = (row) => ({ row, writes: [] });

/**
 * Creates a session. Without a label, it gets the first free label that its name and date suggest.
 * @param prepare gives the new session its first settings
 * @throws StudioError NOT_FOUND for the customer; LABEL_TAKEN with a free label in `details.suggestion`; INVALID for a
 * last day in the past
 */
export async function createSession(
  actor: Admin,
  values: Omit<CreateSession, 'preset_id'>,
  prepare = unprepared,
): Promise<Session> {
  const { customer_id, session_label, ...otherValues } = values;
  if (values.ends_on !== undefined) checkedEnd(values.ends_on);
  await requireCustomer(customer_id);
  if (session_label) {
    const onLabelTaken = () => labelTaken(customer_id, session_label);
    return insert(actor, { customer_id, session_label, ...otherValues }, prepare, onLabelTaken);
  }
  return retryOnConflict(async () => {
    const suggested = await freeLabel(customer_id, suggestLabel(otherValues.session_name, otherValues.session_date));
    return insert(actor, { customer_id, session_label: suggested, ...otherValues }, prepare);
  });
}

/**
 * Returns the customer's session with this label. Creates a missing one, with the label as its name and today's date.
 * @throws StudioError NOT_FOUND for the customer
 */
export async function ensureSession(
  actor: Admin,
  { customer_id, session_label }: OpenSession,
): Promise<{ session: Session; created: boolean }> {
  await requireCustomer(customer_id);
  return retryOnConflict(async () => {
    const session = await findByLabel(customer_id, session_label);
    if (session) return { session, created: false };
    const session_date = today(new Date());
    const values = { customer_id, session_label, session_name: session_label, session_date, notes: '' };
    const newSession = await insert(actor, values);
    return { session: newSession, created: true };
  });
}

/** Returns this month's cost so far for each session. */
export const getCostSoFar = async (_actor: Admin): Promise<CostSoFar> => costSoFar(await readAllSessions(), new Date());

/** Returns the client's sessions that have visible photos, also ended ones, by date, newest first. */
export async function listGallery(actor: Client): Promise<SessionRow[]> {
  const rows = await readByCustomer(actor.customer_id);
  return rows.filter((row) => row.visible_count > 0).map((row) => ({ ...row, photos_count: row.visible_count }));
}

async function insert(
  actor: Admin,
  values: NewSession,
  prepare = unprepared,
  onLabelTaken?: () => Promise<Error>,
): Promise<SessionRow> {
  const { row, writes } = prepare(newSessionRow(values));
  await transact([
    ...insertSession(row, onLabelTaken),
    ...recordActivity(actor, { kind: 'session-created', session: row }),
    customerStays(row.customer_id, () => new StudioError('NOT_FOUND')),
    ...writes,
  ]);
  await startWork(row.id, row);
  return row;
}
