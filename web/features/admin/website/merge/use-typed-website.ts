import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { WebsiteDraft } from '#shared/contract/website.ts';
import type { Website } from '#shared/website/website.ts';
import { ApiError } from '../../../../lib/query/api.ts';
import { saveWebsite, websiteQuery } from '../api.ts';
import { changesBetween } from '../changes.ts';
import { keepTyped } from './kept-draft.ts';
import { mergeContents, type Side } from './merge-content.ts';
import { afterSave, beginTyping, restart, type TypedState, takeOver } from './typed-website.ts';

export type TypedWebsite = ReturnType<typeof useTypedWebsite>;

/**
 * Returns the typed content of the website, and functions that change it. This tab keeps the typed content until it is saved.
 * @param draft the stored draft, with which the form starts
 */
export function useTypedWebsite(draft: WebsiteDraft) {
  const queries = useQueryClient();
  const [state, setState] = useState(() => beginTyping(draft));
  /** The newest state, also before React has rendered it and while a save waits for its response. */
  const newest = useRef(state);
  const conflicts = useRef<HTMLElement>(null);
  const { base, typed, theirs } = state;
  const hasUnsaved = useMemo(() => changesBetween(base.content, typed).length > 0, [base, typed]);
  const undecided = useMemo(
    () => (theirs ? mergeContents(base.content, typed, theirs.content).conflicts : []),
    [base, typed, theirs],
  );
  useEffect(() => {
    conflicts.current?.focus();
  }, []);

  const update = (next: TypedState) => {
    newest.current = next;
    setState(next);
    keepTyped(next.typed, next.base);
  };
  const showStored = (stored: WebsiteDraft, mine?: Website) => {
    flushSync(() => update(takeOver(newest.current, stored, mine)));
    conflicts.current?.scrollIntoView({ block: 'start' });
    conflicts.current?.focus({ preventScroll: true });
  };

  return {
    ...state,
    hasUnsaved,
    /** The conflicts between the typed content and `theirs`. */
    undecided,
    /** Ref of the section that shows the conflicts. */
    conflicts,
    change: (content: Website) => update({ ...newest.current, typed: content }),
    choose: (id: string, side: Side) => {
      const { choices } = newest.current;
      update({ ...newest.current, choices: { ...choices, [id]: side } });
    },
    closeTakenOver: () => update({ ...newest.current, takenOver: undefined }),
    /** Starts the form again with a draft. */
    restart: (stored: WebsiteDraft) => update(restart(newest.current, stored)),
    /** Drops typed content that is not saved. */
    discard: () => update(restart(newest.current, newest.current.theirs ?? newest.current.base)),
    /** Sets the draft on which the typed content is based, after it was saved elsewhere. */
    rebase: (saved: WebsiteDraft) => update({ ...newest.current, base: saved }),
    /**
     * Shows a draft that somebody else has saved: merged with the typed content, or as conflicts if both changed the same field.
     */
    takeOver: (stored: WebsiteDraft | undefined) => stored && showStored(stored),
    /** Saves the typed content as the draft, or shows its conflicts with a draft that somebody else has saved. */
    save: async (mine: Website) => {
      update({ ...newest.current, takenOver: undefined });
      const { saved, stored } = await saveMerged(newest.current, mine);
      if (!saved) return showStored(stored, mine);
      queries.setQueryData(websiteQuery.queryKey, (state) => state && { ...state, draft: saved });
      update(afterSave(newest.current, saved, mine));
    },
  };
}

/** How often a save is repeated because somebody else saved the draft again. */
const mostMerges = 4;

/**
 * Saves the typed content, merged with a draft that somebody else has saved.
 * @returns the saved draft; or the stored draft, if both changed the same field
 */
async function saveMerged(
  { base, theirs, choices }: TypedState,
  mine: Website,
): Promise<{ saved: WebsiteDraft; stored?: never } | { saved?: never; stored: WebsiteDraft }> {
  let stored = theirs ?? base;
  let currentChoices = choices;
  for (let merges = 0; ; merges += 1) {
    const merged = mergeContents(base.content, mine, stored.content, currentChoices);
    if (merged.conflicts.length > 0) return { stored };
    try {
      return { saved: await saveWebsite({ version: stored.version, content: merged.content }) };
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';
      const current = isConflict ? (error.details.current as WebsiteDraft | undefined) : undefined;
      if (!current || merges === mostMerges) throw error;
      stored = current;
      currentChoices = {};
    }
  }
}
