import * as z from 'zod';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { ActOnOffer } from '#shared/contract/offers/offers.ts';
import { messageOf } from '#shared/errors.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../../forms/kept-form.tsx';
import { ApiError } from '../../../../lib/query/api.ts';
import { useStudio } from '../../../../ui/content.tsx';
import { TextArea } from '../../../../ui/fields/form.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { offerActs } from '../api.ts';

const Typed = z.object({ message: ActOnOffer.shape.message });

/** Dialog that says who gets what, and that the studio signs, before an offer is sent with words of the studio's own. */
export function SendDialog({
  offer,
  onSent,
  onChanged,
  onClose,
}: {
  offer: StudioOffer;
  onSent: (sent: StudioOffer) => void;
  /** Called with the stored offer when somebody else has saved or sent it meanwhile. */
  onChanged: (stored: StudioOffer) => void;
  onClose: () => void;
}) {
  const { id, version, client_name } = offer;
  return (
    <Dialog
      title={
        <>
          Send to <bdi>{client_name}</bdi>
        </>
      }
      onClose={onClose}
    >
      <WhoGetsWhat offer={offer} />
      <KeptForm
        className="mt-5"
        draft={`sending offer ${id}`}
        schema={Typed}
        defaultValues={{ message: '' }}
        describe={(error) => `The offer was not sent. ${messageOf(error)}`}
        onSubmit={async ({ message }) => {
          try {
            onSent(await offerActs.send(id, { version, message }));
          } catch (error) {
            const current = error instanceof ApiError && (error.details.current as StudioOffer | undefined);
            if (!current) throw error;
            onChanged(current);
          }
        }}
      >
        <TextArea name="message" label="Words in the email (optional)" rows={4} />
        <DialogActions busy="Sending..." onClose={onClose}>
          Send the offer
        </DialogActions>
      </KeptForm>
    </Dialog>
  );
}

function WhoGetsWhat({ offer }: { offer: StudioOffer }) {
  const studio = useStudio();
  const { client_name, client_email, replaces, content } = offer;
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 text-sm [overflow-wrap:anywhere]">
      <li>
        <bdi className="font-semibold">{client_name}</bdi>, {client_email}, gets an email with a link to this offer
        {content.valid_until && `, which can be signed until ${calendarDate(content.valid_until)}`}.
      </li>
      {content.signers.map(({ id, name, as, email }) => (
        <li key={id}>
          <bdi className="font-semibold">{name}</bdi> ({as}), {email}, signs, too, once <bdi>{client_name}</bdi> has
          chosen.
        </li>
      ))}
      <li>
        {content.studio_signs === 'by-sending' ? (
          <>
            <bdi className="font-semibold">{studio.name}</bdi> signs by sending: your name stands under the offer.
          </>
        ) : (
          <>
            <bdi className="font-semibold">{studio.name}</bdi> signs after <bdi>{client_name}</bdi> has chosen.
          </>
        )}
      </li>
      {replaces && <li>The former offer is replaced, and its link leads to this one.</li>}
      <li>After that, it can be withdrawn or replaced, but not changed.</li>
    </ul>
  );
}
