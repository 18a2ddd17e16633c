import * as z from 'zod';
import { PaymentPlan } from '#shared/contract/templates/plans.ts';
import { EditTemplate } from '#shared/contract/templates/templates.ts';
import { decimalOf, defaultCurrency } from '#shared/money/currency.ts';
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

/** A payment plan as its form has it. */
export const TypedPlan = z
  .strictObject({ name: EditTemplate.shape.name, payments: z.array(TypedPayment) })
  .superRefine(({ payments }, context) => {
    const { error } = PaymentPlan.safeParse(payments.map(paymentOf));
    for (const { path, message } of error?.issues ?? []) {
      const [index, , attribute] = path;
      const field = attribute === undefined ? [] : [index!, fieldNames[String(attribute)]!];
      context.addIssue({ code: 'custom', path: ['payments', ...field], message });
    }
  });
export type TypedPlan = z.infer<typeof TypedPlan>;

/** The form's fields by the attributes of a payment. */
const fieldNames: Record<string, keyof TypedPayment> = { cents: 'amount', rate: 'amount', days: 'days', date: 'date' };

/** Returns the payment that was typed; with NaN in place of a number that is none. */
export const paymentOf = (typed: TypedPayment): Instalment => ({ part: partOf(typed), due: dueOf(typed) });

function partOf({ part, amount }: TypedPayment): InstalmentPart {
  if (part === 'rest') return { kind: part };
  if (part === 'rate') return { kind: part, rate: rateOf(amount) ?? Number.NaN };
  return { kind: part, cents: centsOf(amount, defaultCurrency) ?? Number.NaN };
}

function dueOf({ due, days, date }: TypedPayment): InstalmentDue {
  if (due === 'signing') return { kind: due };
  if (due === 'date') return { kind: due, date };
  return { kind: due, days: /^\s*\d{1,4}\s*$/.test(days) ? Number(days) : Number.NaN };
}

/** Returns a payment as its form shows it. */
export const typedPayment = ({ part, due }: Instalment): TypedPayment => ({
  part: part.kind,
  amount: typedAmount(part),
  due: due.kind,
  days: 'days' in due ? String(due.days) : '14',
  date: due.kind === 'date' ? due.date : '',
});

function typedAmount(part: InstalmentPart): string {
  if (part.kind === 'rest') return '';
  return part.kind === 'rate' ? formatRate(part.rate).replace('%', '') : decimalOf(part.cents, defaultCurrency);
}

/** Returns a payment in words: '50% on signing'. */
export const sayPayment = ({ part, due }: Instalment): string =>
  `${sayPart(part, defaultCurrency)} ${sayDue(due, null)}`;

/** Returns typed payments in words, one a line; those that can't be read are left out. */
export const sayTypedPayments = (payments: readonly TypedPayment[]): string =>
  payments
    .map(paymentOf)
    .filter((payment) => PaymentPlan.element.safeParse(payment).success)
    .map(sayPayment)
    .join('\n');
