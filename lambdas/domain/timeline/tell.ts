import type { TimelineKind } from '#shared/contract/timeline.ts';
import { today } from '#shared/time/studio-time.ts';
import type { Admin, Client, Guest } from '../../platform/auth.ts';
import { idFrom, newId } from '../../platform/ids.ts';
import type { Write } from '../../platform/table.ts';
import { type Email, queueEmail } from '../emails/outbox.ts';
import { addEntry, type NewEntry } from './repository.ts';

/** Acts that a person repeats. Those of one day and session are one entry, with their count. */
const daily: ReadonlySet<TimelineKind> = new Set<TimelineKind>([
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

/** What a client's act adds to the favorites and notes that the studio has not looked at. */
const marks: Partial<Record<TimelineKind, number>> = { favorited: 1, noted: 1, unfavorited: -1, 'note-removed': -1 };

/** Who did it. `system`: a schedule or a worker. */
export type Teller =
  | Pick<Admin, 'kind' | 'sub' | 'name'>
  | Pick<Client, 'kind'>
  | Pick<Guest, 'kind' | 'id' | 'link_id'>
  | { kind: 'system' };

/** What happened. It belongs to a session, or to a customer alone. */
export type Happening = {
  kind: TimelineKind;
  /** How many photos, or attachments; added to the entry's count. */
  count?: number;
  /** Photos to show with it; the last six of an entry are kept. */
  photo_ids?: string[];
  /** The name of the thing, or of the fields that were changed; the last one of an entry is kept. */
  what?: string;
  price_cents?: number;
  words?: string;
} & ({ session: { id: string; customer_id: string; session_name: string } } | { customer_id: string });

/**
 * Returns the writes that tell of what happened: its entry in the timeline, and its emails. They belong into the
 * transaction of the change itself, so that neither is forgotten, and neither tells of something that did not happen.
 * @param emails by the ids that name their event; what becomes of the client's is shown with the entry
 */
export function tell(actor: Teller, happening: Happening, emails: Record<string, Email> = {}): Write[] {
  const { kind, count, photo_ids = [], what, price_cents, words } = happening;
  const now = new Date();
  const about =
    'session' in happening
      ? {
          customer_id: happening.session.customer_id,
          session_id: happening.session.id,
          session_name: happening.session.session_name,
        }
      : { customer_id: happening.customer_id };
  const isClientTold = Object.values(emails).some((email) => 'to' in email);
  const id = daily.has(kind)
    ? idFrom(['timeline', about.customer_id, about.session_id, today(now), kind, idOf(actor)].join(' '))
    : newId();
  const unseen_count = actor.kind === 'client' ? (marks[kind] ?? 0) * (count ?? 0) : 0;
  const entry: NewEntry = {
    id,
    ...about,
    at: now.toISOString(),
    kind,
    ...tellerOf(actor),
    ...(count !== undefined && { count }),
    ...(what !== undefined && { what }),
    ...(price_cents !== undefined && { price_cents }),
    ...(words && { words }),
    ...(isClientTold && { email: 'queued' as const }),
    ...(actor.kind !== 'admin' && actor.kind !== 'system' && { day: today(now) }),
    ...(unseen_count !== 0 && { unseen: 'marks' as const, unseen_id: `${about.session_id}#${id}`, unseen_count }),
    photo_ids,
  };
  return [
    addEntry(entry),
    ...Object.entries(emails).map(([id, email]) => queueEmail(id, email, 'to' in email ? entry.id : undefined)),
  ];
}

const idOf = (actor: Teller) =>
  'sub' in actor && actor.kind === 'admin' ? actor.sub : actor.kind === 'guest' ? actor.id : actor.kind;

function tellerOf(actor: Teller): Pick<NewEntry, 'by' | 'name' | 'guest_id' | 'link_id'> {
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

/** As `tell`, of an edit: with the names of the fields whose values differ. Nothing when none does. */
export function tellChange<Row>(
  actor: Teller,
  happening: Happening,
  names: Partial<Record<keyof Row, string>>,
  before: Row,
  after: Row,
): Write[] {
  const changed = Object.entries(names)
    .filter(([field]) => JSON.stringify(before[field as keyof Row]) !== JSON.stringify(after[field as keyof Row]))
    .map(([, name]) => name);
  return changed.length === 0 ? [] : tell(actor, { ...happening, what: changed.join(', ') });
}
