/** The type and the guards that the transitions of several folders share. */

type State = 'pending' | 'failed' | 'ready' | 'deleted';

/**
 * Transitions by name. A transition takes effect only while the row has the state and the guarded attributes that were
 * read. `to: []` deletes the row.
 */
export type Transitions = Record<string, { from: readonly State[]; to: readonly State[]; guards: readonly string[] }>;

/** Attributes that determine the keys of the photo's files. */
export const fileGuards = [
  ...['media_key', 'stale_media_key', 'marked_key', 'stale_marks', 'former_revision'],
  ...['portfolio_key', 'featured_in', 'featured_at'],
] as const;

/** The file guards, and the attributes that determine which indexes list the photo and which counters include it. */
export const positionGuards = [
  ...['is_approved', 'awaits_mark', 'is_favorite', 'note', 'chapter_id', 'stage', 'finished_round'],
  ...fileGuards,
] as const;
