import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { asciiAddress, emailPattern, wrongAddress } from '#shared/text/email-address.ts';
import { typedLine, typedText } from '#shared/text/typed-text.ts';

/*
 * Strings as people type them, normalized as they are stored (`typed-text.ts`), of at most `max` characters. `label` names
 * the content as a sentence begins: 'A name' makes 'Please enter a name.' and 'A name can have at most 120 characters.'.
 * A field that the browser shows with several lines is a text; any other field is a line.
 */

const tooLongMessage = (label: string, max: number) =>
  `${label} can have at most ${max.toLocaleString('en-US')} characters.`;
const missingMessage = (label: string) => `Please enter ${label.charAt(0).toLowerCase()}${label.slice(1)}.`;

/** One line that may be empty. */
export const line = (label: string, max: number) =>
  z.string().overwrite(typedLine).max(max, tooLongMessage(label, max));

/** One line with at least one visible character. */
export const required = (label: string, max: number) => line(label, max).min(1, missingMessage(label));

/** One line; a missing value becomes ''. */
export const optional = (label: string, max: number) => line(label, max).default('');

/** A text of any number of lines, which may be empty. */
export const text = (label: string, max: number) =>
  z.string().overwrite(typedText).max(max, tooLongMessage(label, max));

/** A text with at least one visible character. */
export const requiredText = (label: string, max: number) => text(label, max).min(1, missingMessage(label));

/** A text; a missing value becomes ''. */
export const optionalText = (label: string, max: number) => text(label, max).default('');

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
 * 409. The version that follows is also an integer that a number holds exactly.
 */
export const Version = z.number().int().nonnegative().lt(Number.MAX_SAFE_INTEGER);
