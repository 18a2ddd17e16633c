import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { isolated } from '#shared/text/isolated.ts';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { editSession, sessionQuery } from '../api.ts';
import type { Outcome } from '../grid/outcome.ts';
import type { TakeBack } from '../grid/undo-history.ts';

/**
 * Returns a function that makes a photo its session's cover, or no longer if it is; it reports the outcome with an undo and
 * resolves to whether it was saved. It calls `onDone` once it is, with a function that undoes it. A change waits until those
 * before are answered, because each needs the session as they leave it.
 */
export function useCover(session: SessionDetails, setOutcome: (outcome: Outcome | undefined) => void) {
  const queries = useQueryClient();
  const { queryKey } = sessionQuery(session.id);
  /** Returns the session as last loaded: it may not be drawn yet. */
  const latest = () => queries.getQueryData(queryKey) ?? session;
  /** Resolves when the last change is answered. */
  const lastChange = useRef<Promise<unknown>>(Promise.resolve());
  const inTurn = (change: () => Promise<boolean>): Promise<boolean> => {
    const ended = lastChange.current.then(change);
    lastChange.current = ended;
    return ended;
  };

  async function store(cover_id: string | null, outcome: () => Outcome): Promise<boolean> {
    setOutcome(undefined);
    try {
      const saved = await editSession(session.id, { cover_id, version: latest().version });
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

  return (photo: StudioPhoto, onDone?: (takeBack: TakeBack) => void) =>
    inTurn(() => {
      const formerCover = latest().cover_id;
      const isCover = formerCover === photo.id;
      const takeBack: TakeBack = async (text, onUndone) => {
        if (await inTurn(() => store(formerCover, () => ({ tone: 'success', text })))) onUndone();
      };
      return store(isCover ? null : photo.id, () => {
        onDone?.(takeBack);
        return {
          tone: 'success',
          text: isCover ? 'The first photo that the client sees is the cover again.' : textFor(photo),
          undo: () => void takeBack('The cover is as it was before.', () => {}),
        };
      });
    });
}

function textFor(photo: StudioPhoto): string {
  return photo.is_approved
    ? `${isolated(photo.file_name)} is the cover of this session.`
    : `${isolated(photo.file_name)} is the cover of this session as soon as the client may see it; until then it is the first photo that they see.`;
}
