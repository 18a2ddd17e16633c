import { useState } from 'react';
import * as z from 'zod';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { CountersignOffer } from '#shared/contract/offers/signing.ts';
import { messageOf } from '#shared/errors.ts';
import { formatCents } from '#shared/money/currency.ts';
import { firstChoices, totalOf } from '#shared/offers/chosen-lines.ts';
import { isWithClient } from '#shared/offers/offer-state.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../../forms/kept-form.tsx';
import { ApiError } from '../../../../lib/query/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/fields/form.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { AdminsOnly } from '../../admins-only.tsx';
import { useIsStaff } from '../../is-staff.ts';
import { countersignOffer } from '../api.ts';
import { useOfferChanges } from '../offer-changes.ts';

/**
 * The button 'Countersign' of an offer that the studio did not sign by sending; or that the client has to choose first.
 * @param preview the offer as its client reads it, with the hash of what is signed
 */
export function Countersign({ offer, preview }: { offer: StudioOffer; preview: ClientOffer | undefined }) {
  const isStaff = useIsStaff();
  const [isOpen, setOpen] = useState(false);
  const isMissing = isWithClient(offer.state) && !offer.signatures.some(({ signer_id }) => signer_id === 'studio');
  if (!isMissing || !preview || preview.version !== offer.version) return null;
  const { hash } = preview;
  if (hash === null) return <p className="text-sm text-mute">You can countersign once the client has chosen.</p>;
  if (isStaff) return <AdminsOnly act="countersign offers" />;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Countersign</Button>
      {isOpen && <CountersignDialog offer={offer} hash={hash} onClose={() => setOpen(false)} />}
    </>
  );
}

const Typed = z.object({ name: CountersignOffer.shape.name });

function CountersignDialog({ offer, hash, onClose }: { offer: StudioOffer; hash: string; onClose: () => void }) {
  const { show } = useOfferChanges();
  const [request_id] = useState(() => crypto.randomUUID());
  const { id, version, content, choices, currency } = offer;
  const { total_cents } = totalOf(content, choices ?? firstChoices(content));
  return (
    <Dialog title="Sign for the studio?" onClose={onClose}>
      <p className="text-mute">
        You sign what the client has chosen, for {formatCents(total_cents, currency)} with tax. This can’t be undone.
      </p>
      <p className="mt-3 text-xs text-mute">
        This is what you sign. Any change would change this number:{' '}
        <code className="block text-ink [overflow-wrap:anywhere]">{hash}</code>
      </p>
      <KeptForm
        className="mt-5"
        draft={`countersigning offer ${id}`}
        schema={Typed}
        defaultValues={{ name: '' }}
        describe={(error) => `The offer was not signed. ${messageOf(error)}`}
        onSubmit={async ({ name }) => {
          try {
            show(await countersignOffer(id, { request_id, version, total_cents, hash, name }));
          } catch (error) {
            const current = error instanceof ApiError && (error.details.current as StudioOffer | undefined);
            if (current) show(current);
            throw error;
          }
          onClose();
        }}
      >
        <TextField name="name" label="Your full name" autoComplete="name" />
        <DialogActions busy="Signing..." onClose={onClose}>
          Sign
        </DialogActions>
      </KeptForm>
    </Dialog>
  );
}
