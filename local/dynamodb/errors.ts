/**
 * An error as AWS returns it: the code that SDKs turn into the exception's name, and the exception's further fields.
 */
export class DynamoDbError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, details: Record<string, unknown> = {}, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

export function validation(message: string): DynamoDbError {
  return new DynamoDbError('ValidationException', message);
}

export function internalError(): DynamoDbError {
  return new DynamoDbError('InternalServerError', 'Internal server error', {}, 500);
}

/** Returns DynamoDB's error for a parameter that is out of its declared bounds. */
export function outOfBounds(parameter: string, value: unknown, constraint: string): DynamoDbError {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const printedValue = value === undefined || value === null ? 'null' : `'${text}'`;
  return validation(
    `1 validation error detected: Value ${printedValue} at '${parameter}' failed to satisfy constraint: ${constraint}`,
  );
}

const coralErrors = new Set([
  'SerializationException',
  'UnknownOperationException',
  'MissingAuthenticationTokenException',
  'IncompleteSignatureException',
]);

/** Returns the `__type` in the response; SDKs read the text after the `#`. */
export function typeOf(code: string): string {
  if (coralErrors.has(code)) return `com.amazon.coral.service#${code}`;
  if (code === 'ValidationException') return `com.amazon.coral.validate#${code}`;
  return `com.amazonaws.dynamodb.v20120810#${code}`;
}
