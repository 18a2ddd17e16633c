/**
 * Errors that are meant for a reader: code, HTTP status and the words shown when nothing more exact is known.
 * Everything else that goes wrong is UNEXPECTED: the reader gets a request id, the log gets the rest.
 */
export const errors = {
  INVALID: { status: 400, message: 'Some fields need another look.' },
  SIGNED_OUT: { status: 401, message: 'Please sign in.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  ACCOUNT_CLOSED: { status: 403, message: 'Your account is closed. Please contact the studio.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  /** This login has no customer record yet; the portal asks for one. */
  NO_CUSTOMER: { status: 404, message: 'No profile found.' },
  EMAIL_TAKEN: { status: 409, message: 'A customer with this email already exists.' },
  LABEL_TAKEN: { status: 409, message: 'This customer already has a session with this ID.' },
  /** Somebody else saved first; `details.current` holds what is stored now. */
  CHANGED_MEANWHILE: { status: 409, message: 'Somebody else changed this in the meantime.' },
  TOO_LARGE: { status: 413, message: 'That is too much to send at once.' },
  TOO_MANY: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  UNEXPECTED: { status: 500, message: 'Something went wrong. Please try again later.' },
  BUSY: { status: 503, message: 'The studio is busy. Please try again in a moment.' },
} as const;

export type ErrorCode = keyof typeof errors;

/** The body of every answer that is not a success. `fields` maps a field's path to what is wrong with it. */
export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    request_id?: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
  };
}
