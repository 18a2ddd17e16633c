import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { asciiAddress, emailPattern, wrongAddress } from '#shared/text/email-address.ts';
import { typedLine, typedText } from '#shared/text/typed-text.ts';

/*
 * Strings as people type them, normalized as they are stored (`typed-text.ts`), of at most `max` characters. `what` names
 * the content as a sentence begins: 'A name' makes 'Please enter a name.' and 'A name can have at most 120 characters.'.
 * A field that the browser shows with several lines is a text; any other field is a line.
 */

const atMost = (what: string, max: number) => `${what} can have at most ${max.toLocaleString('en-US')} characters.`;
const isMissing = (what: string) => `Please enter ${what.charAt(0).toLowerCase()}${what.slice(1)}.`;

/** One line that may be empty. */
export const line = (what: string, max: number) => z.string().overwrite(typedLine).max(max, atMost(what, max));

/** One line with at least one visible character. */
export const required = (what: string, max: number) => line(what, max).min(1, isMissing(what));

/** One line; a missing value becomes ''. */
export const optional = (what: string, max: number) => line(what, max).default('');

/** A text of any number of lines, which may be empty. */
export const text = (what: string, max: number) => z.string().overwrite(typedText).max(max, atMost(what, max));

/** A text with at least one visible character. */
export const requiredText = (what: string, max: number) => text(what, max).min(1, isMissing(what));

/** A text; a missing value becomes ''. */
export const optionalText = (what: string, max: number) => text(what, max).default('');

/** An email address in ASCII, trimmed and lower-cased, so that one address has one spelling. */
export const Email = required('An email address', limits.email)
  .overwrite(asciiAddress)
  .pipe(z.email({ pattern: emailPattern, error: ({ input }) => wrongAddress(String(input)) }))
  .transform((address) => address.replace(/[A-Z]/g, (character) => character.toLowerCase()));

/** A calendar date, `YYYY-MM-DD`, without time or time zone. */
export const CalendarDate = z.iso.date('Please choose a date.');

/** A point in time, ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** A generated id: 20 to 32 lower-case letters and digits. */
export const Id = z.string().regex(/^[0-9a-z]{20,32}$/, 'This is not an id.');

/**
 * Incremented by each edit. An edit sends the version it is based on; if another edit was saved first, the API responds
 * 409.
 */
export const Version = z.number().int().nonnegative();
