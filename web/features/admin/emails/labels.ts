import type { EmailKind, EmailTrouble } from '#shared/contract/emails.ts';

/** Labels of the kinds of email. */
export const emailKinds: Record<EmailKind, string> = {
  'new-client': 'New client',
  'account-closed': 'Account closed',
  'contact-code': 'Code for a contact address',
  'emails-moved': 'Emails go to another address',
  'records-joined': 'Accounts joined',
  'message-received': 'Message from the contact form',
  'messages-waiting': 'Messages waiting',
  'quote-submitted': 'Quote request',
  'quote-received': 'Quote request received',
  'quote-approved': 'Quote approved',
  'quote-rejected': 'Quote rejected',
  'quote-accepted': 'Quote accepted',
  'picks-sent': 'Picks of a guest',
  'change-requested': 'Request to change a choice',
  'change-declined': 'Choice kept as submitted',
  'selection-opened': 'Selection open',
  'selection-reopened': 'Choice open again',
  'selection-ending': 'Selection ends soon',
  'day-happened': 'What happened in a day',
  'gallery-ready': 'Gallery ready',
  'finished-ready': 'Finished photos ready',
  'download-ready': 'Download ready',
};

const nothingMore = 'Nothing more goes to this address until whoever runs the site has it unblocked.';

/** Explanations of why an email was not delivered. */
export const emailTroubles: Record<EmailTrouble, string> = {
  refused: 'The mail service refused it.',
  limited: 'Not sent: this address had already received five emails of this kind that day.',
  outdated: 'Not sent: what it would say is no longer true.',
  bounced: `There is no such mailbox. ${nothingMore}`,
  unavailable: 'The mailbox could not take it: full, or away for days.',
  complaint: `Its reader marked it as spam. ${nothingMore}`,
};
