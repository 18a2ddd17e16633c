import { useQueryClient } from '@tanstack/react-query';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { isolated } from '#shared/text/isolated.ts';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { editSession, sessionQuery } from '../api.ts';
import type { Outcome } from '../grid/outcome.ts';
import type { TakeBack } from '../grid/undo-history.ts';

/**
 * Returns a function that sets a session's cover photo, or removes it (null); it reports the outcome with an undo and resolves to
 * whether it was saved. It calls `onDone` once it is, with a function that undoes it.
 */
export function useCover(session: SessionDetails, setOutcome: (outcome: Outcome | undefined) => void) {
  const queries = useQueryClient();
  const { queryKey } = sessionQuery(session.id);

  async function store(cover_id: string | null, version: number, outcome: () => Outcome) {
    setOutcome(undefined);
    try {
      const saved = await editSession(session.id, { cover_id, version });
      overwrite(queries, queryKey, saved);
      setOutcome(outcome());
      return true;
    } catch (error) {
      setOutcome({ tone: 'error', text: `The cover was not saved. ${messageOf(error)}` });
      // On a conflict, refetch so that the next click uses the current version.
      void queries.invalidateQueries({ queryKey });
      return false;
    }
  }

  /** Returns the version of the session as last loaded: an act may follow another before the screen is drawn again. */
  const currentVersion = () => (queries.getQueryData(queryKey) ?? session).version;

  return (photo: StudioPhoto | null, onDone?: (takeBack: TakeBack) => void) => {
    const formerCover = session.cover_id;
    const takeBack: TakeBack = async (text, onUndone) => {
      if (await store(formerCover, currentVersion(), () => ({ tone: 'success', text }))) onUndone();
    };
    return store(photo?.id ?? null, currentVersion(), () => {
      onDone?.(takeBack);
      return {
        tone: 'success',
        text: textFor(photo),
        undo: () => void takeBack('The cover is as it was before.', () => {}),
      };
    });
  };
}

function textFor(photo: StudioPhoto | null): string {
  if (!photo) return 'The first photo that the client sees is the cover again.';
  return photo.is_approved
    ? `${isolated(photo.file_name)} is the cover of this session.`
    : `${isolated(photo.file_name)} is the cover of this session as soon as the client may see it; until then it is the first photo that they see.`;
}
