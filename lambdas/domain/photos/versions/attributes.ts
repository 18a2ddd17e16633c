import * as z from 'zod';
import { Staged } from '../access/attributes.ts';
import { ProcessedFile, SentFile, StaleMedia } from '../files/attributes.ts';
import { fileGuards, type Transitions } from '../row/transition.ts';
import { Asker } from '../uploads/attributes.ts';
import { Marking, StaleMarkedFiles } from '../watermark/attributes.ts';

/** The attributes of a photo's row about its versions, and the transitions that change them. */

/** The attributes of one version of a photo. A photo's row has these attributes of its current version. */
const Version = z.object({
  ...SentFile.shape,
  ...Staged.shape,
  ...ProcessedFile.shape,
  ...Marking.shape,
  ...StaleMedia.shape,
  ...StaleMarkedFiles.shape,
  /** The file name of a replacement; missing for the first version, which has the photo's name. */
  version_name: z.string().optional(),
});
export type Version = z.infer<typeof Version>;
export const versionAttributes = Object.keys(Version.shape) as (keyof Version)[];

/** An earlier version, stored for 30 days. */
const FormerVersion = Version.extend({
  replaced_at: z.string(),
  /** Whether the client could see the version when it was replaced. */
  was_shown: z.boolean(),
});
export type FormerVersion = z.infer<typeof FormerVersion>;

/** A replacement whose ticket is issued and whose file is not processed yet. */
const IncomingVersion = SentFile.extend({
  /** The prefix of its derivatives; also the end of its key in the landing bucket. */
  media_key: z.string(),
  file_name: z.string(),
  asked_at: z.string(),
  asked_by: Asker,
});
export type IncomingVersion = z.infer<typeof IncomingVersion>;

/** The versions of a photo besides its current one. */
export const Versions = z.object({
  /**
   * The earlier versions, newest first; missing when there are none. `former_revision` changes with every change of
   * this list.
   */
  former: z.array(FormerVersion).optional(),
  former_revision: z.string().optional(),
  /** The `version_name` of the current version. */
  version_name: z.string().optional(),
  /** The time at which another version last became the current one. */
  swapped_at: z.string().optional(),
  /** Set until move-derivatives has withdrawn the downloads that contain another version. */
  outdates_downloads: z.literal(true).optional(),
  incoming: IncomingVersion.optional(),
  /** The media_key of `incoming`, because a condition can't compare objects. */
  incoming_key: z.string().optional(),
  /** The last replacement whose file was no photo, or never arrived. */
  refused_version: z.object({ file_name: z.string(), reason: z.string() }).optional(),
  refused_at: z.string().optional(),
  /** The prefix of the previous version's public copies, until move-derivatives has deleted them. */
  stale_portfolio_key: z.string().optional(),
  /** The old `featured_at`, while move-derivatives makes the public copies again. */
  refeatured_at: z.string().optional(),
});

export const versionTransitions = {
  /** The studio requests a ticket for a replacement. The latest one counts. */
  askVersion: { from: ['ready'], to: ['ready'], guards: ['incoming_key', 'sha256'] },
  /**
   * process-photo has stored the replacement; the previous version stays as an earlier one. Also for photos in the
   * trash.
   */
  replace: {
    from: ['ready', 'deleted'],
    to: ['ready', 'deleted'],
    guards: ['is_approved', 'awaits_mark', 'stage', 'finished_round', ...fileGuards, 'incoming_key'],
  },
  /** The replacement is no photo, or never arrived: the current version stays. */
  refuseVersion: { from: ['ready', 'deleted'], to: ['ready', 'deleted'], guards: ['incoming_key'] },
  /** The studio cancels the replacement or dismisses its refusal, or a week has passed since the refusal. */
  dismissVersion: { from: ['ready'], to: ['ready'], guards: ['incoming_key', 'refused_at'] },
  /** The studio puts an earlier version back; the present one becomes an earlier version. */
  putBack: {
    from: ['ready'],
    to: ['ready'],
    guards: ['is_approved', 'awaits_mark', 'stage', 'finished_round', ...fileGuards],
  },
  /** The 30 days of earlier versions are over, so that they are erased. */
  dropVersions: { from: ['ready'], to: ['ready'], guards: ['former_revision'] },
} as const satisfies Transitions;
