import { hostOf, type QuoteStatus, quoteTypes } from '#shared/contract/quotes.ts';
import { saySubmitted } from '#shared/contract/selections.ts';
import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import { standingOfQuote } from '#shared/selections/standing.ts';
import { nameToGreet } from '#shared/text/name-to-greet.ts';
import type { EmailOf } from '../domain/emails/email-kinds.ts';
import { calledBy } from './words.ts';
import { askBack, clientPage, hello, type Writers, worded } from './writers.ts';

/** Emails about a quote, and about a submitted choice, which makes a quote. */
export const quoteEmails: Writers<
  'quote-submitted' | 'quote-received' | 'quote-approved' | 'quote-rejected' | 'quote-accepted' | 'change-requested'
> = {
  'quote-submitted': (email, { site, studio: { currency } }) => {
    const clientName = calledBy(email);
    return {
      subject: `Quote request from ${clientName}: ${quoteTypes[email.type]}`,
      title: `${clientName} asks for a quote`,
      facts: [...requestFacts(email, currency), ['Email', email.email]],
      typedText: email.notes,
      link: { text: 'Answer the request', url: `${site}/admin/quotes` },
      ...(email.email && { replyTo: email.email }),
    };
  },
  'quote-received': (email, { site, studio: { currency } }) =>
    worded('quote-received', {
      words: {
        subject: 'We received your request: {{request}}',
        heading: 'Your request is with us',
        greeting: hello,
        opening: 'Thank you for asking. {{where it stands}} We will look at it and answer you by email.',
        closing: '',
      },
      values: valuesOf(email, 'pending', currency),
      facts: requestFacts(email, currency),
      typedText: email.notes,
      link: { text: 'See your request', url: clientPage(site, email, quotePath(email)) },
    }),
  'quote-approved': (email, { site, studio: { currency } }) =>
    worded('quote-approved', {
      words: {
        subject: 'Your request is approved: {{request}}',
        heading: 'Your request is approved',
        greeting: hello,
        opening:
          'Good news: we can make this for you. {{where it stands}}. Accept it on the page that the button opens, and we begin.',
        closing: askBack,
      },
      values: valuesOf(email, 'approved', currency),
      stays: {
        closing: `Opening the page accepts nothing yet.${
          email.payment_link === null
            ? ''
            : ` Once you have accepted, you can pay there, at ${hostOf(email.payment_link)}.`
        }`,
      },
      facts: [...requestFacts(email, currency, email.price_cents), priceOf(email, currency)],
      typedText: email.message,
      link: { text: 'See the quote and accept', url: clientPage(site, email, quotePath(email)) },
    }),
  'quote-rejected': (email, { site, studio: { currency } }) =>
    worded('quote-rejected', {
      words: {
        subject: 'About your request: {{request}}',
        heading: 'About your request',
        greeting: hello,
        opening: '{{where it stands}} We are sorry.',
        closing: 'Reply to this email, and we will find another way together.',
      },
      values: valuesOf(email, 'rejected', currency),
      facts: [...requestFacts(email, currency, email.price_cents), priceOf(email, currency)],
      typedText: email.message,
      link: { text: 'See the answer', url: clientPage(site, email, quotePath(email)) },
    }),
  'quote-accepted': (email, { site, studio: { currency } }) => {
    const clientName = calledBy(email);
    return {
      subject: `${clientName} accepted your quote: ${email.selection?.name ?? quoteTypes[email.type]}`,
      title: `${clientName} has accepted your quote`,
      facts: [
        ...requestFacts(email, currency, email.price_cents),
        ['Accepted price', priceOf(email, currency)[1]],
        ['Email', email.email],
      ],
      link: { text: 'Open the quotes', url: `${site}/admin/quotes` },
      ...(email.email && { replyTo: email.email }),
    };
  },
  'change-requested': (email, { site, studio: { currency } }) => {
    const clientName = calledBy(email);
    const { selection } = email;
    return {
      subject: `${clientName} asks to change their choice: ${selection?.name ?? quoteTypes[email.type]}`,
      title: `${clientName} asks to change their choice`,
      facts: [...requestFacts(email, currency), ['Email', email.email]],
      typedText: email.notes,
      closing: 'Open the selection again there, or keep the choice as it was submitted.',
      link: {
        text: 'Open the selection',
        url: `${site}/admin/session/${selection?.session_id}/selection/${selection?.selection_id}`,
      },
      ...(email.email && { replyTo: email.email }),
    };
  },
};

/**
 * Returns the facts of a request, by name.
 * @param price the studio's price in cents; with it, a selection's own sum is left out
 */
function requestFacts(
  { type, quantity, favorites, selection }: Request,
  currency: Currency,
  price: number | null = null,
): [string, string][] {
  if (selection) {
    return [
      ['Selection', selection.name],
      ['Photos', saySubmitted(selection, currency)],
      ['Total', price === null ? formatPrice(selection.total_cents, currency) : ''],
    ];
  }
  return [
    ['Request', quoteTypes[type]],
    ['Quantity', quantity === null ? '' : String(quantity)],
    ['Photos', favorites === 0 ? '' : `${favorites} attached`],
  ];
}

const priceOf = ({ price_cents }: { price_cents: number | null }, currency: Currency): [string, string] => [
  'Price',
  price_cents === null ? '' : formatPrice(price_cents, currency),
];

type Request = Omit<EmailOf<'quote-received'>, 'kind' | 'to'>;

/** Returns the path of the page of the client's quotes, with this quote first. */
const quotePath = ({ quote_id }: Request) => `/dashboard/quotes${quote_id === undefined ? '' : `?quote=${quote_id}`}`;

/** Returns the sentence that says where a quote stands, as the portal does. */
const lineOf = (
  { selection, price_cents = null }: Pick<Request, 'selection'> & { price_cents?: number | null },
  status: QuoteStatus,
  currency: Currency,
) => {
  const facts = { status, price_cents, selection: selection ?? null, payment_link: null };
  return sayStanding(standingOfQuote({ ...facts, accepted: null, superseded_at: null }), currency);
};

/** Returns the values of the fields of an email about a quote. */
const valuesOf = (email: Request & { price_cents?: number | null }, status: QuoteStatus, currency: Currency) => ({
  'first name': nameToGreet(email.name),
  request: quoteTypes[email.type],
  'where it stands': lineOf(email, status, currency),
});
