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
  'RequestThrottled',
  'TooManyRequestsException',
  'LimitExceededException',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'SlowDown',
  'TimeoutError',
]);

/** Node's names for a connection that broke, or never came about. */
const brokenConnections = new Set(['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/**
 * Whether AWS (or the way to it) is overloaded or out of order, after the SDK has tried again on its own. What was asked
 * for may have been done all the same.
 */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return (
    busyNames.has(error.name) ||
    Number($metadata?.httpStatusCode) >= 500 ||
    (typeof code === 'string' && brokenConnections.has(code))
  );
}

/** The error as the reader gets it: a StudioError as it is, an overloaded AWS as BUSY, all else as UNEXPECTED. */
export function forReader(error: unknown): StudioError {
  if (error instanceof StudioError) return error;
  return new StudioError(isBusy(error) ? 'BUSY' : 'UNEXPECTED');
}
