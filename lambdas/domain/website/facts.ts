import { defaultStudio } from '#shared/studio.ts';
import type { PublishedFacts } from '#shared/website/website.ts';
import { readState, readVersion } from './repository.ts';

/** Returns the studio's facts for visitors: from the newest published version, or else the defaults; and its currency. */
export async function readPublishedFacts(): Promise<PublishedFacts> {
  const { number, currency } = await readState();
  const version = number > 0 ? await readVersion(number) : undefined;
  return { ...(version?.content.studio ?? defaultStudio), currency };
}
