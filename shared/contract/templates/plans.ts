import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { wholeRate } from '#shared/money/rate.ts';
import { type Instalment, wrongPlan } from '#shared/offers/payment-plan.ts';
import { CalendarDate } from '../fields.ts';

const daysRule = `Please enter a whole number of days from 1 to ${limits.daysFromSession}.`;
const days = z.number(daysRule).int(daysRule).min(1, daysRule).max(limits.daysFromSession, daysRule);

const amountRule = 'Please enter an amount of more than nothing.';
const rateRule = 'Please enter a percentage of more than 0 and at most 100.';

/** A payment of a plan: how much of the total it is, and when it is due. Rates are thousandths of a percent. */
const PlanPayment = z.strictObject({
  part: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('cents'),
      cents: z
        .number(amountRule)
        .int(amountRule)
        .min(1, amountRule)
        .max(limits.paymentCents, 'This amount is too high.'),
    }),
    z.strictObject({
      kind: z.literal('rate'),
      rate: z.number(rateRule).int(rateRule).min(1, rateRule).max(wholeRate, rateRule),
    }),
    z.strictObject({ kind: z.literal('rest') }),
  ]),
  due: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('signing') }),
    z.strictObject({ kind: z.literal('before_session'), days }),
    z.strictObject({ kind: z.literal('after_session'), days }),
    z.strictObject({ kind: z.literal('date'), date: CalendarDate }),
  ]),
}) satisfies z.ZodType<Instalment>;

/** A payment plan, whose payments make up every total. */
export const PaymentPlan = z
  .array(PlanPayment)
  .min(1, 'A plan has at least one payment.')
  .max(limits.paymentsOfPlan, `A plan can have at most ${limits.paymentsOfPlan} payments.`)
  .superRefine((plan, context) => {
    const reason = wrongPlan(plan);
    if (reason) context.addIssue({ code: 'custom', message: reason });
  });
export type PaymentPlan = z.infer<typeof PaymentPlan>;
