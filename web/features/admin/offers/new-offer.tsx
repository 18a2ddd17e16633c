import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import type { CreateOffer, StudioOffer } from '#shared/contract/offers/offers.ts';
import { messageOf } from '#shared/errors.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { Button, type ButtonLook } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { directoryQuery } from '../customers/api.ts';
import { CustomerField } from '../customers/customer-field.tsx';
import { createOffer } from './api.ts';
import { useOfferChanges } from './offer-changes.ts';

/** From what an offer is made: a customer, a quote or a message. */
type Source = { customer_id: string } | { quote_id: string } | { message_id: string };

/** Returns the mutation that makes a draft and opens it. Its repetition after a lost answer makes no second one. */
function useNewDraft() {
  const navigate = useNavigate();
  const { show } = useOfferChanges();
  const [request_id] = useState(() => crypto.randomUUID());
  return useMutation<StudioOffer, Error, Source>({
    mutationFn: (source) => createOffer({ request_id, ...source } satisfies CreateOffer),
    onSuccess: (offer) => {
      show(offer);
      void navigate(`/admin/offers/${offer.id}`);
    },
  });
}

/**
 * The button 'New Offer' for a customer, a quote or a message.
 * @param of who it is for, for screen readers where the button stands in a list
 */
export function NewOffer({ source, look = 'secondary', of }: { source: Source; look?: ButtonLook; of?: string }) {
  const draft = useNewDraft();
  return (
    <>
      <Button
        look={look}
        busy={draft.isPending}
        aria-label={of && `New offer ${of}`}
        onClick={() => draft.mutate(source)}
      >
        {draft.isPending ? 'Creating...' : 'New Offer'}
      </Button>
      {draft.error && (
        <div className="basis-full">
          <Notice tone="error">The offer was not created. {messageOf(draft.error)}</Notice>
        </div>
      )}
    </>
  );
}

/** The button 'New Offer' with the dialog that asks for which customer it is. */
export function NewOfferForSomeone({ look = 'primary' }: { look?: ButtonLook }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)}>
        New Offer
      </Button>
      {isOpen && <CustomerDialog onClose={() => setOpen(false)} />}
    </>
  );
}

const Typed = z.object({ customer_id: z.string().min(1, 'Please choose a customer.') });

function CustomerDialog({ onClose }: { onClose: () => void }) {
  const customers = useQuery(directoryQuery);
  const draft = useNewDraft();
  return (
    <Dialog title="New Offer" onClose={onClose}>
      <QueryStatus query={customers} loading="Loading customers..." failed="The customers could not be loaded." />
      {customers.data && (
        <KeptForm
          draft="new offer"
          schema={Typed}
          defaultValues={{ customer_id: '' }}
          describe={(error) => `The offer was not created. ${messageOf(error)}`}
          onSubmit={async (source) => {
            await draft.mutateAsync(source);
          }}
        >
          <CustomerField customers={customers.data} />
          <DialogActions busy="Creating..." onClose={onClose}>
            Create draft
          </DialogActions>
        </KeptForm>
      )}
    </Dialog>
  );
}
