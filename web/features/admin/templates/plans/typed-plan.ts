import * as z from 'zod';
import { PaymentPlan } from '#shared/contract/templates/plans.ts';
import { EditTemplate } from '#shared/contract/templates/templates.ts';
import { type Currency, decimalOf } from '#shared/money/currency.ts';
import { formatRate, rateOf } from '#shared/money/rate.ts';
import { centsOf } from '#shared/money/typed-cents.ts';
import type { Instalment, InstalmentDue, InstalmentPart } from '#shared/offers/payment-plan.ts';
import { sayDue, sayPart } from '#shared/offers/say-payment.ts';

const partKinds = ['rate', 'cents', 'rest'] as const satisfies InstalmentPart['kind'][];
const dueKinds = ['signing', 'before_session', 'after_session', 'date'] as const satisfies InstalmentDue['kind'][];

/** A payment of a plan as it is typed. What its kinds do not need stays as it was typed, and is not saved. */
const TypedPayment = z.strictObject({
  part: z.enum(partKinds),
  amount: z.string(),
  due: z.enum(dueKinds),
  days: z.string(),
  date: z.string(),
});
export type TypedPayment = z.infer<typeof TypedPayment>;

const TypedPayments = z.strictObject({ payments: z.array(TypedPayment) });
const TypedPlan = TypedPayments.extend({ name: EditTemplate.shape.name });
/** A payment plan as its form has it. */
export type TypedPlan = z.infer<typeof TypedPlan>;
export type TypedPlanSchema = typeof TypedPlan;

/** Returns the schema of a payment plan's form, whose amounts are typed in a currency. */
export const typedPlanIn = (currency: Currency): TypedPlanSchema => TypedPlan.superRefine(refusePayments(currency));

/** Returns the schema of a form that has payments alone, as those of one offer. */
export const typedPaymentsIn = (currency: Currency): typeof TypedPayments =>
  TypedPayments.superRefine(refusePayments(currency));

/** Refuses payments that don't make up every total, at the fields that say so. */
const refusePayments =
  (currency: Currency) =>
  ({ payments }: { payments: TypedPayment[] }, context: z.RefinementCtx): void => {
    const { error } = PaymentPlan.safeParse(payments.map((payment) => paymentOf(payment, currency)));
    for (const { path, message } of error?.issues ?? []) {
      const [index, , attribute] = path;
      const field = attribute === undefined ? [] : [index!, fieldNames[String(attribute)]!];
      context.addIssue({ code: 'custom', path: ['payments', ...field], message });
    }
  };

/** The form's fields by the attributes of a payment. */
const fieldNames: Record<string, keyof TypedPayment> = { cents: 'amount', rate: 'amount', days: 'days', date: 'date' };

/** Returns the payment that was typed; with NaN in place of a number that is none. */
export const paymentOf = (typed: TypedPayment, currency: Currency): Instalment => ({
  part: partOf(typed, currency),
  due: dueOf(typed),
});

function partOf({ part, amount }: TypedPayment, currency: Currency): InstalmentPart {
  if (part === 'rest') return { kind: part };
  if (part === 'rate') return { kind: part, rate: rateOf(amount) ?? Number.NaN };
  return { kind: part, cents: centsOf(amount, currency) ?? Number.NaN };
}

function dueOf({ due, days, date }: TypedPayment): InstalmentDue {
  if (due === 'signing') return { kind: due };
  if (due === 'date') return { kind: due, date };
  return { kind: due, days: /^\s*\d{1,4}\s*$/.test(days) ? Number(days) : Number.NaN };
}

/** Returns a payment as its form shows it. */
export const typedPayment = ({ part, due }: Instalment, currency: Currency): TypedPayment => ({
  part: part.kind,
  amount: typedAmount(part, currency),
  due: due.kind,
  days: 'days' in due ? String(due.days) : '14',
  date: due.kind === 'date' ? due.date : '',
});

function typedAmount(part: InstalmentPart, currency: Currency): string {
  if (part.kind === 'rest') return '';
  return part.kind === 'rate' ? formatRate(part.rate).replace('%', '') : decimalOf(part.cents, currency);
}

/** Returns a payment in words: '50% on signing'. */
export const sayPayment = ({ part, due }: Instalment, currency: Currency): string =>
  `${sayPart(part, currency)} ${sayDue(due, null)}`;

/** Returns typed payments in words, one a line; those that can't be read are left out. */
export const sayTypedPayments = (payments: readonly TypedPayment[], currency: Currency): string =>
  payments
    .map((payment) => paymentOf(payment, currency))
    .filter((payment) => PaymentPlan.element.safeParse(payment).success)
    .map((payment) => sayPayment(payment, currency))
    .join('\n');
