import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import type { CountersignOffer } from '#shared/contract/offers/signing.ts';
import { firstChoices, hasChoice } from '#shared/offers/chosen-lines.ts';
import { isWithClient } from '#shared/offers/offer-state.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { actOnOffer, noChange } from './acts.ts';
import { stateAt } from './row.ts';
import { changeOfSignature, type Device, isSigned, toSign } from './signatures.ts';

/**
 * Signs an offer for the studio, which did not sign by sending it, with the choices that stand. A repeated request signs once.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; INVALID while the client still has to choose; CHANGED_MEANWHILE with the
 * present offer in `details.current` when its version, total or text is another one than was seen, or it can't be signed
 */
export async function countersignOffer(
  actor: Admin,
  id: string,
  values: CountersignOffer,
  device: Device,
): Promise<StudioOffer> {
  requireAdmin(actor, 'countersign offers');
  return actOnOffer(actor, id, async ({ parties, ...row }) => {
    if (isSigned(row, 'studio', values)) return noChange;
    const isOpen =
      isWithClient(stateAt(row, new Date())) && !row.signatures.some(({ signer_id }) => signer_id === 'studio');
    if (!parties || !isOpen || row.version !== values.version) return undefined;
    const choices = row.choices ?? (hasChoice(row.content) ? undefined : firstChoices(row.content));
    if (!choices) throw new StudioError('INVALID', 'The client has not chosen yet. Sign when their choices stand.');
    const sent = { ...row, parties };
    const { hash, total_cents } = await toSign(sent, choices);
    if (hash !== values.hash || total_cents !== values.total_cents) return undefined;
    return changeOfSignature(actor, sent, {
      ...{ request_id: values.request_id, signer_id: 'studio', name: values.name, drawing: null, choices, ...device },
      ...{ email: parties.studio.email, verified_by: 'studio', boxes: [], consent_version: null },
    });
  });
}
