import type { GalleryPhoto, Stage, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { mediaPath } from '#shared/photos/media.ts';
import type { SessionRow } from '../../sessions/repository.ts';
import {
  canDownloadSome,
  canSeeFormer,
  cleanFiles,
  type Files,
  filesFor,
  type Viewer,
  withoutEnd,
} from '../access/access.ts';
import { stageOf } from '../access/attributes.ts';
import { versionIdOf } from '../files/file-keys.ts';
import type { Version } from '../versions/attributes.ts';
import { isUnmarkable } from '../watermark/marking.ts';
import type { ReadyPhoto } from './lifecycle.ts';
import { starsOf } from './stars.ts';

/** Makes the responses that show a photo to clients, guests and the studio. */

/** Returns the image of one version of a photo, from the derivatives that its reader may get. */
const imageOf = (
  { customer_id, session_id }: Pick<ReadyPhoto, 'customer_id' | 'session_id'>,
  version: Pick<Version, 'width' | 'height' | 'thumbhash'>,
  { media_key }: Files,
) => ({
  media_path: mediaPath({ customer_id, session_id, media_key }),
  width: version.width,
  height: version.height,
  thumbhash: version.thumbhash,
});

type Marked = Pick<SessionRow, 'marks_shown'>;

/**
 * Returns the image of a finished photo before retouching: the latest proof that the actor may see, or else the latest
 * version that they may see.
 */
function beforeOf(actor: Pick<Viewer, 'kind'>, photo: ReadyPhoto, session: Marked): GalleryPhoto['before'] {
  if (stageOf(photo) === 'proof') return null;
  const shownVersions = (photo.former ?? []).flatMap((version) => {
    const files = canSeeFormer(actor, version) ? filesFor(actor, version, session) : undefined;
    return files ? [{ version, files }] : [];
  });
  const before = shownVersions.find(({ version }) => stageOf(version) === 'proof') ?? shownVersions[0];
  return before ? imageOf(photo, before.version, before.files) : null;
}

/**
 * Returns a photo as its client sees it. The studio, which may request it too, gets the clean derivatives. A session
 * without proofs, selections and watermark shows no stages.
 */
export const toGalleryPhoto = (actor: Viewer, photo: ReadyPhoto, session: SessionRow): GalleryPhoto => ({
  ...viewOf(photo, requireFiles(actor, photo, session)),
  stage: hasStages(session) ? stageOf(photo) : null,
  before: beforeOf(actor.kind === 'admin' ? actor : { kind: 'client' }, photo, session),
  downloadable: canDownloadSome({ kind: 'client', customer_id: session.customer_id }, photo, withoutEnd(session)),
});

const hasStages = ({ has_selections, finished_count, marks_shown }: SessionRow): boolean =>
  has_selections === true || finished_count > 0 || marks_shown !== undefined;

/** Returns the stage of all photos of a session; null when both stages occur, or the session shows none. */
export function stageOfAll(session: SessionRow): Stage | null {
  if (!hasStages(session)) return null;
  if (session.finished_count === 0) return 'proof';
  return session.finished_count >= session.photos_count ? 'finished' : null;
}

/**
 * Returns the files of a photo that the actor gets.
 * @throws Error for a photo that the actor may not see
 */
export function requireFiles(actor: Viewer, photo: ReadyPhoto, session: Marked): Files {
  const files = filesFor(actor, photo, session);
  if (!files) throw new Error(`The proof ${photo.id} is not marked yet.`);
  return files;
}

/** Returns a photo's response without what depends on its session: no stage and no earlier version. */
export const viewOf = (photo: ReadyPhoto, files: Files): GalleryPhoto => ({
  id: photo.id,
  file_name: photo.file_name,
  ...imageOf(photo, photo, files),
  is_favorite: photo.is_favorite,
  note: photo.note,
  reply: photo.reply ?? '',
  downloadable: photo.downloadable,
  focus: photo.focus ?? null,
  stage: null,
  before: null,
});

export const toStudioPhoto = (photo: ReadyPhoto, session: Pick<SessionRow, 'watermark_id'>): StudioPhoto => ({
  ...viewOf(photo, cleanFiles(photo)),
  stage: stageOf(photo),
  before: beforeOf({ kind: 'admin' }, photo, {}),
  is_approved: photo.is_approved,
  ...(photo.awaits_mark && {
    awaits_mark: true as const,
    // A result for another watermark says nothing about the present one.
    ...(photo.unmarkable && isUnmarkable(photo, session) && { unmarkable: photo.unmarkable }),
  }),
  category: photo.featured_in ?? null,
  stars: starsOf(photo),
  chapter_id: photo.chapter_id ?? null,
  is_placed: photo.place !== undefined,
  size: photo.size,
  uploaded_at: photo.uploaded_at,
  captured_at: photo.captured_at,
  ...(photo.capture && { capture: photo.capture }),
  ...(photo.exposure && { exposure: photo.exposure }),
  ...(photo.is_hdr && { is_hdr: photo.is_hdr }),
  versions: (photo.former ?? []).map((version) => ({
    ...imageOf(photo, version, cleanFiles(version)),
    id: versionIdOf(version),
    file_name: version.version_name ?? photo.file_name,
    stage: stageOf(version),
    size: version.size,
    replaced_at: version.replaced_at,
  })),
});
