import { mediaPrefix } from '#shared/media.ts';
import type { Actor, Client } from '../../platform/auth.ts';
import type { SessionRow } from '../sessions/repository.ts';
import type { Photo, ReadyPhoto } from './repository.ts';

/** Who looks: an actor, or a worker on a client's behalf. */
export type Viewer = Exclude<Actor, Client> | Pick<Client, 'kind' | 'customer_id'>;

/** Whether a session is there for this actor at all. */
export const canSeeSession = (actor: Viewer, session: Pick<SessionRow, 'customer_id'>): boolean =>
  actor.kind === 'admin' || (actor.kind === 'client' && actor.customer_id === session.customer_id);

/**
 * The one guard of photos: list, view, favorite, note, download and ZIP all ask here. Clients see what is ready and
 * approved in their own sessions; the studio what is ready; nobody else anything.
 */
export const canSee = (
  actor: Viewer,
  photo: Photo,
  session: Pick<SessionRow, 'id' | 'customer_id'>,
): photo is ReadyPhoto =>
  photo.state === 'ready' &&
  photo.session_id === session.id &&
  photo.customer_id === session.customer_id &&
  canSeeSession(actor, session) &&
  (actor.kind === 'admin' || photo.is_approved);

/** Whether this actor may have the photo's files. The studio always may. */
export const canDownload = (
  actor: Viewer,
  photo: Photo,
  session: Pick<SessionRow, 'id' | 'customer_id'>,
): photo is ReadyPhoto => canSee(actor, photo, session) && (actor.kind === 'admin' || photo.downloadable);

/** The path below which an actor's media cookie opens everything; undefined for those who get none. */
export function mediaPathFor(actor: Viewer): string | undefined {
  if (actor.kind === 'admin') return '/media/';
  return actor.kind === 'client' ? mediaPrefix(actor.customer_id) : undefined;
}
