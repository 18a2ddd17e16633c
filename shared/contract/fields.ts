import * as z from 'zod';
import { limits } from '#shared/limits.ts';

/** Text that must not be empty after trimming. `what` names the field for the reader. */
export const required = (what: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is required.`)
    .max(max, `${what} can have at most ${max.toLocaleString('en-US')} characters.`);

/** Text that may be empty. */
export const text = (what: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${what} can have at most ${max.toLocaleString('en-US')} characters.`);

/** Text that may be left out; kept as an empty string. */
export const optional = (what: string, max: number) => text(what, max).default('');

/** An e-mail address, trimmed and lower-cased (ASCII), so that two spellings of one address are one. */
export const Email = required('Email', limits.email)
  .pipe(z.email('Please enter a valid email address.'))
  .transform((address) => address.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));

/** A calendar date without a time, `YYYY-MM-DD`: it never shifts by time zone. */
export const CalendarDate = z.iso.date('Please choose a date.');

/** An instant, ISO 8601 in UTC. */
export const Instant = z.iso.datetime();

/** An id that we made: lower-case letters and digits. */
export const Id = z.string().regex(/^[0-9a-z]{20,32}$/, 'This is not an id.');

/** Rises with each edit; an edit names the version it was made on, and the loser of a race gets 409. */
export const Version = z.number().int().nonnegative();
