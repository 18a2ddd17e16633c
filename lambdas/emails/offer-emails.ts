import { formatCents } from '#shared/money/currency.ts';
import { nameToGreet } from '#shared/text/name-to-greet.ts';
import { longDate } from '#shared/time/long-date.ts';
import type { WholeEmailOf } from './whole-email.ts';
import { calledBy } from './words.ts';
import { askBack, clientPage, hello, type Writers, worded } from './writers.ts';

/** Emails about an offer: to its client, and to the studio about its client's answer. */
export const offerEmails: Writers<
  'offer-sent' | 'offer-signed' | 'offer-declined' | 'offer-agreed' | 'offer-withdrawn' | 'offer-canceled'
> = {
  'offer-sent': (email, { site }) =>
    worded('offer-sent', {
      words: {
        subject: 'Your offer: {{offer}}',
        heading: 'Your offer is ready',
        greeting: hello,
        opening: 'Here is our offer. Look at it in peace: opening it signs nothing.',
        closing: askBack,
      },
      values: valuesOf(email),
      stays: { opening: followed[email.follows ?? 'alone'] },
      facts: [
        ['Offer', email.title],
        ['Session', email.session_date ? longDate(email.session_date) : ''],
        ['Total', sayTotal(email)],
        ['Valid until', email.valid_until ? longDate(email.valid_until) : ''],
      ],
      typedText: email.message,
      link: { text: 'See the offer', url: clientPage(site, email, clientPathOf(email)) },
    }),
  'offer-signed': (email, { site }) => {
    const { title, signed_by, signed_count, signers_count, hash } = email;
    const isAgreed = signed_count === signers_count;
    return {
      subject: isAgreed ? `Agreed: ${title}` : `${signed_by} signed: ${title}`,
      title: isAgreed ? 'All have signed' : `${signed_by} has signed`,
      facts: [
        ['Offer', title],
        ['Client', calledBy(email)],
        ['Signed', `${signed_count} of ${signers_count}`],
        ['Proof', hash],
      ],
      closing: keepHash,
      link: { text: 'Open the offer', url: `${site}/admin${offerPath(email)}` },
      ...(email.email && { replyTo: email.email }),
    };
  },
  'offer-declined': (email, { site }) => ({
    subject: `${calledBy(email)} declined your offer: ${email.title}`,
    title: `${calledBy(email)} has declined your offer`,
    facts: [
      ['Offer', email.title],
      ['Email', email.email],
    ],
    typedText: email.message,
    link: { text: 'Open the offer', url: `${site}/admin${offerPath(email)}` },
    ...(email.email && { replyTo: email.email }),
  }),
  'offer-agreed': (email, { site }) =>
    worded('offer-agreed', {
      words: {
        subject: 'Signed by all: {{offer}}',
        heading: 'All have signed',
        greeting: hello,
        opening: 'Thank you. All have signed, so that what we offered is agreed.',
        closing: askBack,
      },
      values: valuesOf(email),
      stays: { closing: keepHash },
      facts: [
        ['Offer', email.title],
        ['Total', formatCents(email.total_cents, email.currency)],
        ['Proof', email.hash],
      ],
      link: { text: 'See what you agreed', url: clientPage(site, email, clientPathOf(email)) },
    }),
  'offer-withdrawn': (email, { site }) =>
    worded('offer-withdrawn', {
      words: {
        subject: 'About your offer: {{offer}}',
        heading: 'We took this offer back',
        greeting: hello,
        opening: 'We have taken our offer back. It can no longer be signed.',
        closing: askBack,
      },
      ...shownOfEnded(email, site, 'See your offers'),
    }),
  'offer-canceled': (email, { site }) =>
    worded('offer-canceled', {
      words: {
        subject: 'Canceled: {{offer}}',
        heading: 'Your booking is canceled',
        greeting: hello,
        opening: 'We have canceled what we had agreed on.',
        closing: askBack,
      },
      ...shownOfEnded(email, site, 'See the offer'),
    }),
};

/** What an offer says of the one that it follows. */
const followed = {
  alone: '',
  replaces: 'It replaces our former one.',
  amends: 'It adds to what we have agreed on.',
} as const;

/** What the hash of an offer's last step is for. */
const keepHash = 'Keep this email: the proof is a number that any later change of what was signed would change.';

const offerPath = ({ offer_id }: { offer_id: string }) => `/offers/${offer_id}`;
const clientPathOf = (email: { offer_id: string }) => `/dashboard${offerPath(email)}`;

const valuesOf = ({ name, title }: { name: string; title: string }) => ({
  'first name': nameToGreet(name),
  offer: title,
});

/** Returns what the email about an offer that the studio ended shows besides its words. */
const shownOfEnded = (email: WholeEmailOf<'offer-withdrawn' | 'offer-canceled'>, site: string, text: string) => ({
  values: valuesOf(email),
  facts: [['Offer', email.title]] satisfies [string, string][],
  typedText: email.message,
  link: { text, url: clientPage(site, email, clientPathOf(email)) },
});

function sayTotal({ least_cents, most_cents, currency }: WholeEmailOf<'offer-sent'>): string {
  const [least, most] = [formatCents(least_cents, currency), formatCents(most_cents, currency)];
  return least === most ? most : `${least} to ${most}, as you choose`;
}
