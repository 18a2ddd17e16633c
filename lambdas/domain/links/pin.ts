import { StudioError } from '../../platform/errors.ts';
import { countCall, type NetworkLimits, noteReached } from '../../platform/guards.ts';
import { daySeconds, hourSeconds } from '../../platform/time.ts';
import { networks, sizeOf } from '../../platform/viewers.ts';
import type { LinkRow } from './repository.ts';
import { isSamePin } from './secrets.ts';

/**
 * Limits the guesses of a link's PIN; docs/security.md, "PINs", has the calculation. Only wrong guesses count, so that
 * guests who know the PIN never lock each other out.
 */

/** The wrong guesses that each network around a viewer may make: in a day at once, and after that in each hour. */
const perNetworkAndDay: NetworkLimits = { one: 5, '/56': 10, '/48': 15, '/24': 20 };
const perNetworkAndHour: NetworkLimits = { one: 10, '/56': 20, '/48': 30, '/24': 40 };
/**
 * The wrong guesses of a link's PIN from all networks together. Above them, only networks that have not guessed on that
 * day may guess.
 */
const perLinkAndHour = 60;
const perLinkAndDay = 200;
/** The first guesses in a day of such networks, limited so that very many networks together do not find the PIN. */
const firstGuessesPerDay = 200;

const tooManyMessage =
  'Too many wrong PINs were typed. Use another connection, such as mobile data, ask whoever sent the link for another one, or try again in an hour.';

/**
 * Compares a PIN, and counts a wrong one. The comparison comes first; the next step is to count a wrong guess, or to
 * read the counter for the right one. Therefore, among simultaneous guesses, the right one passes only if it would have
 * passed in the order in which they reach the counter.
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
  /** Returns the number of guesses including this one, which is counted only if it is wrong. */
  const countGuesses = async (key: string, seconds: number) =>
    (await countCall(`pin ${id} ${pin_version} ${key}`, seconds, isRight ? 0 : 1)) + Number(isRight);

  let isRefused = false;
  let hasGuessed = false;
  for (const network of networks(viewer)) {
    const size = sizeOf(network);
    const guessesToday = await countGuesses(`${network} today`, daySeconds);
    if (guessesToday > 1) hasGuessed = true;
    if (guessesToday > perNetworkAndDay[size] && (await countGuesses(network, hourSeconds)) > perNetworkAndHour[size])
      isRefused = true;
  }
  if (!isRefused) {
    const [guessesThisHour, guessesToday] = [
      await countGuesses('', hourSeconds),
      await countGuesses('today', daySeconds),
    ];
    if (guessesThisHour > perLinkAndHour || guessesToday > perLinkAndDay) {
      isRefused = hasGuessed || (await countGuesses('first', daySeconds)) > firstGuessesPerDay;
      await noteReached('pins', id);
    }
  }
  if (isRefused) throw new StudioError('TOO_MANY', tooManyMessage);
  if (!isRight) throw new StudioError('WRONG_PIN');
}
