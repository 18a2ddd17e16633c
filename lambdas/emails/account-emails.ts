import { nameToGreet } from '#shared/text/name-to-greet.ts';
import { calledBy, unknown } from './words.ts';
import { clientPage, hello, type Writers, worded } from './writers.ts';

/** Emails about a client’s account: its registration, its addresses and its end. */
export const accountEmails: Writers<
  'new-client' | 'account-closed' | 'contact-code' | 'emails-moved' | 'records-joined'
> = {
  'new-client': (email, { site }) => ({
    subject: `New client: ${calledBy(email)}`,
    title: 'A new client has registered',
    facts: [
      ['Name', email.name || unknown],
      ['Email', typedAddress(email)],
      ['Customer ID', email.customer_id],
    ],
    link: { text: 'Open the customer', url: `${site}/admin/customer/${email.record_id}/edit` },
  }),
  'account-closed': (email, { site }) => ({
    subject: `Account closed: ${calledBy(email)}`,
    title: 'A client has closed their account',
    facts: [
      ['Name', email.name || unknown],
      ['Email', typedAddress(email)],
      ['Customer ID', email.customer_id],
    ],
    closing: 'They can no longer sign in. Their photos stay until you delete them.',
    link: { text: 'Open the customer', url: `${site}/admin/customer/${email.record_id}/edit` },
  }),
  'contact-code': (email, { site }) =>
    worded('contact-code', {
      words: {
        subject: 'Your code to confirm this email address',
        heading: 'Confirm this email address',
        // Nobody has proven that the address is the client's: a stranger would read what the client calls themselves.
        greeting: 'Hello,',
        opening:
          'Somebody gave this address in their account with {{studio}}. If it was you, enter this code there, and our emails come here.',
        closing: '',
      },
      values: {},
      stays: {
        opening: 'It works for ten minutes.',
        closing: 'If you did not ask for this, ignore this email: nothing changes without the code.',
      },
      facts: [['Code', email.code]],
      link: { text: 'Open your settings', url: `${site}/dashboard/settings` },
    }),
  'emails-moved': (email, { site }) =>
    worded('emails-moved', {
      words: {
        subject: 'Our emails go to another address now',
        heading: 'Our emails go to another address now',
        greeting: hello,
        opening: 'You confirmed another address in your account with {{studio}}. You still sign in as before.',
        closing: '',
      },
      values: { 'first name': nameToGreet(email.name) },
      stays: { closing: 'If this was not you, reply to this email.' },
      facts: [['Emails go to', email.moved_to]],
      link: { text: 'Open your settings', url: clientPage(site, email, '/dashboard/settings') },
    }),
  'records-joined': (email, { site }) => {
    const heading = email.undone ? 'Your accounts are separate again' : 'Your two accounts are one now';
    return worded(email.undone ? 'records-parted' : 'records-joined', {
      words: {
        subject: heading,
        heading,
        greeting: hello,
        opening: email.undone
          ? '{{studio}} has undone the join of your two accounts. Each opens as it did before.'
          : '{{studio}} has joined your two accounts. Sign in with either address: both open the same photos.',
        closing: 'Reply to this email if something is missing.',
      },
      values: { 'first name': nameToGreet(email.name) },
      facts: [],
      link: { text: 'Open your account', url: clientPage(site, email, '/dashboard') },
    });
  },
};

/** Returns the client's address; an address that was only typed is said to be unverified. */
const typedAddress = ({ email, email_verified }: { email: string; email_verified: boolean }) =>
  email && !email_verified ? `${email} (unverified)` : email;
