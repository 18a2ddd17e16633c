import type { SessionCameras, SessionDetails } from '#shared/contract/sessions.ts';

/** A session as in a response of the admin API, with as many photos, all of them visible. */
export const studioSession = (id: string, photos: number): SessionDetails => ({
  id,
  customer_id: 'c'.repeat(20),
  customer_name: 'Rosa Delgado',
  session_label: 'may2025-family',
  session_name: 'Family',
  session_date: '2025-05-04',
  notes: '',
  photo_order: 'uploaded',
  client_words: '',
  chapters: [],
  chapter_counts: {},
  placed_count: 0,
  finished_count: 0,
  cover_id: null,
  download_sizes: ['web', 'print', 'original'],
  download_allowance: null,
  photos_count: photos,
  visible_count: photos,
  client_email: 'rosa@example.com',
  announcement: null,
  created_at: '2025-05-04T12:00:00.000Z',
  client_may_share: false,
  favorites_count: 0,
  attachments_count: 0,
  finished_announcement: null,
  downloads_used: null,
  version: 1,
});

/** A session whose photos tell nothing of their cameras. */
export const noCameras: SessionCameras = { offsets: [], cameras: [], fixed_count: 0 };
