import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Email, optional } from './fields.ts';

/**
 * POST sign-in-code: lets an address sign in with an emailed code. An address in the studio's records can at once; any
 * other address only with the name from the registration form, so that typing addresses emails nobody.
 */
export const AskForCode = z.object({ email: Email, name: optional('Full Name', limits.name) });
export type AskForCode = z.infer<typeof AskForCode>;
