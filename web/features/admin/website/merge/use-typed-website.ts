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
import { afterSave, openTyped, restart, type TypedState, takeOver } from './typed-website.ts';

export type TypedWebsite = ReturnType<typeof useTypedWebsite>;

/**
 * Returns the website as it is typed, and the acts on it. What is typed is kept in this tab until it is saved.
 * @param draft the stored draft, with which the form begins
 */
export function useTypedWebsite(draft: WebsiteDraft) {
  const queries = useQueryClient();
  const [state, setState] = useState(() => openTyped(draft));
  /** The newest state, also before React has drawn it and while a save waits for its answer. */
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

  const become = (next: TypedState) => {
    newest.current = next;
    setState(next);
    keepTyped(next.typed, next.base);
  };
  const meet = (stored: WebsiteDraft, mine?: Website) => {
    flushSync(() => become(takeOver(newest.current, stored, mine)));
    conflicts.current?.scrollIntoView({ block: 'start' });
    conflicts.current?.focus({ preventScroll: true });
  };

  return {
    ...state,
    hasUnsaved,
    /** The conflicts between what is typed and `theirs`. */
    undecided,
    /** Ref of the section that shows the conflicts. */
    conflicts,
    change: (content: Website) => become({ ...newest.current, typed: content }),
    choose: (id: string, side: Side) => {
      const { choices } = newest.current;
      become({ ...newest.current, choices: { ...choices, [id]: side } });
    },
    closeTaken: () => become({ ...newest.current, taken: undefined }),
    /** Begins the form again with a draft. */
    restart: (stored: WebsiteDraft) => become(restart(newest.current, stored)),
    /** Drops what is typed and not saved. */
    discard: () => become(restart(newest.current, newest.current.theirs ?? newest.current.base)),
    /** Bases what is typed on a draft that was saved with it. */
    rebase: (saved: WebsiteDraft) => become({ ...newest.current, base: saved }),
    /** Shows what somebody else has saved: merged with what is typed, or both where both have changed the same. */
    takeOver: (stored: WebsiteDraft | undefined) => stored && meet(stored),
    /** Saves what is typed as the draft; shows the conflicts with what somebody else has saved. */
    save: async (mine: Website) => {
      become({ ...newest.current, taken: undefined });
      const { saved, stored } = await saveMerged(newest.current, mine);
      if (!saved) return meet(stored, mine);
      queries.setQueryData(websiteQuery.queryKey, (now) => now && { ...now, draft: saved });
      become(afterSave(newest.current, saved, mine));
    },
  };
}

/** How often a save is sent again because the draft was saved once more. */
const mostMerges = 4;

/**
 * Saves what is typed, merged with what somebody else has saved.
 * @returns the saved draft; or the stored one, where both have changed the same
 */
async function saveMerged(
  { base, theirs, choices }: TypedState,
  mine: Website,
): Promise<{ saved: WebsiteDraft; stored?: never } | { saved?: never; stored: WebsiteDraft }> {
  let stored = theirs ?? base;
  let chosen = choices;
  for (let merges = 0; ; merges += 1) {
    const merged = mergeContents(base.content, mine, stored.content, chosen);
    if (merged.conflicts.length > 0) return { stored };
    try {
      return { saved: await saveWebsite({ version: stored.version, content: merged.content }) };
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';
      const current = isConflict ? (error.details.current as WebsiteDraft | undefined) : undefined;
      if (!current || merges === mostMerges) throw error;
      stored = current;
      chosen = {};
    }
  }
}
