/**
 * The errors whose message is shown to people: code, HTTP status and default message. Every other error becomes
 * UNEXPECTED: the response has a request id, the log has the details.
 */
export const errors = {
  INVALID: { status: 400, message: 'Some fields need another look.' },
  SIGNED_OUT: { status: 401, message: 'Please sign in.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  ACCOUNT_CLOSED: { status: 403, message: 'Your account is closed. Please contact the studio.' },
  /** A session limits its downloads to a number of photos, and this request would exceed it. */
  ALLOWANCE_USED: { status: 403, message: 'No more photos of this session can be downloaded.' },
  /** A selection has no room for another photo; `details.selection` is the selection. */
  SELECTION_FULL: { status: 409, message: 'No more photos can be chosen.' },
  /**
   * A selection accepts no changes, because it is submitted or closed or its deadline is over; `details.selection` is
   * the selection.
   */
  SELECTION_CLOSED: { status: 409, message: 'This selection takes no more changes.' },
  /** Google does not vouch for the login's address; a code that is sent to the address confirms it. */
  EMAIL_UNVERIFIED: { status: 403, message: 'Please confirm your email address with a code.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  /** The last day of a gallery is over: its client and guests see none of it until the studio opens it again. */
  GALLERY_ENDED: { status: 403, message: 'This gallery has ended. Ask the studio.' },
  /** The login has no customer record yet; the portal then asks for the profile. */
  NO_CUSTOMER: { status: 404, message: 'No profile found.' },
  EMAIL_TAKEN: { status: 409, message: 'A customer with this email already exists.' },
  LABEL_TAKEN: { status: 409, message: 'This customer already has a session with this ID.' },
  NAME_TAKEN: { status: 409, message: 'There is a preset with this name already.' },
  /** Another edit was saved first; `details.current` is the stored record. */
  CHANGED_MEANWHILE: { status: 409, message: 'Somebody else changed this in the meantime.' },
  TOO_LARGE: { status: 413, message: 'That is too much to send at once.' },
  /** A link's PIN is missing or wrong. */
  WRONG_PIN: { status: 403, message: 'This is not the PIN of this link.' },
  /** A guest picks or notes before they have given their name. */
  NAME_NEEDED: { status: 409, message: 'Please say your name first.' },
  TOO_MANY: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  UNEXPECTED: { status: 500, message: 'Something went wrong. Please try again later.' },
  BUSY: { status: 503, message: 'The studio is busy. Please try again in a moment.' },
} as const;

export type ErrorCode = keyof typeof errors;

/** Body of every error response. `fields` maps a field's path to its error. */
export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    request_id?: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
  };
}

/** Returns the message of any thrown value. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
