import type { WebsiteDraft } from '#shared/contract/website.ts';
import type { Website } from '#shared/website/website.ts';
import { changesBetween } from '../changes.ts';
import { openDraft, openStored, type TakenOver } from './kept-draft.ts';
import type { Side } from './merge-content.ts';

/** The website as it is typed, the draft that it is based on, and what somebody else has saved since. */
export interface TypedState {
  /** The draft on which the form is based; later answers don't replace what is typed. */
  base: WebsiteDraft;
  typed: Website;
  /** The values with which the form starts. */
  start: Website;
  /** React's key of the form: another one makes it start again. */
  formKey: number;
  /** Text that was not saved before was brought back. */
  isRestored: boolean;
  /** The draft that somebody else has saved, where both have changed the same. */
  theirs: WebsiteDraft | undefined;
  /** The side that was chosen for each conflict, by its id. */
  choices: Record<string, Side>;
  taken: TakenOver | undefined;
}

/** Returns the state with which the editor begins. */
export function openTyped(stored: WebsiteDraft): TypedState {
  const { base, content, isRestored, theirs, taken } = openDraft(stored);
  return { base, typed: content, start: content, formKey: 0, isRestored, theirs, choices: {}, taken };
}

/** Begins the form again, with what is typed and not saved, or nothing of it. */
export const restart = (state: TypedState, draft: WebsiteDraft, content = draft.content): TypedState => ({
  ...state,
  base: draft,
  typed: content,
  start: content,
  formKey: state.formKey + 1,
  isRestored: false,
  theirs: undefined,
  taken: undefined,
});

/** Merges what somebody else has saved with what is typed; keeps it as `theirs` where both have changed the same. */
export function takeOver(state: TypedState, stored: WebsiteDraft, mine = state.typed): TypedState {
  const merged = openStored(state.base, mine, stored);
  if (!merged.theirs) return { ...restart(state, stored, merged.content), taken: merged.taken };
  return { ...state, theirs: stored, choices: stored === state.theirs ? state.choices : {} };
}

/**
 * Goes on from a saved draft. Text typed during the request stays.
 * @param mine what was submitted; the draft differs where it was merged
 */
export function afterSave(state: TypedState, draft: WebsiteDraft, mine: Website): TypedState {
  const changes = changesBetween(mine, draft.content);
  if (changes.length === 0) return { ...state, base: draft, theirs: undefined, isRestored: false };
  const { content } = openStored({ ...draft, content: mine }, state.typed, draft);
  const isTypedMore = changesBetween(draft.content, content).length > 0;
  const taken = { by: (state.theirs ?? draft).saved?.by ?? '', changes, isSaved: true };
  return { ...restart(state, draft, isTypedMore ? content : draft.content), taken };
}
