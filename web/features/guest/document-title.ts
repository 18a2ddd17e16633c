import { useEffect } from 'react';
import type { OpenedLink } from '#shared/contract/links.ts';
import { useStudio } from '../../ui/content.tsx';

/** Returns the name of the client who shared the session, or the studio's. */
export function useSharedBy({ shared_by }: Pick<OpenedLink, 'shared_by'>): string {
  const studio = useStudio();
  return shared_by ?? studio.name;
}

/** Sets the document's title to the session's name, because Preact does not hoist `<title>` as React does. */
export function useDocumentTitle(link: Pick<OpenedLink, 'session_name' | 'shared_by'>): void {
  const { session_name } = link;
  const sharedBy = useSharedBy(link);
  useEffect(() => {
    document.title = `${session_name} | ${sharedBy}`;
  }, [session_name, sharedBy]);
}
