import { DownloadSize } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { mediaPrefix, sessionMediaPrefix } from '#shared/photos/media.ts';
import { type GalleryEnd, hasEnded } from '#shared/sessions/gallery-end.ts';
import type { Actor, Client } from '../../../platform/auth.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import { type SizedFile, servedKey } from '../files/attributes.ts';
import type { Photo, ReadyPhoto } from '../row/lifecycle.ts';
import type { FormerVersion, Version } from '../versions/attributes.ts';
import { stageOf } from './attributes.ts';

/** An actor, or a worker that acts for a client. */
export type Viewer = Exclude<Actor, Client> | Pick<Client, 'kind' | 'customer_id'>;

/** Whether a session is the actor's: the studio's, its client's, or that of the guest's link. */
export const isOwnSession = (actor: Viewer, session: Pick<SessionRow, 'id' | 'customer_id'>): boolean =>
  actor.kind === 'admin' ||
  (actor.kind === 'client' && actor.customer_id === session.customer_id) ||
  (actor.kind === 'guest' && actor.session_id === session.id);

/**
 * Whether the actor may open the session: the studio always may, its client and the guests of its links until its
 * gallery ends. Everything in a session asks this, so that nothing of an ended gallery is handed out.
 */
export const canSeeSession = (actor: Viewer, session: Pick<SessionRow, 'id' | 'customer_id'> & GalleryEnd): boolean =>
  isOwnSession(actor, session) && (actor.kind === 'admin' || !hasEnded(session));

/**
 * Returns a session as if its gallery had no end: for what the studio sees of its client's view, which an end does not
 * change.
 */
export const withoutEnd = <Session extends GalleryEnd>(session: Session): Session => ({ ...session, ends_on: null });

/** The attributes of a session that decide who may see its photos, and whether without watermark. */
export type VisibleSession = Pick<SessionRow, 'id' | 'customer_id' | 'marks_shown' | 'ends_on'>;

/** Whether everyone but the studio gets this version only with the session's watermark. */
export const isMarkedProof = (version: Pick<Photo, 'stage'>, session: Pick<SessionRow, 'marks_shown'>): boolean =>
  session.marks_shown !== undefined && stageOf(version) === 'proof';

/**
 * The derivatives of a version that a reader may get: their media key, and the file that is downloaded as the web size.
 */
export interface Files {
  media_key: string;
  web_file: SizedFile | undefined;
}

/**
 * Returns the derivatives of a version that the actor may get: the marked ones of a proof while its session shows
 * proofs marked, otherwise the clean ones. The studio always gets the clean ones. Undefined for a proof that is not
 * marked yet.
 */
export function filesFor(
  actor: Pick<Viewer, 'kind'>,
  version: Pick<Version, 'media_key' | 'stale_media_key' | 'stage' | 'web_file' | 'marked_key' | 'marked_file'>,
  session: Pick<SessionRow, 'marks_shown'>,
): Files | undefined {
  if (actor.kind === 'admin' || !isMarkedProof(version, session)) return cleanFiles(version);
  const { marked_key, marked_file } = version;
  return marked_key === undefined ? undefined : { media_key: marked_key, web_file: marked_file };
}

/** Returns the clean derivatives of a version. */
export const cleanFiles = (version: Pick<Version, 'media_key' | 'stale_media_key' | 'web_file'>): Files => ({
  media_key: servedKey(version),
  web_file: version.web_file,
});

/**
 * Whether the actor may see the photo: the only guard of photos, used by list, view, favorite, note, download and ZIP.
 * Clients see the ready and approved photos of their own sessions, guests those of their link's session, until the
 * session's gallery ends. While a session shows its proofs marked, they see only proofs whose marked derivatives exist.
 * The studio sees every ready photo; everyone else sees none.
 */
export const canSee = (actor: Viewer, photo: Photo, session: VisibleSession): photo is ReadyPhoto =>
  photo.state === 'ready' &&
  photo.session_id === session.id &&
  photo.customer_id === session.customer_id &&
  canSeeSession(actor, session) &&
  (actor.kind === 'admin' || (photo.is_approved && filesFor(actor, photo, session) !== undefined));

/**
 * Whether an actor who may see a photo may also see an earlier version of it: the studio may see every one, clients
 * those that they could see before, guests none.
 */
export const canSeeFormer = (actor: Pick<Viewer, 'kind'>, { was_shown }: Pick<FormerVersion, 'was_shown'>): boolean =>
  actor.kind === 'admin' || (actor.kind === 'client' && was_shown);

/** A rule that decides whether an actor may see or download a photo. */
export type Guard = (actor: Viewer, photo: Photo, session: SessionRow) => photo is ReadyPhoto;

type Downloads = Pick<SessionRow, 'download_sizes' | 'download_allowance'>;

/**
 * Returns the sizes that guests of a client's own links may download: the sizes of the client. None while the session
 * has an allowance, because guests' downloads can't count against it.
 */
export const clientLinkSizes = ({ download_sizes, download_allowance }: Downloads): DownloadSize[] =>
  download_allowance === null ? download_sizes : [];

/** Returns the sizes in which an actor may download the session's downloadable photos. */
function sizesFor(actor: Viewer, session: Downloads): readonly DownloadSize[] {
  if (actor.kind !== 'guest') return session.download_sizes;
  if (actor.made_by === 'studio') return actor.download_sizes;
  return actor.download_sizes.filter((size) => clientLinkSizes(session).includes(size));
}

/**
 * Whether the actor may see and download the session's attachments. The studio always may. Clients and guests may if
 * they may download originals, see a photo of the session, and get proofs without watermark, because an attachment may
 * be a proof's raw file.
 */
export const canHaveAttachments = (
  actor: Viewer,
  session: VisibleSession & Downloads & Pick<SessionRow, 'visible_count'>,
): boolean => {
  if (!canSeeSession(actor, session)) return false;
  if (actor.kind === 'admin') return true;
  return (
    session.visible_count > 0 && session.marks_shown === undefined && sizesFor(actor, session).includes('original')
  );
};

/** Returns the number of the session's attachments that the actor may see and download. */
export const attachmentsFor = (actor: Viewer, session: SessionRow): number =>
  canHaveAttachments(actor, session) ? session.attachments_count : 0;

/** The sizes that exist with a watermark. */
const markedSizes: readonly DownloadSize[] = ['web'];

/**
 * Whether the actor may download the photo in one of these sizes. The studio may download every size; clients and
 * guests get a proof that is shown marked in the web size only.
 */
export const canDownload = (
  actor: Viewer,
  photo: Photo,
  session: VisibleSession & Downloads,
  sizes: readonly DownloadSize[],
): photo is ReadyPhoto => {
  if (!canSee(actor, photo, session)) return false;
  if (actor.kind === 'admin') return true;
  const possible = isMarkedProof(photo, session) ? sizes.filter((size) => markedSizes.includes(size)) : sizes;
  return photo.downloadable && possible.some((size) => sizesFor(actor, session).includes(size));
};

/** Whether the actor may download the photo's original once it is retouched, but not now. */
export const getsOriginalLater = (actor: Viewer, photo: Photo, session: VisibleSession & Downloads): boolean =>
  canSee(actor, photo, session) &&
  isMarkedProof(photo, session) &&
  photo.downloadable &&
  sizesFor(actor, session).includes('original');

/** Returns the guard for downloads in this size. */
export const downloadGuard =
  (size: DownloadSize): Guard =>
  (actor, photo, session): photo is ReadyPhoto =>
    canDownload(actor, photo, session, [size]);

/** Whether the actor may download the photo in any size. */
export const canDownloadSome: Guard = (actor, photo, session): photo is ReadyPhoto =>
  canDownload(actor, photo, session, DownloadSize.options);

/**
 * Returns the path below which the actor may get every file; undefined when there is none. CloudFront's policies have one
 * path: while galleries of a client have ended, it is that of the one that is open, or of the client if several are.
 * @param sessions the sessions that a client sees, also ended ones: rows, or as the client gets them (`has_ended`)
 */
export function mediaPathFor(
  actor: Viewer,
  sessions: readonly (Pick<SessionRow, 'id'> & GalleryEnd & Pick<GallerySession, 'has_ended'>)[] = [],
): string | undefined {
  if (actor.kind === 'admin') return '/media/';
  if (actor.kind !== 'client') return undefined;
  const { customer_id } = actor;
  const openSessions = sessions.filter((session) => !session.has_ended && !hasEnded(session));
  if (openSessions.length === sessions.length || openSessions.length > 1) return mediaPrefix(customer_id);
  const [onlySession] = openSessions;
  return onlySession && sessionMediaPrefix(customer_id, onlySession.id);
}
