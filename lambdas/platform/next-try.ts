/**
 * Returns the seconds until work that could not be done yet is tried again: five at first, then a tenth of the wait so
 * far, up to SQS's limit of fifteen minutes. Work that waits for a message in a dead-letter queue is thus tried only
 * about a hundred times a day.
 * @param since when the work could not be done for the first time, in ISO 8601
 */
export const secondsUntilNextTry = (since: string): number =>
  Math.round(Math.min(Math.max((Date.now() - Date.parse(since)) / 10_000, 5), 900));
