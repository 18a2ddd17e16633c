import { useQueryClient } from '@tanstack/react-query';
import type { StudioPhoto } from '#shared/contract/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { overwrite } from '../../lib/overwrite.ts';
import type { Outcome } from './photo-work.ts';
import { editSession, sessionQuery } from './queries.ts';

/**
 * Chooses the photo that stands for a session, or none. What came of it is said, and can be taken back.
 * @returns a function that tells whether it was stored
 */
export function useCover(session: SessionDetails, say: (outcome: Outcome | undefined) => void) {
  const queries = useQueryClient();
  const { queryKey } = sessionQuery(session.id);

  async function store(cover_id: string | null, version: number, outcome: (version: number) => Outcome) {
    say(undefined);
    try {
      const saved = await editSession(session.id, { cover_id, version });
      overwrite(queries, queryKey, saved);
      say(outcome(saved.version));
      return true;
    } catch (error) {
      say({ tone: 'error', words: `The cover was not saved. ${error instanceof Error ? error.message : ''}`.trim() });
      // Somebody else has edited the session: the next press is made on what they left.
      void queries.invalidateQueries({ queryKey });
      return false;
    }
  }

  return (photo: StudioPhoto | null) =>
    store(photo?.id ?? null, session.version, (version) => ({
      tone: 'success',
      words: wordsFor(photo),
      undo: () =>
        void store(session.cover_id, version, () => ({ tone: 'success', words: 'The cover is as it was before.' })),
    }));
}

function wordsFor(photo: StudioPhoto | null): string {
  if (!photo) return 'The first photo that the client sees is the cover again.';
  return photo.is_approved
    ? `${photo.file_name} is the cover of this session.`
    : `${photo.file_name} is the cover of this session as soon as the client may see it; until then it is the first photo that they see.`;
}
