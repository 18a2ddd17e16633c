import type { EmailKind, EmailTrouble, SentEmail, UndeliveredEmail } from '#shared/contract/emails.ts';
import type { WordedEmail } from '#shared/emails/email-fields.ts';

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
  'offer-sent': 'Offer',
  'offer-signed': 'Offer signed',
  'offer-declined': 'Offer declined',
  'offer-agreed': 'Offer agreed',
  'offer-withdrawn': 'Offer withdrawn',
  'offer-canceled': 'Offer canceled',
  'picks-sent': 'Picks of a guest',
  'change-requested': 'Request to change a choice',
  'change-declined': 'Choice kept as submitted',
  'selection-opened': 'Selection open',
  'selection-reopened': 'Choice open again',
  'selection-ending': 'Selection ends soon',
  'day-happened': 'What happened in a day',
  'gallery-ready': 'Gallery ready',
  'gallery-ending': 'Gallery ends soon',
  'finished-ready': 'Finished photos ready',
  'download-ready': 'Download ready',
};

/** Labels of the emails whose words the studio can change, and when they are sent. */
export const wordedEmails: Record<WordedEmail, { label: string; occasion: string }> = {
  'gallery-ready': { label: 'Gallery ready', occasion: 'When you tell a client that their gallery is ready.' },
  'gallery-ending': { label: 'Gallery ends soon', occasion: '30, 7 and 1 day before the last day of a gallery.' },
  'finished-ready': { label: 'Finished photos ready', occasion: 'When you tell a client that photos are finished.' },
  'download-ready': { label: 'Download ready', occasion: 'When the photos that a client asked for are packed.' },
  'selection-opened': {
    label: 'Selection open',
    occasion: 'When you open a selection for a client whose gallery is ready.',
  },
  'selection-ending': {
    label: 'Selection ends soon',
    occasion: 'Three days before the last day, if it is not submitted.',
  },
  'selection-reopened': { label: 'Choice open again', occasion: 'When you open a submitted choice again.' },
  'change-declined': {
    label: 'Choice kept as submitted',
    occasion: 'When a client asked to change a choice, and you keep it.',
  },
  'quote-received': {
    label: 'Quote request received',
    occasion: 'When a client asks for a quote, or submits a choice.',
  },
  'quote-approved': { label: 'Quote approved', occasion: 'When you approve a quote, with its price.' },
  'quote-rejected': { label: 'Quote rejected', occasion: 'When you reject a quote.' },
  'offer-sent': { label: 'Offer', occasion: 'When you send an offer.' },
  'offer-agreed': { label: 'Offer agreed', occasion: 'When all have signed an offer.' },
  'offer-withdrawn': { label: 'Offer withdrawn', occasion: 'When you withdraw an offer.' },
  'offer-canceled': { label: 'Offer canceled', occasion: 'When you cancel an offer that was agreed.' },
  'picks-sent': { label: 'Picks of a guest', occasion: 'When a guest sends picks by a link that the client has made.' },
  'contact-code': {
    label: 'Code for a contact address',
    occasion: 'When a client types another address for your emails.',
  },
  'emails-moved': {
    label: 'Emails go to another address',
    occasion: 'When that address is confirmed; to the former one.',
  },
  'records-joined': { label: 'Accounts joined', occasion: 'When you join two records of one client.' },
  'records-parted': { label: 'Accounts separate again', occasion: 'When you undo that.' },
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

/** Returns the state of an email as one word or two, and the color of its badge. */
export function stateOf({ state, trouble }: Pick<SentEmail, 'state' | 'trouble'>): {
  label: string;
  tone: 'green' | 'red' | 'yellow' | 'neutral';
} {
  if (state === 'failed') return { label: trouble === 'refused' ? 'rejected' : 'not sent', tone: 'red' };
  return {
    label: state,
    tone: ({ queued: 'neutral', sent: 'neutral', delivered: 'green', returned: 'yellow' } as const)[state],
  };
}

/** Returns an undelivered email as the list of all emails has it. */
export const asSent = ({ created_at, state, ...email }: UndeliveredEmail): SentEmail => ({
  ...email,
  customer_id: null,
  subject: '',
  state: state === 'unwanted' ? 'queued' : state,
  at: created_at,
  may_resend: email.trouble !== null,
});
