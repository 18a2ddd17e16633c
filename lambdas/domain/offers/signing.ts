import { isDeepStrictEqual } from 'node:util';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferChoices } from '#shared/contract/offers/content.ts';
import type { SignOffer } from '#shared/contract/offers/signing.ts';
import { wrongChoices } from '#shared/offers/chosen-lines.ts';
import { boxesOf } from '#shared/terms/terms.ts';
import type { Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { readLogin } from '../customers/repository.ts';
import { actOnOwnOffer, noChange } from './acts.ts';
import { canStillSign } from './own-offers.ts';
import type { SentOffer } from './row.ts';
import { changeOfSignature, type Device, isSigned, toSign } from './signatures.ts';

/**
 * Signs an offer for its client, with their choices. A repeated request signs once.
 * @throws StudioError NOT_FOUND; INVALID for impossible choices and for boxes that are not the terms’; CHANGED_MEANWHILE with the
 * present offer in `details.current` when its version, total or text is another one than the client saw, or it can't be signed
 */
export const signOffer = (actor: Client, id: string, values: SignOffer, device: Device): Promise<ClientOffer> =>
  actOnOwnOffer(actor, id, async (row) => {
    if (isSigned(row, 'client', values)) return noChange;
    if (!canStillSign(row) || !(await isWhatWasSeen(row, values))) return undefined;
    requireTicked(row, values.boxes);
    return changeOfOwnSignature(actor, row, values, device);
  });

/**
 * Whether the offer is what the client saw when they signed.
 * @throws StudioError INVALID for choices that this offer does not have
 */
async function isWhatWasSeen(row: SentOffer, { version, choices, total_cents, hash }: SignOffer): Promise<boolean> {
  if (row.version !== version || !mayChoose(row, choices)) return false;
  requirePossible(row, choices);
  const present = await toSign(row, choices);
  return present.hash === hash && present.total_cents === total_cents;
}

/** Whether the client can still choose this: others have signed the choices that stand. */
export const mayChoose = ({ choices, signatures, content }: SentOffer, chosen: OfferChoices): boolean =>
  choices === undefined ||
  isDeepStrictEqual(choices, chosen) ||
  signatures.every(({ signer_id }) => signer_id === 'studio' && content.studio_signs === 'by-sending');

/** @throws StudioError INVALID for choices that this offer does not have */
export function requirePossible({ content }: SentOffer, choices: OfferChoices): void {
  const reason = wrongChoices(content, choices);
  if (reason !== undefined) throw new StudioError('INVALID', reason, { fields: { choices: reason } });
}

function requireTicked({ content }: SentOffer, ticked: true[]): void {
  const count = boxesOf(content.terms ?? []).length;
  if (ticked.length === count) return;
  const message = count === 1 ? 'Please tick the box of the terms.' : `Please tick the ${count} boxes of the terms.`;
  throw new StudioError('INVALID', count === 0 ? 'These terms have no boxes.' : message, {
    fields: { [`boxes.${Math.min(ticked.length, Math.max(count - 1, 0))}`]: message },
  });
}

async function changeOfOwnSignature(actor: Client, row: SentOffer, values: SignOffer, device: Device) {
  const { request_id, choices, name, drawing, consent_version } = values;
  const login = await readLogin(actor.sub);
  return changeOfSignature(actor, row, {
    ...{ request_id, signer_id: 'client', name, drawing, choices, consent_version, ...device },
    boxes: boxesOf(row.content.terms ?? []),
    ...{ email: login?.email ?? '', verified_by: login?.provider ?? null },
  });
}
