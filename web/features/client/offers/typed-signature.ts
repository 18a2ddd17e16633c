import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferChoices } from '#shared/contract/offers/content.ts';
import type { Drawing } from '#shared/contract/offers/signing.ts';
import { firstChoices, wrongChoices } from '#shared/offers/chosen-lines.ts';
import { isFullName } from '#shared/offers/full-name.ts';
import { boxesOf } from '#shared/terms/terms.ts';
import { draftOf } from '../../../lib/browser/drafts.ts';

/** What the client has chosen, ticked, typed and drawn on the page of an offer, before it is sent. */
export interface TypedSignature {
  choices: OfferChoices;
  /** Whether each box of the terms is ticked. */
  boxes: boolean[];
  name: string;
  isDrawn: boolean;
  drawing: Drawing;
  hasAgreed: boolean;
}

/** A field of the signature: a box of the terms by its index, or one of the others. */
export type SignatureField = `boxes.${number}` | 'name' | 'drawing' | 'consent_version';

/** Returns the name of the draft that keeps what was typed on an offer's page. */
export const draftNameOf = (offer: string): string => `offer ${offer}`;

/** Whether the client can still choose: nobody but the studio, by sending, has signed the choices that stand. */
export const canChoose = ({ choices, signers, content }: ClientOffer): boolean =>
  choices === null ||
  signers.every(
    ({ id, signed_at }) => signed_at === null || (id === 'studio' && content.studio_signs === 'by-sending'),
  );

/** Returns what an offer's page begins with: the draft of this tab, as far as it fits the offer. */
export function beginningOf(offer: ClientOffer): TypedSignature {
  const { content, choices } = offer;
  const draft: Partial<TypedSignature> = draftOf<TypedSignature>(draftNameOf(offer.id)) ?? {};
  const count = boxesOf(content.terms ?? []).length;
  return {
    choices: choicesOf(offer, draft.choices) ?? choices ?? firstChoices(content),
    boxes: draft.boxes?.length === count ? draft.boxes : Array.from({ length: count }, () => false),
    name: draft.name ?? '',
    isDrawn: draft.isDrawn ?? false,
    drawing: draft.drawing ?? [],
    hasAgreed: draft.hasAgreed ?? false,
  };
}

/** Returns these choices if the offer allows them. */
export const choicesOf = (offer: ClientOffer, chosen: OfferChoices | undefined): OfferChoices | undefined =>
  chosen && canChoose(offer) && wrongChoices(offer.content, chosen) === undefined ? chosen : undefined;

/** A field, whether nothing is missing in it, and what to do otherwise. */
type Needed = [field: SignatureField, isDone: boolean, advice: string];

/** Returns what is missing before the offer can be signed, in the order of the page, each with what to do. */
export function missingOf({ boxes, name, isDrawn, drawing, hasAgreed }: TypedSignature): [SignatureField, string][] {
  const isEmpty = name.trim() === '';
  const fields: Needed[] = [
    ...boxes.map((isTicked, index): Needed => [`boxes.${index}`, isTicked, 'Please tick this box.']),
    ['name', !isEmpty, 'Please enter your full name.'],
    ['name', isEmpty || isFullName(name), 'Please enter your name in letters, as on your ID.'],
    ['drawing', !isDrawn || drawing.length > 0, 'Please draw your signature, or choose Type.'],
    ['consent_version', hasAgreed, 'Please agree to sign electronically, or sign on paper instead.'],
  ];
  return fields.flatMap(([field, isDone, advice]): [SignatureField, string][] => (isDone ? [] : [[field, advice]]));
}
