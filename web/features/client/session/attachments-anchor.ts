import type { GallerySession } from '#shared/contract/sessions/sessions.ts';

/** Returns the id of the element that lists a session's files on its page. */
export const attachmentsAnchor = ({ id }: Pick<GallerySession, 'id'>) => `files-${id}`;
