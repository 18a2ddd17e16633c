import type { WebsiteDraft } from '#shared/contract/website.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { draftOf, dropDraft, keepDraft } from '../../../../lib/browser/drafts.ts';
import { type Change, changesBetween } from '../changes.ts';
import { mergeContents } from './merge-content.ts';

/** Name of what was typed and not saved, kept in this tab. */
const typedName = 'website';

/** What was typed, also what is not valid yet, and the draft on which it is based. */
interface Typed {
  content: Website;
  base: WebsiteDraft;
}

/** Keeps what is typed in this tab, as long as it differs from the draft. */
export function keepTyped(content: Website, base: WebsiteDraft): void {
  if (changesBetween(base.content, content).length === 0) dropDraft(typedName);
  else keepDraft(typedName, { content, base } satisfies Typed);
}

/** What the editor has taken over from somebody else. */
export interface TakenOver {
  /** Their name; '' when it is not known. */
  by: string;
  changes: Change[];
  isSaved: boolean;
}

/** What the editor shows when somebody else has saved the draft. */
interface Opened {
  base: WebsiteDraft;
  content: Website;
  /** What is stored now, where both have changed the same; `base` is then what was typed on. */
  theirs?: WebsiteDraft;
  taken?: TakenOver;
}

/** What the editor begins with: the draft, or what was typed before, merged with what was saved since. */
export function openDraft(stored: WebsiteDraft): Opened & { isRestored: boolean } {
  const kept = draftOf<Typed>(typedName);
  if (!isWhole(kept?.content) || !isWhole(kept?.base?.content)) {
    return { base: stored, content: stored.content, isRestored: false };
  }
  const { content, base } = kept as Typed;
  // An answer that is older than what was typed is of no use.
  if (base.version >= stored.version) return { base, content, isRestored: true };
  return { ...openStored(base, content, stored), isRestored: true };
}

/** Merges what is typed with what is stored now. */
export function openStored(base: WebsiteDraft, typed: Website, stored: WebsiteDraft): Opened {
  const { content, conflicts } = mergeContents(base.content, typed, stored.content);
  if (conflicts.length > 0) return { base, content: typed, theirs: stored };
  const changes = changesBetween(typed, content);
  const taken = changes.length > 0 ? { by: stored.saved?.by ?? '', changes, isSaved: false } : undefined;
  return { base: stored, content, ...(taken && { taken }) };
}

const isWhole = (content: Website | undefined): boolean =>
  content !== undefined &&
  Object.keys(defaultWebsite).every((part) => typeof content[part as keyof Website] === 'object');
