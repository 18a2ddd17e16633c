import { useState } from 'react';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { useChapters, withChapterAt } from './chapters.ts';

export type ChapterSaves = ReturnType<typeof useChapterSaves>;

/**
 * Returns functions that change a session's chapters and keep why the last change failed.
 * @returns `add`: rejects when the chapter was not saved; `save`: resolves to whether the change was saved; `move`: puts a chapter
 * before the chapter `nextId`, or at the end
 */
export function useChapterSaves(session: SessionDetails) {
  const [error, setError] = useState<string>();
  const saveChapters = useChapters(session);
  const save = async (change: Parameters<typeof saveChapters>[0]) => {
    setError(undefined);
    try {
      await saveChapters(change);
      return true;
    } catch (cause) {
      setError(`The chapters were not saved. ${messageOf(cause)}`);
      return false;
    }
  };
  const move = (id: string, nextId: string | undefined) =>
    save((chapters) => {
      const unmoved = chapters.filter((other) => other.id !== id);
      const position = unmoved.findIndex((other) => other.id === nextId);
      return withChapterAt(chapters, id, position < 0 ? unmoved.length : position);
    });
  const add = (name: string) => saveChapters((chapters) => [...chapters, { id: null, name }]);
  return { error, save, move, add };
}
