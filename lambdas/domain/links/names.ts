import { limits } from '#shared/limits.ts';
import { StudioError } from '../../platform/errors.ts';
import { countCall } from '../../platform/guards.ts';
import { daySeconds } from '../../platform/time.ts';
import { type NetworkSize, networks, sizeOf } from '../../platform/viewers.ts';
import type { LinkRow } from './repository.ts';

/**
 * A network names at most so many times as many guests of a link as the link still takes: from one address 200 of 300,
 * as many as a wedding's at one Wi-Fi; from the next network less, so that only very many networks fill a link.
 */
const share: Record<NetworkSize, number> = { one: 2, '/56': 3, '/48': 4, '/24': 4 };
/** The time within which a network's names are counted. */
const window = 30 * daySeconds;

/** @throws StudioError TOO_MANY for one new name too many from a network around the viewer */
export async function limitNames({ id, guests_count = 0 }: LinkRow, viewer: string): Promise<void> {
  for (const network of networks(viewer)) {
    const named = await countCall(`names ${id} ${network}`, window);
    // Names that this network says at the same time are not in the link's number yet.
    const left = limits.guestsPerLink - Math.max(guests_count, named - 1);
    if (named > 1 && named > share[sizeOf(network)] * left) throw new StudioError('TOO_MANY', wayRound);
  }
}

const wayRound =
  'Very many guests of this link have said their names on this network. Use another connection, such as mobile data, or ask whoever sent the link for another one.';
