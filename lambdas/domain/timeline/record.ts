import type { TimelineKind } from '#shared/contract/timeline.ts';
import { today } from '#shared/time/studio-time.ts';
import type { Admin, Client, Guest } from '../../platform/auth.ts';
import { idFrom, newId } from '../../platform/ids.ts';
import type { Write } from '../../platform/table.ts';
import type { Email } from '../emails/email-kinds.ts';
import { queueEmail } from '../emails/outbox.ts';
import { addEntry, type NewEntry } from './repository.ts';

/**
 * The kinds of acts that a person repeats. The same acts of a person on one day in one session are one entry with a
 * count.
 */
const repeatedKinds: ReadonlySet<TimelineKind> = new Set<TimelineKind>([
  'favorited',
  'unfavorited',
  'noted',
  'note-removed',
  'chosen',
  'unchosen',
  'note-answered',
  'downloaded',
  'attachments-downloaded',
  'photos-uploaded',
  'photos-shown',
  'photos-hidden',
  'photos-featured',
  'photos-unfeatured',
  'downloads-allowed',
  'downloads-withheld',
  'photos-arranged',
  'photos-deleted',
  'photos-restored',
  'attachments-added',
  'attachments-deleted',
  'attachments-restored',
  'versions-uploaded',
  'version-put-back',
  'photos-finished',
  'photos-unfinished',
]);

/** The numbers that a client's act adds to the favorites and notes that the studio has not seen. */
const unseenChanges: Partial<Record<TimelineKind, number>> = {
  favorited: 1,
  noted: 1,
  unfavorited: -1,
  'note-removed': -1,
};

/** The actor of an entry. `system`: a schedule or a worker. */
export type ActivityActor =
  | Pick<Admin, 'kind' | 'sub' | 'name'>
  | Pick<Client, 'kind'>
  | Pick<Guest, 'kind' | 'id' | 'link_id'>
  | { kind: 'system' };

/** An event for the timeline, which belongs to a session, or only to a customer. */
export type Activity = {
  kind: TimelineKind;
  /** The number of photos or attachments; it is added to the entry's count. */
  count?: number;
  /** The photos to show with the entry, which stores the last six. */
  photo_ids?: string[];
  /** The name of the thing, or of the changed fields; the entry stores the last one. */
  what?: string;
  price_cents?: number;
  /** The offer that the act was on. */
  offer_id?: string;
  words?: string;
} & ({ session: { id: string; customer_id: string; session_name: string } } | { customer_id: string });

/**
 * Returns the writes that record an event: its timeline entry and its emails. Add them to the transaction of the change
 * itself, so that neither is forgotten, and neither reports a change that was not made.
 * @param emails the emails by the ids that name their event; the entry shows the state of the client's email
 */
export function recordActivity(actor: ActivityActor, happening: Activity, emails: Record<string, Email> = {}): Write[] {
  const { kind, count, photo_ids = [], what, price_cents, offer_id, words } = happening;
  const now = new Date();
  const subject =
    'session' in happening
      ? {
          customer_id: happening.session.customer_id,
          session_id: happening.session.id,
          session_name: happening.session.session_name,
        }
      : { customer_id: happening.customer_id };
  const isClientNotified = Object.values(emails).some((email) => 'to' in email);
  const id = repeatedKinds.has(kind)
    ? idFrom(['timeline', subject.customer_id, subject.session_id, today(now), kind, idOf(actor)].join(' '))
    : newId();
  const unseen_count = actor.kind === 'client' ? (unseenChanges[kind] ?? 0) * (count ?? 0) : 0;
  const entry: NewEntry = {
    id,
    ...subject,
    at: now.toISOString(),
    kind,
    ...actorAttributes(actor),
    ...(count !== undefined && { count }),
    ...(what !== undefined && { what }),
    ...(price_cents !== undefined && { price_cents }),
    ...(offer_id !== undefined && { offer_id }),
    ...(words && { words }),
    ...(isClientNotified && { email: 'queued' as const }),
    ...(actor.kind !== 'admin' && actor.kind !== 'system' && { day: today(now) }),
    ...(unseen_count !== 0 && { unseen: 'marks' as const, unseen_id: `${subject.session_id}#${id}`, unseen_count }),
    photo_ids,
  };
  return [
    addEntry(entry),
    ...Object.entries(emails).map(([id, email]) =>
      queueEmail(id, email, { recordId: subject.customer_id, timelineId: 'to' in email ? entry.id : undefined }),
    ),
  ];
}

const idOf = (actor: ActivityActor) =>
  'sub' in actor && actor.kind === 'admin' ? actor.sub : actor.kind === 'guest' ? actor.id : actor.kind;

function actorAttributes(actor: ActivityActor): Pick<NewEntry, 'by' | 'name' | 'guest_id' | 'link_id'> {
  switch (actor.kind) {
    case 'admin':
      return { by: 'studio', name: actor.name };
    case 'guest':
      return { by: 'guest', guest_id: actor.id, link_id: actor.link_id };
    case 'client':
      return { by: 'client' };
    case 'system':
      return { by: 'system' };
  }
}

/**
 * Returns the writes that record an edit, with the names of the fields whose values differ; none when no value differs.
 */
export function recordChange<Row>(
  actor: ActivityActor,
  happening: Activity,
  names: Partial<Record<keyof Row, string>>,
  before: Row,
  after: Row,
): Write[] {
  const changedNames = Object.entries(names)
    .filter(([field]) => JSON.stringify(before[field as keyof Row]) !== JSON.stringify(after[field as keyof Row]))
    .map(([, name]) => name);
  return changedNames.length === 0 ? [] : recordActivity(actor, { ...happening, what: changedNames.join(', ') });
}
