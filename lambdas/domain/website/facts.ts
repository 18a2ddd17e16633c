import { defaultStudio } from '#shared/studio.ts';
import { deployedWebsite } from '#shared/website/default-website.ts';
import type { PublishedFacts, Website } from '#shared/website/website.ts';
import { readState, readVersion } from './repository.ts';

/** Returns the studio's facts for visitors: from the newest published version, or else the defaults; and its currency. */
export async function readPublishedFacts(): Promise<PublishedFacts> {
  const { content, currency } = await readPublished();
  return { ...(content?.studio ?? defaultStudio), currency };
}

/** Returns the packages and add-ons that visitors see: of the newest published version, or else of the website as it was deployed. */
export const readPublishedPrices = async (): Promise<Website['sessions']> =>
  ((await readPublished()).content ?? deployedWebsite).sessions;

/** Returns the content of the newest published version, if there is one, and the currency of all prices. */
async function readPublished() {
  const { number, currency } = await readState();
  return { content: number > 0 ? (await readVersion(number))?.content : undefined, currency };
}
