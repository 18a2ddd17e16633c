import * as z from 'zod';
import { Capture, Exposure, FocalPoint, Stage, Unmarkable } from '#shared/contract/photos/photos.ts';
import { NaturalOrder } from '#shared/contract/sessions.ts';
import { type PhotoType, photoTypes } from '#shared/limits.ts';
import { capturedAt, type SessionClocks } from '#shared/time/capture-clock.ts';
import { newId } from '../../../platform/ids.ts';
import { without } from '../../../platform/without.ts';
import type { ChapterCount } from '../../sessions/repository.ts';

/**
 * A photo's states, the transitions between them, and the attributes that each transition guards. See the diagram in
 * docs/photo-lifecycle.md.
 */

const ContentType = z.enum(Object.keys(photoTypes) as [PhotoType, ...PhotoType[]]);

/** Known when the ticket is issued. */
const Common = z.object({
  session_id: z.string(),
  id: z.string(),
  customer_id: z.string(),
  file_name: z.string(),
  content_type: ContentType,
  size: z.number(),
  /** Base64. */
  sha256: z.string(),
  is_approved: z.boolean(),
  downloadable: z.boolean(),
  uploaded_at: z.string(),
  /** The unguessable prefix of its derivatives. */
  media_key: z.string(),
  /** Missing means 'proof'. */
  stage: Stage.optional(),
});

const SizedFile = z.object({
  /** Bytes. */
  size: z.number(),
  /** CRC-32: base64, big-endian. */
  crc32: z.string(),
});
export type SizedFile = z.infer<typeof SizedFile>;

/** The derivatives with a watermark, beside the clean ones. */
const Marks = z.object({
  /** Their unguessable prefix; `markedKeyOf` says which. */
  marked_key: z.string(),
  /** The `watermark_id` of the watermark on them. */
  marked_with: z.string(),
  /** The one that is downloaded as the web size. */
  marked_file: SizedFile,
  /** Bytes of all of them. */
  marked_bytes: z.number(),
});
export type Marks = z.infer<typeof Marks>;

/** Instead of marked derivatives: the picture can't be shown with its session's watermark. */
const Unmarked = z.object({
  /** The `watermark_id` of that watermark. */
  unmarkable_with: z.string(),
  unmarkable: Unmarkable,
});
export type Unmarked = z.infer<typeof Unmarked>;

/** Determined by process-photo. */
const Facts = z.object({
  /** Detected from the file's bytes; the ticket's type is ignored. */
  content_type: ContentType,
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  /** Found in the picture, or chosen by the studio. Photos from before this was found have none. */
  focus: FocalPoint.optional(),
  /** By `capture` and the session's clocks (`inClocks`). */
  captured_at: z.string().nullable(),
  /**
   * What the first file says. Photos from before this was noted have none, and their `captured_at` stays as it is, until
   * `studio:repair -- capture-times` has read them again. It also reads those whose `captured_at` differs, such as from a
   * row that was mended.
   */
  capture: Capture.optional(),
  /** Camera, lens and exposure; none in photos registered before these were read. */
  exposure: Exposure.optional(),
  /**
   * The large size and the prints have the original's gain map. Photos from before these were kept have none, whatever
   * their original has.
   */
  is_hdr: z.literal(true).optional(),
  /** Key of the original in the photos bucket. */
  original_key: z.string(),
  /** CRC-32 of the original: base64, big-endian, as S3 writes it. */
  crc32: z.string(),
  /** Bytes of all derivatives. Photos from before these were counted have none, and their session counts no bytes for them. */
  derivative_bytes: z.number().optional(),
  /** The derivative that is downloaded as the web size. Photos from before these were measured have none. */
  web_file: SizedFile.optional(),
  ...Marks.partial().shape,
  ...Unmarked.partial().shape,
});
export type Facts = z.infer<typeof Facts>;

/** Who asked for an upload, for the timeline. */
const Asker = z.object({ sub: z.string(), name: z.string() });

/** What belongs to one version of a photo. A photo's row has these attributes of its current version. */
const Version = z.object({
  ...Common.pick({ content_type: true, size: true, sha256: true, media_key: true, stage: true }).shape,
  ...Facts.omit({ captured_at: true, capture: true }).shape,
  /** The former media_key, until move-derivatives has moved the derivatives to `media_key`. */
  stale_media_key: z.string().optional(),
  /**
   * Prefixes of marked derivatives that are given up, until move-derivatives has deleted them; separated by spaces,
   * because a condition can't compare lists.
   */
  stale_marks: z.string().optional(),
  /** How the file of a replacement was called; missing for the first version, which is called as the photo. */
  version_name: z.string().optional(),
});
export type Version = z.infer<typeof Version>;
const versionAttributes = Object.keys(Version.shape) as (keyof Version)[];

/** An earlier version, kept for 30 days. */
const FormerVersion = Version.extend({
  replaced_at: z.string(),
  /** Whether the client could see it when it was replaced. */
  was_shown: z.boolean(),
});
export type FormerVersion = z.infer<typeof FormerVersion>;

/** A replacement whose ticket is issued and whose file is not processed yet. */
const IncomingVersion = z.object({
  /** Of its derivatives; also part of its key in the landing bucket. */
  media_key: z.string(),
  file_name: z.string(),
  content_type: ContentType,
  size: z.number(),
  sha256: z.string(),
  asked_at: z.string(),
  asked_by: Asker,
});
export type IncomingVersion = z.infer<typeof IncomingVersion>;

/** The versions of a photo besides its current one. */
const Versions = z.object({
  /** Newest first; missing without any. `former_revision` changes with every change of them. */
  former: z.array(FormerVersion).optional(),
  former_revision: z.string().optional(),
  /** Of the current version, as in Version. */
  version_name: z.string().optional(),
  /** When another version last became the current one. */
  swapped_at: z.string().optional(),
  /** Until move-derivatives has withdrawn the downloads that contain another version. */
  outdates_downloads: z.literal(true).optional(),
  incoming: IncomingVersion.optional(),
  /** The media_key of `incoming`, because a condition can't compare objects. */
  incoming_key: z.string().optional(),
  /** The last replacement that is no photo, or never arrived. */
  refused_version: z.object({ file_name: z.string(), reason: z.string() }).optional(),
  refused_at: z.string().optional(),
  /** Prefix of the public copies of the version before, until move-derivatives has deleted them. */
  stale_portfolio_key: z.string().optional(),
  /** Since when it was featured before its public copies were to be made again. */
  refeatured_at: z.string().optional(),
  /**
   * The number of the email that tells, or told, the client that this photo is finished. A finished photo that the
   * client can see has one; one that they can't see, only if the email was sent.
   */
  finished_round: z.number().optional(),
});

/** The print size, made on request; stored below the photo's media key at that time, for a few days. */
const PrintFile = SizedFile.extend({ media_key: z.string(), made_at: z.string() });

const Placement = z.object({
  print_file: PrintFile.optional(),
  is_favorite: z.boolean(),
  favorited_at: z.string().optional(),
  note: z.string(),
  /** The studio's answer to the note; missing while there is none. */
  reply: z.string().optional(),
  /** A chapter of its session; missing while it is in none. */
  chapter_id: z.string().optional(),
  /** Where the studio has placed it by hand: its key in this order, instead of the natural one. */
  place: z.string().optional(),
  place_order: NaturalOrder.optional(),
  /** The former media_key, until move-derivatives has moved the derivatives to `media_key`. */
  stale_media_key: z.string().optional(),
  /** As in Version. */
  stale_marks: z.string().optional(),
  /**
   * Hidden only until process-photo has made its marked derivatives, because its session shows proofs marked, or because
   * its watermark can't be on it (`unmarkable`); `is_approved` is false until then.
   */
  awaits_mark: z.literal(true).optional(),
  /** Public category chosen by the studio. */
  featured_in: z.string().optional(),
  /** When the public copies were made. */
  featured_at: z.string().optional(),
  /** Prefix of the public copies: set while featured, and until move-derivatives has deleted them. */
  portfolio_key: z.string().optional(),
});

const Failure = z.object({
  /** Shown to the studio: what is wrong, and what to do. */
  reason: z.string(),
  failed_at: z.string(),
  /** Key of the refused file in the photos bucket; null when none arrived. */
  kept_key: z.string().nullable(),
});

const PendingPhoto = Common.extend({
  state: z.literal('pending'),
  /** When its latest ticket was issued. */
  asked_at: z.string(),
  /** Missing in rows from before there was a timeline. */
  asked_by: Asker.optional(),
  /** The `watermark_id` of the watermark with which process-photo makes marked derivatives, too. */
  marks_for: z.string().optional(),
  /** As in Failure, when an earlier file was refused. */
  kept_key: z.string().nullable(),
});
const FailedPhoto = Common.extend({ state: z.literal('failed'), ...Failure.shape });
const ReadyPhoto = Common.extend({ state: z.literal('ready'), ...Facts.shape, ...Placement.shape, ...Versions.shape });
/** In the trash. A photo that never became ready has no facts. */
const DeletedPhoto = Common.extend({
  state: z.literal('deleted'),
  deleted_at: z.string(),
  /** As in PendingPhoto. */
  marks_for: z.string().optional(),
  ...Facts.partial().shape,
  ...Placement.partial().shape,
  ...Versions.shape,
  ...Failure.partial().shape,
});

export const Photo = z.discriminatedUnion('state', [PendingPhoto, FailedPhoto, ReadyPhoto, DeletedPhoto]);
export type Photo = z.infer<typeof Photo>;
export type PendingPhoto = z.infer<typeof PendingPhoto>;
export type FailedPhoto = z.infer<typeof FailedPhoto>;
export type ReadyPhoto = z.infer<typeof ReadyPhoto>;
export type DeletedPhoto = z.infer<typeof DeletedPhoto>;

/** Attributes that determine where the photo's files are. */
const files = [
  ...['media_key', 'stale_media_key', 'marked_key', 'stale_marks', 'former_revision'],
  ...['portfolio_key', 'featured_in', 'featured_at'],
] as const;
/** The same, and attributes that determine which indexes list the photo, and which counts it is in. */
const placement = [
  ...['is_approved', 'awaits_mark', 'is_favorite', 'note', 'chapter_id', 'stage', 'finished_round'],
  ...files,
] as const;

/**
 * Each write of a photo is one of these. It takes effect only while the row is in the state in which it was read and
 * every guarded attribute has the value that was read; otherwise it throws WriteConflictError. `to: []` deletes the row.
 */
export const transitions = {
  /** A new ticket. Guards against the photo having become ready before it was deleted. */
  ask: { from: ['pending', 'failed', 'deleted'], to: ['pending'], guards: ['original_key'] },
  /** The file is a photo. A ticket after deletion has another media_key, for which another file is on its way. */
  register: { from: ['pending', 'failed'], to: ['ready'], guards: ['is_approved', 'media_key'] },
  /** The file is no photo. */
  refuse: { from: ['pending', 'failed'], to: ['failed'], guards: [] },
  /** No file arrived for the latest ticket. */
  expire: { from: ['pending'], to: ['failed'], guards: ['asked_at'] },
  /** The client may favorite or note only photos that they may see. */
  favorite: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'is_favorite'] },
  note: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'note'] },
  /** The studio answers the client's note. */
  reply: { from: ['ready'], to: ['ready'], guards: ['reply'] },
  /** The client takes over what they picked and noted as a guest. */
  adopt: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'is_favorite', 'note'] },
  /** The studio shows, hides or features; or a deleted session hides its photos. */
  edit: { from: ['ready'], to: ['ready'], guards: placement },
  /** The studio moves it into a chapter, or to a place in its session's order. */
  arrange: { from: ['ready'], to: ['ready'], guards: ['is_approved', 'chapter_id', 'place', 'captured_at'] },
  /** process-photo has read its camera's clock as its session says now. */
  clock: { from: ['ready', 'deleted'], to: ['ready', 'deleted'], guards: ['captured_at', 'chapter_id', 'place'] },
  trash: { from: ['pending', 'failed', 'ready'], to: ['deleted'], guards: placement },
  restore: { from: ['deleted'], to: ['ready'], guards: [...placement, 'captured_at'] },
  /** process-photo has measured the web size, or made the print size. */
  measure: { from: ['ready'], to: ['ready'], guards: ['media_key'] },
  /** process-photo has made the marked derivatives, or gives them up when its session shows proofs clean again. */
  mark: {
    from: ['ready', 'deleted'],
    to: ['ready', 'deleted'],
    guards: ['is_approved', 'awaits_mark', 'stage', ...files],
  },
  /** The studio requests a ticket for a replacement. The latest one counts. */
  askVersion: { from: ['ready'], to: ['ready'], guards: ['incoming_key', 'sha256'] },
  /** process-photo has stored the replacement; the version before is kept. Also in the trash. */
  replace: {
    from: ['ready', 'deleted'],
    to: ['ready', 'deleted'],
    guards: ['is_approved', 'awaits_mark', 'stage', 'finished_round', ...files, 'incoming_key'],
  },
  /** The replacement is no photo, or never arrived: the version before stands. */
  refuseVersion: { from: ['ready', 'deleted'], to: ['ready', 'deleted'], guards: ['incoming_key'] },
  /** The studio gives it up, or has read why it was refused; or a week has passed since. */
  dismissVersion: { from: ['ready'], to: ['ready'], guards: ['incoming_key', 'refused_at'] },
  /** The studio puts an earlier version back; the current one becomes an earlier one. */
  putBack: {
    from: ['ready'],
    to: ['ready'],
    guards: ['is_approved', 'awaits_mark', 'stage', 'finished_round', ...files],
  },
  /** The 30 days of earlier versions are over. */
  dropVersions: { from: ['ready'], to: ['ready'], guards: ['former_revision'] },
  /** move-derivatives has moved, copied or deleted the files, and withdrawn downloads. */
  settle: { from: ['ready', 'deleted'], to: ['ready', 'deleted'], guards: files },
  /** An upload that never arrived is removed from the list. */
  forget: { from: ['failed'], to: [], guards: ['failed_at'] },
  /** The 30 days in the trash are over. */
  erase: { from: ['deleted'], to: [], guards: ['deleted_at'] },
} as const satisfies Record<string, { from: readonly State[]; to: readonly State[]; guards: readonly string[] }>;

type State = Photo['state'];
export type Transition = keyof typeof transitions;
export type Before<Name extends Transition> = Extract<Photo, { state: (typeof transitions)[Name]['from'][number] }>;
export type After<Name extends Transition> = Extract<Photo, { state: (typeof transitions)[Name]['to'][number] }>;

/** Returns the conditions of this transition: attributes and the values that were read. */
export function conditionsOf<Name extends Transition>(name: Name, photo: Before<Name>): Record<string, unknown> {
  const read: Record<string, unknown> = { ...photo };
  return Object.fromEntries(['state', ...transitions[name].guards].map((attribute) => [attribute, read[attribute]]));
}

/** The attributes that every state has. */
export const commonOf = (photo: Photo): z.infer<typeof Common> => Common.parse(photo);

/** A photo that may still become ready. */
export type OpenPhoto = PendingPhoto | FailedPhoto;
export const isOpen = (photo: Photo): photo is OpenPhoto => photo.state === 'pending' || photo.state === 'failed';

/** A photo that has, or had before it was deleted, its files in the photos bucket. */
export type PlacedPhoto = ReadyPhoto | DeletedPhoto;
export const isPlaced = (photo: Photo): photo is PlacedPhoto => photo.state === 'ready' || photo.state === 'deleted';

export const stageOf = ({ stage = 'proof' }: Pick<Photo, 'stage'>): Stage => stage;

/** Returns what these photos add to their session's counts; bytes also of the earlier versions that are kept. */
export function countsOf(photos: readonly Photo[]) {
  const ready = photos.filter((photo) => photo.state === 'ready');
  const measured = ready.flatMap(versionsOf).filter((version) => version.derivative_bytes !== undefined);
  return {
    photos_count: ready.length,
    visible_count: ready.filter((photo) => photo.is_approved).length,
    favorites_count: ready.filter(isShownFavorite).length,
    listed_count: photos.filter((photo) => photo.state !== 'deleted').length,
    finished_count: ready.filter((photo) => stageOf(photo) === 'finished').length,
    original_bytes: measured.reduce((bytes, version) => bytes + version.size, 0),
    derivative_bytes: measured.reduce(
      (bytes, { derivative_bytes = 0, marked_bytes = 0 }) => bytes + derivative_bytes + marked_bytes,
      0,
    ),
    placed_count: ready.filter((photo) => photo.place !== undefined).length,
    ...chapterCountsOf(ready),
  };
}

/** A hidden photo remains a favorite, but is in no count and no list. */
export const isShownFavorite = (photo: ReadyPhoto): boolean => photo.is_favorite && photo.is_approved;
function chapterCountsOf(ready: readonly ReadyPhoto[]): Record<ChapterCount, number> {
  const counts: Record<ChapterCount, number> = {};
  for (const { chapter_id, is_approved } of ready) {
    if (chapter_id === undefined) continue;
    counts[`photos_in_${chapter_id}`] = (counts[`photos_in_${chapter_id}`] ?? 0) + 1;
    counts[`visible_in_${chapter_id}`] = (counts[`visible_in_${chapter_id}`] ?? 0) + Number(is_approved);
  }
  return counts;
}

/** What their session's counts change by when photos become others, or none. */
export function countsBetween(before: readonly Photo[], after: readonly Photo[]): ReturnType<typeof countsOf> {
  const [from, to] = [countsOf(before), countsOf(after)];
  const names = Object.keys({ ...from, ...to }) as (keyof typeof to)[];
  return Object.fromEntries(names.map((name) => [name, (to[name] ?? 0) - (from[name] ?? 0)])) as typeof to;
}

/** A photo in the trash that was ready before. */
export type TrashedPhoto = DeletedPhoto & Facts;
export const isTrashed = (photo: Photo): photo is TrashedPhoto =>
  photo.state === 'deleted' && photo.original_key !== undefined;

/** A photo that has, or had before it was deleted, a current version; and its attributes of that version. */
export type VersionedPhoto = ReadyPhoto | TrashedPhoto;
export const isVersioned = (photo: Photo): photo is VersionedPhoto => photo.state === 'ready' || isTrashed(photo);

/** The media key under which the clean derivatives are stored now. */
export const servedKey = (version: Pick<Version, 'media_key' | 'stale_media_key'>): string =>
  version.stale_media_key ?? version.media_key;

/** The prefixes of marked derivatives that are to be deleted. */
export const staleMarksOf = ({ stale_marks }: Pick<Version, 'stale_marks'>): string[] => stale_marks?.split(' ') ?? [];

/** Returns the version without marked derivatives; those that it had are to be deleted. */
export function withoutMarks<V extends Version | VersionedPhoto>(version: V): V {
  if (version.marked_key === undefined) return version;
  const rest = without(version, 'marked_key', 'marked_with', 'marked_file', 'marked_bytes');
  return { ...rest, stale_marks: [...staleMarksOf(version), version.marked_key].join(' ') } as V;
}

/** Returns the current version of a photo and the earlier ones that are kept, newest first. */
export const versionsOf = (photo: VersionedPhoto): Version[] => [photo, ...(photo.former ?? [])];

const currentVersion = (photo: VersionedPhoto): Version =>
  Object.fromEntries(
    versionAttributes.flatMap((name) => (photo[name] === undefined ? [] : [[name, photo[name]]])),
  ) as Version;

/** Returns the photo with these earlier versions, which change `former_revision`. */
export function withFormer<P extends VersionedPhoto>(photo: P, former: FormerVersion[]): P {
  const rest = without(photo, 'former', 'former_revision');
  return (former.length > 0 ? { ...rest, former, former_revision: newId() } : rest) as P;
}

/**
 * Returns the photo with another current version, and the one before among the earlier versions. What belongs to the
 * photo stays: id, place, name, capture time, visibility, what was said about it. Its public copies are made again.
 * @param former the earlier versions that stay besides
 */
export function withVersion<P extends VersionedPhoto>(photo: P, version: Version, former: FormerVersion[]): P {
  const swapped_at = new Date().toISOString();
  const before: FormerVersion = {
    ...currentVersion(photo),
    replaced_at: swapped_at,
    was_shown: photo.state === 'ready' && photo.is_approved,
  };
  const { featured_at, portfolio_key } = photo;
  const kept = without(photo, 'featured_at', 'portfolio_key', 'finished_round', 'print_file', ...versionAttributes);
  const isPublic = featured_at !== undefined && portfolio_key !== undefined;
  const swapped = {
    ...kept,
    ...version,
    swapped_at,
    outdates_downloads: true,
    ...(portfolio_key && { portfolio_key }),
    // Under a new key, because browsers keep the copies of the old one.
    ...(isPublic && { portfolio_key: newId(), stale_portfolio_key: portfolio_key, refeatured_at: featured_at }),
  } as unknown as P;
  return withFormer(swapped, [before, ...former]);
}

/**
 * Returns the photo with the number of the email that tells of it, as `finished_round` says, before it is written.
 * @param round the number of the session's next email; fails to be exact unless the write fails when the email is sent
 */
export function inRound<P extends Photo>(photo: P, round: number): P {
  const { finished_round, ...rest } = photo as P & { finished_round?: number };
  const isTold = finished_round !== undefined && finished_round < round;
  if (stageOf(photo) !== 'finished') return rest as P;
  if (photo.state === 'ready' && photo.is_approved) return { ...rest, finished_round: finished_round ?? round } as P;
  return isTold ? photo : (rest as P);
}

/** Returns the photo with its time by its session's clocks; the photo itself when nothing changes. */
export function inClocks<P extends VersionedPhoto>(photo: P, clocks: SessionClocks): P {
  if (!photo.capture) return photo;
  const captured_at = capturedAt(photo.capture, clocks);
  return captured_at === photo.captured_at ? photo : { ...photo, captured_at };
}

/** Returns whether derivatives of the photo are at an address that is given up. */
export const hasStaleMedia = (photo: PlacedPhoto): boolean =>
  [photo, ...(photo.former ?? [])].some(
    ({ stale_media_key, stale_marks }) => stale_media_key !== undefined || stale_marks !== undefined,
  );

/**
 * Returns whether move-derivatives has work for this photo: stale derivatives, public copies to make or delete, or
 * downloads to withdraw.
 */
export const isMoving = (photo: Photo): boolean => {
  if (!isPlaced(photo)) return false;
  const { featured_in, featured_at, portfolio_key, stale_portfolio_key, outdates_downloads } = photo;
  if (hasStaleMedia(photo) || stale_portfolio_key !== undefined || outdates_downloads) return true;
  return portfolio_key !== undefined && (!featured_in || !featured_at);
};
