import type { GallerySession } from '#shared/contract/sessions.ts';

/** The address of a session's files on its page. */
export const attachmentsAnchor = ({ id }: Pick<GallerySession, 'id'>) => `files-${id}`;
