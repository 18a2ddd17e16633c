import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { DecideQuote, hostOf, type StudioQuote } from '#shared/contract/quotes.ts';
import { messageOf } from '#shared/errors.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { browserStorage } from '../../../lib/browser/storage.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { typeInCapitals, useQuoteChanges } from './quote-changes.ts';

/** A payment link as typed; '' for none. */
export const TypedLink = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : text))
  .pipe(DecideQuote.shape.payment_link.unwrap());

const lastLinkKey = 'payment-link';

/**
 * Returns the payment link that an approval proposes: the link of this quote's withdrawn approval; else the link that this
 * browser sent last, because most studios have one link for all quotes. Null if nothing is to be paid.
 * @param isLocked whether the actor can't change the answer that was sent
 */
export function firstPaymentLink({ reopened, price_cents }: StudioQuote, isLocked: boolean): string | null {
  if (reopened && (isLocked || reopened.status === 'approved')) return reopened.payment_link;
  return price_cents === 0 ? null : (TypedLink.safeParse(browserStorage.get(lastLinkKey)).data ?? null);
}

/** Stores a link that was sent, to propose it for the next approval. */
export function rememberPaymentLink(link: string | null): void {
  if (link !== null) browserStorage.set(lastLinkKey, link);
}

/**
 * The field 'payment_link' of the surrounding form; says which host a valid link opens, and whether it is the link of the last
 * answer.
 * @param lockedReason why the link can't be changed
 */
export function PaymentLinkField({
  lockedReason,
  remembered,
}: {
  lockedReason?: string | undefined;
  remembered?: string | undefined;
}) {
  const typedLink: unknown = useWatch({ name: 'payment_link' });
  const link = TypedLink.safeParse(typedLink).data;
  return (
    <TextField
      name="payment_link"
      label="Payment link (optional)"
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      readOnly={lockedReason !== undefined}
      hint={
        lockedReason ??
        (link
          ? `${link === remembered ? 'As in your last answer: check that it fits this one. ' : ''}Once they have accepted, the client sees a button that opens ${hostOf(link)}.`
          : 'Your own page where the client pays, such as paypal.me/yourname.')
      }
    />
  );
}

const LinkForm = z.object({ payment_link: TypedLink });

/** Adds, changes or removes the payment link of an approved quote, also of an accepted one. */
export function ChangePaymentLink({ quote }: { quote: StudioQuote }) {
  const [isOpen, setOpen] = useState(false);
  const isStaff = useIsStaff();
  const { change } = useQuoteChanges();
  const act = quote.payment_link ? 'Change the payment link' : 'Add a payment link';
  const close = () => setOpen(false);
  if (isStaff) return <AdminsOnly act="change the payment link of a quote that was sent" className="my-2" />;
  return (
    <>
      <Button
        look="quiet"
        className="px-0!"
        aria-label={`${act} of ${typeInCapitals(quote)} from ${quote.customer_name || 'Unknown'}`}
        onClick={() => setOpen(true)}
      >
        {act}
      </Button>
      {isOpen && (
        <Dialog title={act} onClose={close}>
          <KeptForm
            draft={`payment link ${quote.id}`}
            schema={LinkForm}
            defaultValues={{ payment_link: quote.payment_link ?? '' }}
            describe={(error) => `The payment link was not saved. ${messageOf(error)}`}
            onSubmit={async ({ payment_link }) => {
              await change(quote.id, { payment_link, version: quote.version });
              rememberPaymentLink(payment_link);
              close();
            }}
          >
            <PaymentLinkField />
            <p className="text-sm text-mute">
              The client sees it once they have accepted the quote, and gets no email about it. An empty field removes
              it.
            </p>
            <DialogActions onClose={close}>Save</DialogActions>
          </KeptForm>
        </Dialog>
      )}
    </>
  );
}
