import { randomUUID } from 'node:crypto';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferChoices, OfferContent } from '#shared/contract/offers/content.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import type { SignOffer } from '#shared/contract/offers/signing.ts';
import { firstChoices, totalOf } from '#shared/offers/chosen-lines.ts';
import { consentVersion } from '#shared/offers/consent.ts';
import { hashOf } from '#shared/offers/hash.ts';
import { signedContent } from '#shared/offers/signed-content.ts';
import { boxesOf } from '#shared/terms/terms.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { changeOffer, readOffer } from '../../../lambdas/domain/offers/repository.ts';
import { idFrom } from '../../../lambdas/platform/ids.ts';
import { write } from '../../../lambdas/platform/table.ts';
import { adminClaims, call } from './api-studio.ts';

const as = adminClaims();

/** Ids of the lines and of the tax of `offerContent`. */
export const offerIds = {
  ...{ fullDay: idFrom('full day'), event: idFrom('event'), second: idFrom('second photographer') },
  ...{ keepsake: idFrom('keepsake'), tax: idFrom('sales tax'), spouse: idFrom('spouse') },
};

/** What an offer says that can be sent: two packages, two add-ons to choose, a discount, a tax, two payments, and a further signer. */
export function offerContent(values: Partial<OfferContent> = {}): OfferContent {
  const line = { detail: '', quantity: 1, tax_ids: [offerIds.tax] };
  return {
    title: 'Nguyen Wedding',
    words: 'Here is what we talked about.',
    session: { date: '2031-05-15', from: '13:00', to: '19:00', place: 'Avondale House, Houston' },
    packages: [
      { ...line, id: offerIds.fullDay, name: 'Full Day', price_cents: 75_000, service: 'weddings' },
      { ...line, id: offerIds.event, name: 'Event', price_cents: 12_500, quantity: 8, service: 'events' },
    ],
    add_ons: [
      { ...line, id: offerIds.second, name: 'Second Photographer', price_cents: 7_500, quantity: 6, is_optional: true },
      { ...line, id: offerIds.keepsake, name: 'USB Keepsake', price_cents: 2_500, is_optional: true },
    ],
    most_add_ons: null,
    discount: { label: 'Engagement client', amount: { kind: 'cents', cents: 5_000 } },
    taxes: [{ id: offerIds.tax, name: 'Sales tax', rate: 8_250 }],
    plan: [
      { part: { kind: 'rate', rate: 50_000 }, due: { kind: 'signing' } },
      { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } },
    ],
    terms: [
      { kind: 'heading', text: 'Payment' },
      { kind: 'paragraph', text: '{{client}} pays {{studio}} {{total}}: {{payments}}.' },
      { kind: 'box', text: 'I have read the part on payment.' },
    ],
    terms_from: null,
    signers: [{ id: offerIds.spouse, name: 'Linh Tran', email: 'linh.tran@example.org', as: 'Spouse' }],
    studio_signs: 'by-sending',
    valid_until: dayAhead(14, new Date()),
    ...values,
  };
}

/** Creates a draft of a customer that can be sent, in version 1; returns its id. */
export async function newDraft(customer_id: string, values: Partial<OfferContent> = {}): Promise<string> {
  const body = { request_id: randomUUID(), customer_id };
  const made = await call(admin, 'POST', '/api/admin/offers', { as, body });
  if (made.status !== 201) throw new Error(`The draft was not created: ${made.text}`);
  const { id, version } = made.json<StudioOffer>();
  const saved = await call(admin, 'PUT', `/api/admin/offers/${id}`, {
    as,
    body: { version, content: offerContent(values) },
  });
  if (saved.status !== 200) throw new Error(`The draft was not saved: ${saved.text}`);
  return id;
}

/** Sends a draft in version 1, which makes it version 2. */
export async function sendDraft({ offer }: { offer: string }): Promise<StudioOffer> {
  const body = { version: 1, message: 'Here it is' };
  const sent = await call(admin, 'POST', `/api/admin/offers/${offer}/send`, { as, body });
  if (sent.status !== 200) throw new Error(`The offer was not sent: ${sent.text}`);
  return sent.json<StudioOffer>();
}

/**
 * Returns what a client sends to sign an offer as it stands.
 * @param choices a package and add-ons; the first package by default
 */
export async function signatureOf(offer: string, choices?: OfferChoices): Promise<SignOffer> {
  const seen = (await call(admin, 'GET', `/api/admin/offers/${offer}/preview`, { as })).json<ClientOffer>();
  const chosen = choices ?? seen.choices ?? firstChoices(seen.content);
  return {
    ...{ request_id: randomUUID(), version: seen.version, choices: chosen, name: 'Tom Nguyen', drawing: null },
    ...{ total_cents: totalOf(seen.content, chosen).total_cents, hash: hashOf(signedContent(seen, chosen)) },
    ...{ boxes: boxesOf(seen.content.terms ?? []).map(() => true as const), consent_version: consentVersion },
  };
}

/** Sends a draft, and stores that all have agreed to its lowest total, which makes it version 3. */
export async function agreeOffer(draft: { offer: string }): Promise<void> {
  await sendDraft(draft);
  const row = await readOffer(draft.offer);
  if (!row) throw new Error('There is no offer.');
  const agreed = { state: 'agreed', agreed_at: new Date().toISOString(), most_cents: row.least_cents } as const;
  await write(changeOffer(row, { ...agreed, signed_count: row.signers_count, version: row.version + 1 }));
}

/** Sends a draft of which the studio signs later, and lets its first package stand. */
export async function chooseIn(draft: { offer: string }): Promise<void> {
  await sendDraft(draft);
  const row = await readOffer(draft.offer);
  if (!row) throw new Error('There is no offer.');
  const content = { ...row.content, studio_signs: 'later' } as const;
  const choices = firstChoices(content);
  await write(changeOffer(row, { content, choices, signatures: [], signed_count: 0, version: row.version + 1 }));
}
