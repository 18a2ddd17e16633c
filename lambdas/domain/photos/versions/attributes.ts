import * as z from 'zod';
import { Staged } from '../access/attributes.ts';
import { ProcessedFile, SentFile, StaleMedia } from '../files/attributes.ts';
import { fileGuards, type Transitions } from '../row/transition.ts';
import { Asker } from '../uploads/attributes.ts';
import { Marking, StaleMarks } from '../watermark/attributes.ts';

/** The attributes of a photo's row about its versions, and the transitions that change them. */

/** What belongs to one version of a photo. A photo's row has these attributes of its current version. */
const Version = z.object({
  ...SentFile.shape,
  ...Staged.shape,
  ...ProcessedFile.shape,
  ...Marking.shape,
  ...StaleMedia.shape,
  ...StaleMarks.shape,
  /** How the file of a replacement was called; missing for the first version, which is called as the photo. */
  version_name: z.string().optional(),
});
export type Version = z.infer<typeof Version>;
export const versionAttributes = Object.keys(Version.shape) as (keyof Version)[];

/** An earlier version, kept for 30 days. */
const FormerVersion = Version.extend({
  replaced_at: z.string(),
  /** Whether the client could see it when it was replaced. */
  was_shown: z.boolean(),
});
export type FormerVersion = z.infer<typeof FormerVersion>;

/** A replacement whose ticket is issued and whose file is not processed yet. */
const IncomingVersion = SentFile.extend({
  /** Of its derivatives; also part of its key in the landing bucket. */
  media_key: z.string(),
  file_name: z.string(),
  asked_at: z.string(),
  asked_by: Asker,
});
export type IncomingVersion = z.infer<typeof IncomingVersion>;

/** The versions of a photo besides its current one. */
export const Versions = z.object({
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
});

export const versionTransitions = {
  /** The studio requests a ticket for a replacement. The latest one counts. */
  askVersion: { from: ['ready'], to: ['ready'], guards: ['incoming_key', 'sha256'] },
  /** process-photo has stored the replacement; the version before is kept. Also in the trash. */
  replace: {
    from: ['ready', 'deleted'],
    to: ['ready', 'deleted'],
    guards: ['is_approved', 'awaits_mark', 'stage', 'finished_round', ...fileGuards, 'incoming_key'],
  },
  /** The replacement is no photo, or never arrived: the version before stands. */
  refuseVersion: { from: ['ready', 'deleted'], to: ['ready', 'deleted'], guards: ['incoming_key'] },
  /** The studio gives it up, or has read why it was refused; or a week has passed since. */
  dismissVersion: { from: ['ready'], to: ['ready'], guards: ['incoming_key', 'refused_at'] },
  /** The studio puts an earlier version back; the current one becomes an earlier one. */
  putBack: {
    from: ['ready'],
    to: ['ready'],
    guards: ['is_approved', 'awaits_mark', 'stage', 'finished_round', ...fileGuards],
  },
  /** The 30 days of earlier versions are over. */
  dropVersions: { from: ['ready'], to: ['ready'], guards: ['former_revision'] },
} as const satisfies Transitions;
