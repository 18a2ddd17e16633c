import { useId } from 'react';
import { useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { limits } from '#shared/limits.ts';
import type { Instalment } from '#shared/offers/payment-plan.ts';
import { Button } from '../../../../ui/button.tsx';
import { useCurrency } from '../../../../ui/content.tsx';
import { SelectField, TextField } from '../../../../ui/fields/form.tsx';
import { Plus } from '../../../../ui/icons.tsx';
import { type TypedPayment, type TypedPlan, typedPayment } from './typed-plan.ts';

/** The payments of a plan, which can be added, moved up and removed. */
export function Payments({ isReadOnly }: { isReadOnly: boolean }) {
  const { fields, append, remove, move } = useFieldArray<TypedPlan, 'payments'>({ name: 'payments' });
  const typed = useWatch<TypedPlan, 'payments'>({ name: 'payments' });
  const { errors } = useFormState<TypedPlan>({ name: 'payments' });
  const message = errors.payments?.root?.message ?? errors.payments?.message;
  const currency = useCurrency();
  const id = useId();
  return (
    <fieldset name="payments" aria-describedby={message ? id : undefined} className="min-w-0">
      <legend className="text-sm font-semibold">Payments</legend>
      <ol className="mt-1">
        {fields.map((field, index) => (
          <li key={field.id} className="border-t border-line py-4 first:border-0 first:pt-2">
            <Payment index={index} count={fields.length} typed={typed[index] ?? field} />
            {!isReadOnly && fields.length > 1 && (
              <div className="mt-1 -ml-3 flex gap-1">
                {index > 0 && (
                  <Button
                    look="quiet"
                    // The visible label comes first, for people who speak what they see.
                    aria-label={`Move up payment ${index + 1}`}
                    onClick={() => move(index, index - 1)}
                  >
                    Move up
                  </Button>
                )}
                <Button look="quiet" aria-label={`Remove payment ${index + 1}`} onClick={() => remove(index)}>
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {message && (
        <p id={id} role="alert" className="mb-3 text-sm text-alert">
          {message}
        </p>
      )}
      {!isReadOnly && fields.length < limits.paymentsOfPlan && (
        <Button look="quiet" className="-ml-3" onClick={() => append(typedPayment(newPayment, currency))}>
          <Plus className="size-4" />
          Payment
        </Button>
      )}
    </fieldset>
  );
}

const newPayment: Instalment = { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } };

/** One payment: how much of the total it is, and when it is due. */
function Payment({ index, count, typed: { part, due } }: { index: number; count: number; typed: TypedPayment }) {
  const prefix = `payments.${index}`;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm text-mute">
        Payment {index + 1} of {count}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField name={`${prefix}.part`} label="How much">
          <option value="rate">A percentage of the total</option>
          <option value="cents">An amount</option>
          <option value="rest">The rest</option>
        </SelectField>
        {part === 'rest' ? (
          <div className="max-sm:hidden" />
        ) : (
          <TextField
            name={`${prefix}.amount`}
            label={part === 'rate' ? 'Percent' : 'Amount'}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
        <SelectField name={`${prefix}.due`} label="Due">
          <option value="signing">On signing</option>
          <option value="before_session">Days before the session</option>
          <option value="after_session">Days after the session</option>
          <option value="date">On a date</option>
        </SelectField>
        {(due === 'before_session' || due === 'after_session') && (
          <TextField name={`${prefix}.days`} label="Days" inputMode="numeric" autoComplete="off" />
        )}
        {due === 'date' && <TextField name={`${prefix}.date`} label="Date" type="date" />}
      </div>
    </fieldset>
  );
}
