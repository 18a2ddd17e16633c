import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { today } from '#shared/time/studio-time.ts';
import { newId } from '../../platform/ids.ts';
import type { SessionRow } from './repository.ts';

/** The values from which a session is created. */
export type NewSession = Pick<
  SessionRow,
  'customer_id' | 'session_label' | 'session_name' | 'session_date' | 'notes'
> & {
  /** Missing: the gallery never ends. */
  ends_on?: string | undefined;
};

/** Returns the row of a new session, which has no photos. */
export const newSessionRow = ({ ends_on, ...values }: NewSession): SessionRow => ({
  id: newId(),
  ...values,
  photo_order: 'captured',
  base_order: 'captured',
  cover_id: null,
  client_words: '',
  chapters: [],
  chapter_counts: {},
  placed_count: 0,
  download_sizes: [...DownloadSize.options],
  download_allowance: null,
  ends_on: ends_on ?? null,
  ...(ends_on !== undefined && { end_set_on: today(new Date()) }),
  client_may_share: false,
  photos_count: 0,
  visible_count: 0,
  favorites_count: 0,
  finished_count: 0,
  finished_new_count: 0,
  finished_round: 0,
  attachments_count: 0,
  attachment_bytes: 0,
  listed_attachments_count: 0,
  selections_count: 0,
  selection_ids: [],
  studio_links_count: 0,
  client_links_count: 0,
  original_bytes: 0,
  derivative_bytes: 0,
  listed_count: 0,
  created_at: new Date().toISOString(),
  version: 0,
});
