import type { WebsiteDraft } from '#shared/contract/website.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { draftOf, dropDraft, keepDraft } from '../../../../lib/browser/drafts.ts';
import { type Change, changesBetween } from '../changes.ts';
import { mergeContents } from './merge-content.ts';

/** The key under which this tab keeps typed content that is not saved. */
const typedKey = 'website';

/** Typed content, which may be invalid, and the draft on which it is based. */
interface Typed {
  content: Website;
  base: WebsiteDraft;
}

/** Keeps the typed content in this tab while it differs from the draft. */
export function keepTyped(content: Website, base: WebsiteDraft): void {
  if (changesBetween(base.content, content).length === 0) dropDraft(typedKey);
  else keepDraft(typedKey, { content, base } satisfies Typed);
}

/** Changes of somebody else that the editor merged into the typed content. */
export interface TakenOver {
  /** The other person's name; '' if it is unknown. */
  by: string;
  changes: Change[];
  isSaved: boolean;
}

/** The editor's state after somebody else has saved the draft. */
interface OpenedDraft {
  base: WebsiteDraft;
  content: Website;
  /** The stored draft, if both changed the same field; then `base` is the draft on which the typed content is based. */
  theirs?: WebsiteDraft;
  takenOver?: TakenOver;
}

/** Returns the editor's first state: the draft, or content that was typed before, merged with the draft that was saved since. */
export function mergeKeptDraft(stored: WebsiteDraft): OpenedDraft & { isRestored: boolean } {
  const storedTyped = draftOf<Typed>(typedKey);
  if (!isComplete(storedTyped?.content) || !isComplete(storedTyped?.base?.content)) {
    return { base: stored, content: stored.content, isRestored: false };
  }
  const { content, base } = storedTyped as Typed;
  // A response that is older than the typed content is of no use.
  if (base.version >= stored.version) return { base, content, isRestored: true };
  return { ...mergeStored(base, content, stored), isRestored: true };
}

/** Merges the typed content with the stored draft. */
export function mergeStored(base: WebsiteDraft, typed: Website, stored: WebsiteDraft): OpenedDraft {
  const { content, conflicts } = mergeContents(base.content, typed, stored.content);
  if (conflicts.length > 0) return { base, content: typed, theirs: stored };
  const changes = changesBetween(typed, content);
  const takenOver = changes.length > 0 ? { by: stored.saved?.by ?? '', changes, isSaved: false } : undefined;
  return { base: stored, content, ...(takenOver && { takenOver }) };
}

const isComplete = (content: Website | undefined): boolean =>
  content !== undefined &&
  Object.keys(defaultWebsite).every((section) => typeof content[section as keyof Website] === 'object');
