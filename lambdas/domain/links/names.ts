import { limits } from '#shared/limits.ts';
import { StudioError } from '../../platform/errors.ts';
import { countCall } from '../../platform/guards.ts';
import { daySeconds } from '../../platform/time.ts';
import { type NetworkSize, networks, sizeOf } from '../../platform/viewers.ts';
import type { LinkRow } from './repository.ts';

/**
 * The largest number of guests that one network may name for a link, as a multiple of the guests that the link still
 * takes. One address can name 200 of 300 guests, as at a wedding's Wi-Fi; the next network fewer, so that only very
 * many networks can fill a link.
 */
const maxShare: Record<NetworkSize, number> = { one: 2, '/56': 3, '/48': 4, '/24': 4 };
/** Seconds within which a network's names are counted. */
const windowSeconds = 30 * daySeconds;

/**
 * Counts a new name for the networks around the viewer.
 * @throws StudioError TOO_MANY when a network has named too many guests
 */
export async function limitNames({ id, guests_count = 0 }: LinkRow, viewer: string): Promise<void> {
  for (const network of networks(viewer)) {
    const namesCount = await countCall(`names ${id} ${network}`, windowSeconds);
    // Names that this network sends at the same time are not in the link's counter yet.
    const remaining = limits.guestsPerLink - Math.max(guests_count, namesCount - 1);
    if (namesCount > 1 && namesCount > maxShare[sizeOf(network)] * remaining)
      throw new StudioError('TOO_MANY', tooManyMessage);
  }
}

const tooManyMessage =
  'Very many guests of this link have said their names on this network. Use another connection, such as mobile data, or ask whoever sent the link for another one.';
