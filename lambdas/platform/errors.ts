import { type ErrorCode, errors } from '#shared/errors.ts';

interface Particulars {
  /** Path of a field → what is wrong with it. */
  fields?: Record<string, string>;
  /** What the screen needs to go on, e.g. what is stored now. Passes no response schema: put in only what the reader may see. */
  details?: Record<string, unknown>;
}

/** An error that is meant for the reader. Anything else that is thrown is unexpected and becomes a 500 without its text. */
export class StudioError extends Error {
  override readonly name = 'StudioError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message?: string, { fields, details }: Particulars = {}) {
    super(message ?? errors[code].message);
    this.code = code;
    this.fields = fields;
    this.details = details;
  }

  get status() {
    return errors[this.code].status;
  }
}

/** AWS's names for 'not now': the same request may well succeed a moment later. */
const busyNames = new Set([
  'ThrottlingException',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'LimitExceededException',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'TimeoutError',
]);

/** Whether AWS (or the way to it) is overloaded, after the SDK has tried again on its own. */
export const isBusy = (error: unknown): boolean => error instanceof Error && busyNames.has(error.name);

/** The error as the reader gets it: a StudioError as it is, an overloaded AWS as BUSY, all else as UNEXPECTED. */
export function forReader(error: unknown): StudioError {
  if (error instanceof StudioError) return error;
  return new StudioError(isBusy(error) ? 'BUSY' : 'UNEXPECTED');
}
