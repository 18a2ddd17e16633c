import * as z from 'zod';
import { ActOnOffer, type StudioOffer } from '#shared/contract/offers/offers.ts';
import { messageOf } from '#shared/errors.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../../forms/kept-form.tsx';
import { ApiError } from '../../../../lib/query/api.ts';
import { TextArea } from '../../../../ui/fields/form.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { offerActs } from '../api.ts';
import { useOfferChanges } from '../offer-changes.ts';

const Typed = z.object({ message: ActOnOffer.shape.message });

const words = {
  withdraw: {
    title: 'Withdraw this offer?',
    action: 'Withdraw',
    busy: 'Withdrawing...',
    failed: 'The offer was not withdrawn.',
    becomes: 'can no longer sign it, and gets an email that says so. What was signed stays in the offer’s history.',
  },
  cancel: {
    title: 'Cancel this offer?',
    action: 'Cancel the offer',
    busy: 'Canceling...',
    failed: 'The offer was not canceled.',
    becomes: 'gets an email that says so. What was agreed stays readable.',
  },
};

/** Asks before an offer is withdrawn or canceled, with words to the client. */
export function EndDialog({
  offer,
  act,
  onClose,
}: {
  offer: StudioOffer;
  act: 'withdraw' | 'cancel';
  onClose: () => void;
}) {
  const { show } = useOfferChanges();
  const { id, version, client_name } = offer;
  const { title, action, busy, failed, becomes } = words[act];
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-mute">
        <bdi>{client_name || 'The client'}</bdi> {becomes} This can’t be undone.
      </p>
      <KeptForm
        className="mt-5"
        draft={`${act} offer ${id}`}
        schema={Typed}
        defaultValues={{ message: '' }}
        describe={(error) => `${failed} ${messageOf(error)}`}
        onSubmit={async ({ message }) => {
          try {
            show(await offerActs[act](id, { version, message }));
          } catch (error) {
            const current = error instanceof ApiError && (error.details.current as StudioOffer | undefined);
            if (current) show(current);
            throw error;
          }
          onClose();
        }}
      >
        <TextArea name="message" label="Words to the client (optional)" rows={4} />
        <DialogActions busy={busy} onClose={onClose}>
          {action}
        </DialogActions>
      </KeptForm>
    </Dialog>
  );
}
