import * as z from 'zod';
import { Exposure, FocalPoint } from '#shared/contract/photos/photos.ts';
import { type PhotoType, photoTypes } from '#shared/limits.ts';
import { fileGuards, type Transitions } from '../row/transition.ts';

/** The attributes of a photo's row about its file and derivatives, and the transitions that change only these. */

const ContentType = z.enum(Object.keys(photoTypes) as [PhotoType, ...PhotoType[]]);

/** The file as the ticket describes it. */
export const SentFile = z.object({
  content_type: ContentType,
  size: z.number(),
  /** The checksum in base64. */
  sha256: z.string(),
  /** The unguessable prefix of the file's derivatives. */
  media_key: z.string(),
});

export const SizedFile = z.object({
  /** The number of bytes. */
  size: z.number(),
  /** The CRC-32 in base64, big-endian. */
  crc32: z.string(),
});
export type SizedFile = z.infer<typeof SizedFile>;

/** The attributes of a file and its clean derivatives that process-photo determines. */
export const ProcessedFile = z.object({
  /** Detected from the file's bytes; the ticket's type is ignored. */
  content_type: ContentType,
  width: z.number(),
  height: z.number(),
  thumbhash: z.string(),
  /** The focal point, found in the image or chosen by the studio. Older photos have none. */
  focus: FocalPoint.optional(),
  /** Camera, lens and exposure. Older photos have none. */
  exposure: Exposure.optional(),
  /**
   * True when the large size and the prints have the original's gain map. Missing in older photos, even if their
   * original has one.
   */
  is_hdr: z.literal(true).optional(),
  /** The key of the original in the photos bucket. */
  original_key: z.string(),
  /** The CRC-32 of the original in base64, big-endian, as S3 writes it. */
  crc32: z.string(),
  /** The bytes of all derivatives. Older photos have none, and their session counts no bytes for them. */
  derivative_bytes: z.number().optional(),
  /** The derivative that is downloaded as the web size. Older photos have none. */
  web_file: SizedFile.optional(),
});

export const StaleMedia = z.object({
  /** The old media key, until move-derivatives has moved the derivatives to `media_key`. */
  stale_media_key: z.string().optional(),
});

export const Print = z.object({
  /** The print size, made on request and stored for a few days below the media key that the photo had then. */
  print_file: SizedFile.extend({ media_key: z.string(), made_at: z.string() }).optional(),
});

export const fileTransitions = {
  /** process-photo has measured the web size, or made the print size. */
  measure: { from: ['ready'], to: ['ready'], guards: ['media_key'] },
  /** move-derivatives has moved, copied or deleted the files, and withdrawn downloads. */
  settle: { from: ['ready', 'deleted'], to: ['ready', 'deleted'], guards: fileGuards },
} as const satisfies Transitions;

/** Returns the media key under which the clean derivatives are stored now. */
export const servedKey = (version: { media_key: string; stale_media_key?: string | undefined }): string =>
  version.stale_media_key ?? version.media_key;
