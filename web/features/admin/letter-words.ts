import type { LetterKind, LetterTrouble } from '#shared/contract/letters.ts';

/** What letters are called. */
export const letterKinds: Record<LetterKind, string> = {
  'new-client': 'New client',
  'account-closed': 'Account closed',
  'message-received': 'Message from the contact form',
  'quote-submitted': 'Quote request',
  'quote-received': 'Quote request received',
  'quote-approved': 'Quote approved',
  'quote-rejected': 'Quote rejected',
  'gallery-ready': 'Gallery ready',
  'download-ready': 'Download ready',
};

const nothingMore = 'Nothing more goes to this address until AWS takes it off its suppression list.';

/** Why a letter was not delivered, and what follows. */
export const letterTroubles: Record<LetterTrouble, string> = {
  refused: 'The mail service refused it.',
  bounced: `There is no such mailbox. ${nothingMore}`,
  unavailable: 'The mailbox could not take it: full, or away for days.',
  complaint: `Its reader marked it as spam. ${nothingMore}`,
};
