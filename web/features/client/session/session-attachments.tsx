import { lazy, Suspense } from 'react';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { inTime } from '../../../ui/status/in-time.ts';
import { Notice } from '../../../ui/status/notice.tsx';

/** Loaded on demand, because few sessions have files. */
const SessionFiles = lazy(async () => {
  try {
    return await inTime(() => import('./session-files.tsx'));
  } catch (error) {
    console.warn('The list of files could not be loaded.', error);
    return { default: NotLoaded };
  }
});

const NotLoaded = () => <Notice tone="error">The files could not be loaded. Please reload the page.</Notice>;

/** The list of a session's attachments: raw files, videos, PDFs. Renders nothing if the session has none. */
export function SessionAttachments(props: { session: GallerySession; heading: 'h2' | 'h3' }) {
  if (props.session.attachments_count === 0) return null;
  return (
    <Suspense fallback={null}>
      <SessionFiles {...props} />
    </Suspense>
  );
}
