import type { FunctionName } from '../../blueprint/functions.ts';
import { audienceRights } from './audiences.ts';
import type { Rights } from './grants.ts';
import { workerRights } from './workers.ts';

/**
 * The permissions of every function. IAM can't express whose a row is, so the domain's guards and the conditions of its
 * writes enforce that. No function may Scan, and only the admin API and the workers may delete. A test compares each
 * function's permissions with the calls of its code.
 */
export const rights: Record<FunctionName, Rights> = { ...audienceRights, ...workerRights };
