import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { typedText } from '#shared/typed-text.ts';

/** A string as typed by a person, normalized as it is stored. */
const typed = () => z.string().overwrite(typedText);

/**
 * A required string: not empty after trimming, at most `max` characters.
 * @param what field name for error messages.
 */
export const required = (what: string, max: number) =>
  typed()
    .min(1, `${what} is required.`)
    .max(max, `${what} can have at most ${max.toLocaleString('en-US')} characters.`);

/** A string that may be empty: trimmed, at most `max` characters. */
export const text = (what: string, max: number) =>
  typed().max(max, `${what} can have at most ${max.toLocaleString('en-US')} characters.`);

/** An optional string; a missing value becomes ''. */
export const optional = (what: string, max: number) => text(what, max).default('');

/** An email address, trimmed and lower-cased (ASCII only), so that one address has one spelling. */
export const Email = required('Email', limits.email)
  .pipe(z.email('Please enter a valid email address.'))
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
