import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { PlanTemplate } from '#shared/contract/templates/templates.ts';
import { messageOf } from '#shared/errors.ts';
import { type Currency, formatCents } from '#shared/money/currency.ts';
import { rangeOf } from '#shared/offers/chosen-lines.ts';
import { plannedPayments } from '#shared/offers/payment-plan.ts';
import { sayDue, sayPart } from '#shared/offers/say-payment.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../../forms/kept-form.tsx';
import { Button } from '../../../../ui/button.tsx';
import { BelowField, control } from '../../../../ui/fields/form.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { templateQuery, templatesQuery } from '../../templates/api.ts';
import { Payments } from '../../templates/plans/payments.tsx';
import { paymentOf, typedPayment, typedPaymentsIn } from '../../templates/plans/typed-plan.ts';
import { useEditing } from './editing.ts';
import { Section } from './section.tsx';

/** The payments that make up the total: those of a template, or changed for this offer. */
export function PlanSection() {
  const { content, currency } = useEditing();
  const [isChanging, setChanging] = useState(false);
  return (
    <Section title="Payment plan" summary={sayPlan(content, currency)} fields={['plan']} action={<PlanChoice />}>
      <fieldset name="plan" className="min-w-0">
        <legend className="sr-only">Payment plan</legend>
        <PlannedPayments />
        <Button look="quiet" className="mt-1 px-0!" onClick={() => setChanging(true)}>
          Change the payments
        </Button>
        <BelowField name="plan" />
      </fieldset>
      {/* Outside of the draft's form, because a form can't be in another one. */}
      {isChanging && createPortal(<PlanDialog onClose={() => setChanging(false)} />, document.body)}
    </Section>
  );
}

/** Returns a plan in words: '50% on signing, the rest on May 1, 2027'. */
const sayPlan = ({ plan, session }: OfferContent, currency: Currency): string =>
  plan.map(({ part, due }) => `${sayPart(part, currency)} ${sayDue(due, session.date)}`).join(', ');

/** Each payment with what it is of the lowest and of the highest total. */
function PlannedPayments() {
  const { content, currency, unfinished, isChecked } = useEditing();
  const { least_cents, most_cents } = rangeOf(content);
  // A payment of nothing is left out; which of the plan's it is can't be told, so that no amounts are shown then.
  const amounts = (total: number) => {
    const payments = plannedPayments(content.plan, total);
    return payments.length === content.plan.length ? payments.map(({ cents }) => cents) : undefined;
  };
  const [least, most] = [amounts(least_cents), amounts(most_cents)];
  return (
    <ol className="text-sm">
      {content.plan.map(({ part, due }, index) => {
        const message = isChecked ? unfinished[`plan.${index}.due`] : undefined;
        const [low, high] = [least?.[index], most?.[index]];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments are nothing but their order
          <li key={index} className="flex flex-wrap items-baseline gap-x-3 border-b border-line py-2.5">
            <span className="text-mute tabular-nums">{index + 1}</span>
            <span className="min-w-0 flex-1 first-letter:uppercase">
              {sayPart(part, currency)} {sayDue(due, content.session.date)}
            </span>
            <span className="text-mute tabular-nums">
              {low !== undefined && low !== high && `${formatCents(low, currency)} to `}
              {high !== undefined && formatCents(high, currency)}
            </span>
            {message && <p className="basis-full text-alert">{message}</p>}
          </li>
        );
      })}
    </ol>
  );
}

/** The select that takes over the payments of a template. */
function PlanChoice() {
  const queries = useQueryClient();
  const { setValue } = useFormContext();
  const templates = useQuery(templatesQuery);
  const [failure, setFailure] = useState<string>();
  const plans = templates.data?.items.filter(({ kind }) => kind === 'plan') ?? [];
  const choose = async (id: string) => {
    setFailure(undefined);
    try {
      const template = (await queries.fetchQuery(templateQuery(id))) as PlanTemplate;
      setValue('plan', template.content.payments);
    } catch (error) {
      setFailure(`The payment plan could not be loaded. ${messageOf(error)}`);
    }
  };
  return (
    <>
      <select
        aria-label="Take over the payments of a template"
        value=""
        onChange={({ target }) => void choose(target.value)}
        className={`${control} h-11 w-56! max-w-full text-sm! text-ellipsis`}
      >
        <option value="">Use a template...</option>
        {plans.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {(failure ?? (templates.error && 'The payment plans could not be loaded.')) && (
        <div className="basis-full">
          <Notice tone="error" {...(templates.error && { onRetry: () => void templates.refetch() })}>
            {failure ?? 'The payment plans could not be loaded.'}
          </Notice>
        </div>
      )}
    </>
  );
}

/** Dialog that changes the payments of this offer alone. */
function PlanDialog({ onClose }: { onClose: () => void }) {
  const { setValue } = useFormContext();
  const { offer, content, currency } = useEditing();
  const [schema] = useState(() => typedPaymentsIn(currency));
  return (
    <Dialog title="Payments of this offer" onClose={onClose}>
      <KeptForm
        draft={`payments of offer ${offer.id}`}
        schema={schema}
        defaultValues={{ payments: content.plan.map((payment) => typedPayment(payment, currency)) }}
        onSubmit={async ({ payments }) => {
          setValue(
            'plan',
            payments.map((payment) => paymentOf(payment, currency)),
          );
          onClose();
        }}
      >
        <Payments isReadOnly={false} />
        <DialogActions onClose={onClose}>Use these payments</DialogActions>
      </KeptForm>
    </Dialog>
  );
}
