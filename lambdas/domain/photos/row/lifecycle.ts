import * as z from 'zod';
import { Announced, accessTransitions, Featured, Visibility } from '../access/attributes.ts';
import { Feedback, feedbackTransitions } from '../feedback/attributes.ts';
import { fileTransitions, Print, ProcessedFile, SentFile, StaleMedia } from '../files/attributes.ts';
import { Arranged, Captured, orderTransitions } from '../order/attributes.ts';
import { Trashed, trashTransitions } from '../trash/attributes.ts';
import { Failure, Ticket, uploadTransitions } from '../uploads/attributes.ts';
import { Versions, versionTransitions } from '../versions/attributes.ts';
import {
  AwaitedWatermark,
  Marking,
  OrderedWatermark,
  StaleMarkedFiles,
  watermarkTransitions,
} from '../watermark/attributes.ts';
import { Starred } from './stars.ts';
import type { Transitions } from './transition.ts';

/**
 * A photo's row, composed of the attributes that the folders beside this one define, and the transitions between its
 * states. docs/photo-lifecycle.md has a diagram.
 */

/** Attributes that are set when the ticket is issued, and that every state has. */
const Common = z.object({
  session_id: z.string(),
  id: z.string(),
  customer_id: z.string(),
  file_name: z.string(),
  uploaded_at: z.string(),
  ...SentFile.shape,
  ...Visibility.shape,
});

/** Attributes that process-photo determines. */
const Facts = z.object({ ...ProcessedFile.shape, ...Captured.shape, ...Starred.shape, ...Marking.shape });
export type Facts = z.infer<typeof Facts>;

/** Attributes that only a photo that is, or was, ready can have. */
const StoredFields = z.object({
  ...Print.shape,
  ...Feedback.shape,
  ...Arranged.shape,
  ...StaleMedia.shape,
  ...StaleMarkedFiles.shape,
  ...AwaitedWatermark.shape,
  ...Featured.shape,
  ...Announced.shape,
});

const PendingPhoto = Common.extend({ state: z.literal('pending'), ...Ticket.shape, ...OrderedWatermark.shape });
const FailedPhoto = Common.extend({ state: z.literal('failed'), ...Failure.shape });
const ReadyPhoto = Common.extend({
  state: z.literal('ready'),
  ...Facts.shape,
  ...StoredFields.shape,
  ...Versions.shape,
});
/** A photo in the trash. One that never became ready has no facts. */
const DeletedPhoto = Common.extend({
  state: z.literal('deleted'),
  ...Trashed.shape,
  ...OrderedWatermark.shape,
  ...Facts.partial().shape,
  ...StoredFields.partial().shape,
  ...Versions.shape,
  ...Failure.partial().shape,
});

export const Photo = z.discriminatedUnion('state', [PendingPhoto, FailedPhoto, ReadyPhoto, DeletedPhoto]);
export type Photo = z.infer<typeof Photo>;
export type PendingPhoto = z.infer<typeof PendingPhoto>;
export type FailedPhoto = z.infer<typeof FailedPhoto>;
export type ReadyPhoto = z.infer<typeof ReadyPhoto>;
export type DeletedPhoto = z.infer<typeof DeletedPhoto>;

/**
 * All transitions: each write of a photo's row is one of them. It takes effect only while the row has the state and the
 * guarded attributes that were read; otherwise it throws WriteConflictError. `to: []` deletes the row.
 */
export const transitions = {
  ...uploadTransitions,
  ...accessTransitions,
  ...feedbackTransitions,
  ...orderTransitions,
  ...fileTransitions,
  ...watermarkTransitions,
  ...versionTransitions,
  ...trashTransitions,
} satisfies Transitions;

export type Transition = keyof typeof transitions;
export type Before<Name extends Transition> = Extract<Photo, { state: (typeof transitions)[Name]['from'][number] }>;
export type After<Name extends Transition> = Extract<Photo, { state: (typeof transitions)[Name]['to'][number] }>;

/** Returns the conditions of a transition's write: its guarded attributes with the values that were read. */
export function conditionsOf<Name extends Transition>(name: Name, photo: Before<Name>): Record<string, unknown> {
  const values: Record<string, unknown> = { ...photo };
  return Object.fromEntries(['state', ...transitions[name].guards].map((attribute) => [attribute, values[attribute]]));
}

/** Returns the photo's attributes that every state has. */
export const commonOf = (photo: Photo): z.infer<typeof Common> => Common.parse(photo);

/** A photo that may still become ready. */
export type UnsettledPhoto = PendingPhoto | FailedPhoto;
export const isUnsettled = (photo: Photo): photo is UnsettledPhoto =>
  photo.state === 'pending' || photo.state === 'failed';

/** A photo whose files are, or were before it was deleted, in the photos bucket. */
export type StoredPhoto = ReadyPhoto | DeletedPhoto;
export const isStoredPhoto = (photo: Photo): photo is StoredPhoto =>
  photo.state === 'ready' || photo.state === 'deleted';

/** A photo in the trash that was ready before. */
export type TrashedPhoto = DeletedPhoto & Facts;
export const isTrashed = (photo: Photo): photo is TrashedPhoto =>
  photo.state === 'deleted' && photo.original_key !== undefined;

/** A photo whose row has the attributes of a current version: a ready one, or a trashed one that was ready. */
export type VersionedPhoto = ReadyPhoto | TrashedPhoto;
export const isVersioned = (photo: Photo): photo is VersionedPhoto => photo.state === 'ready' || isTrashed(photo);
