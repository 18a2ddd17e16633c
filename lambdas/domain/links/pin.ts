import { StudioError } from '../../platform/errors.ts';
import { countCall, type NetworkLimits, noteReached } from '../../platform/guards.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';
import { networks, sizeOf } from '../../platform/viewers.ts';
import type { LinkRow } from './repository.ts';
import { isSamePin } from './secrets.ts';

/**
 * How often the PIN of a link can be guessed: docs/security.md, "PINs", has the calculation. Only wrong guesses count, so
 * that guests who know the PIN never shut each other out.
 */

/** Wrong guesses from each network around a viewer: at once in a day, then in each hour. */
const atOnce: NetworkLimits = { one: 5, '/56': 10, '/48': 15, '/24': 20 };
const perHour: NetworkLimits = { one: 10, '/56': 20, '/48': 30, '/24': 40 };
/** Wrong guesses of a link from all networks. Above them, only networks that have not guessed on that day are heard. */
const perLinkAndHour = 60;
const perLinkAndDay = 200;
/** First guesses of such networks in a day, so that very many of them together do not find the PIN. */
const firstGuessesPerDay = 200;

const wayRound =
  'Too many wrong PINs were typed. Use another connection, such as mobile data, ask whoever sent the link for another one, or try again in an hour.';

/**
 * Compares a PIN, and counts a wrong one. It is compared first and its first step besides that is to count, or for the
 * right one to read what is counted: of guesses at the same time, the right one passes only where it would have passed
 * in the order in which they reach the count.
 * @param viewer the viewer's IP address
 * @throws StudioError WRONG_PIN; TOO_MANY, also for the right PIN, after too many wrong ones
 */
export async function comparePin(
  { id, pin_version }: LinkRow,
  pin: string,
  typed: string,
  viewer: string,
): Promise<void> {
  const isRight = isSamePin(typed, pin);
  /** Returns how many guesses there are with this one, of which only a wrong one is counted. */
  const guesses = async (key: string, seconds: number) =>
    (await countCall(`pin ${id} ${pin_version} ${key}`, seconds, isRight ? 0 : 1)) + Number(isRight);

  let isRefused = false;
  let hasGuessed = false;
  for (const network of networks(viewer)) {
    const size = sizeOf(network);
    const today = await guesses(`${network} today`, daySeconds);
    if (today > 1) hasGuessed = true;
    if (today > atOnce[size] && (await guesses(network, hourSeconds)) > perHour[size]) isRefused = true;
  }
  if (!isRefused) {
    const [hour, today] = [await guesses('', hourSeconds), await guesses('today', daySeconds)];
    if (hour > perLinkAndHour || today > perLinkAndDay) {
      isRefused = hasGuessed || (await guesses('first', daySeconds)) > firstGuessesPerDay;
      await noteReached('pins', id);
    }
  }
  if (isRefused) throw new StudioError('TOO_MANY', wayRound);
  if (!isRight) throw new StudioError('WRONG_PIN');
}
