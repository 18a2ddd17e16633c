import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferContent, OfferSigner } from '#shared/contract/offers/content.ts';
import { fillTerms } from '../terms/fill-terms.ts';
import { sayPlace } from '../terms/terms.ts';
import { emailPattern, wrongAddress } from '../text/email-address.ts';
import { factsOf } from './offer-facts.ts';

type Offer = Pick<ClientOffer, 'currency' | 'client_name' | 'studio' | 'signers' | 'sent_on'> & {
  content: OfferContent;
};

/** The fields of an offer that keep it from being sent, by their paths as in the API's errors, each with the reason. */
export type Unfinished = Record<string, string>;

/**
 * Returns what an offer lacks before it can be sent; nothing when it is complete.
 * @param client_email the address to which it goes; '' for none
 * @param today the date in the studio's time zone
 */
export function unfinishedFields(offer: Offer, client_email: string, today: string): Unfinished {
  const { title, valid_until, packages, add_ons, discount } = offer.content;
  const named = (list: string, rows: readonly { name: string }[], what: string): [string, string][] =>
    rows.flatMap(({ name }, index) => (name === '' ? [[`${list}.${index}.name`, `Please enter ${what}.`]] : []));
  return Object.fromEntries([
    ...(title === '' ? [['title', 'Please enter a title.']] : []),
    ...(valid_until === null ? [['valid_until', 'Please choose the last day on which it can be signed.']] : []),
    ...(valid_until !== null && valid_until < today ? [['valid_until', 'This day is over. Choose a later one.']] : []),
    ...named('packages', packages, 'the package’s name'),
    ...named('add_ons', add_ons, 'the line’s name'),
    ...(discount?.label === '' ? [['discount.label', 'Please say what the discount is for.']] : []),
    ...wrongPayments(offer.content),
    ...wrongTerms(offer),
    ...wrongSigners(offer.content.signers, [client_email, offer.studio.email]),
    ...(offer.client_name === '' ? [['client_name', 'This customer has no name. Enter it on their page.']] : []),
    ...(client_email === '' ? [['client_email', 'This customer has no email address. Enter it on their page.']] : []),
  ]);
}

/** Returns why a payment can't be due: it depends on a session's day that the offer does not have. */
const wrongPayments = ({ plan, session }: OfferContent): [string, string][] =>
  plan.flatMap(({ due }, index): [string, string][] =>
    session.date === null && (due.kind === 'before_session' || due.kind === 'after_session')
      ? [[`plan.${index}.due`, `Payment ${index + 1} depends on the day of the session. Enter that day.`]]
      : [],
  );

function wrongTerms(offer: Offer): [string, string][] {
  const { terms } = offer.content;
  if (terms === null) return [['terms', 'Please choose the terms that are signed.']];
  return fillTerms(terms, factsOf(offer, null)).missing.map(({ name, ...place }) => [
    `terms.${place.block}`,
    `{{${name}}} in ${sayPlace(terms, place)} has no value in this offer. Enter it, or take the field out of the terms.`,
  ]);
}

/** @param taken the addresses of the client and of the studio, who sign, too */
function wrongSigners(signers: readonly OfferSigner[], taken: string[]): [string, string][] {
  return signers.flatMap(({ name, email, as }, index): [string, string][] => {
    const earlier = [...taken, ...signers.slice(0, index).map((signer) => signer.email)].map(addressIn);
    const path = `signers.${index}`;
    return [
      ...(name === '' ? ([[`${path}.name`, 'Please enter the signer’s name.']] as [string, string][]) : []),
      ...(as === '' ? ([[`${path}.as`, 'Please say as what they sign.']] as [string, string][]) : []),
      ...(emailPattern.test(email) ? [] : ([[`${path}.email`, wrongAddress(email)]] as [string, string][])),
      ...(email !== '' && earlier.includes(addressIn(email))
        ? ([[`${path}.email`, 'Somebody else signs with this address. Each signer needs their own.']] as [
            string,
            string,
          ][])
        : []),
    ];
  });
}

/** Returns an address with which others are compared: one mailbox is one signer, whatever the letters' case. */
const addressIn = (email: string): string => email.trim().toLowerCase();
