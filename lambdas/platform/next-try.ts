/**
 * Seconds until work is asked for again that could not be done yet: five at first, then a tenth of the wait so far, up to
 * SQS's limit of fifteen minutes. Work that waits for what a dead letter holds up is thus asked for only about a hundred
 * times a day.
 * @param since when it could not be done for the first time, in ISO 8601
 */
export const secondsUntilNextTry = (since: string): number =>
  Math.round(Math.min(Math.max((Date.now() - Date.parse(since)) / 10_000, 5), 900));
