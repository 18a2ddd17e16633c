import { defaultStudio } from '#shared/studio.ts';
import type { StudioFacts } from '#shared/website/website.ts';
import { readState, readVersion } from './repository.ts';

/** Returns the studio's facts for visitors: from the newest published version, or else the defaults. */
export async function readPublishedFacts(): Promise<StudioFacts> {
  const { number } = await readState();
  return (number > 0 ? await readVersion(number) : undefined)?.content.studio ?? defaultStudio;
}
