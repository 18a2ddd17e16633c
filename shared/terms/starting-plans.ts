import { wholeRate } from '../money/rate.ts';
import type { Instalment } from '../offers/payment-plan.ts';

/** A payment plan that is there from the beginning. */
export interface StartingPlan {
  id: string;
  name: string;
  payments: Instalment[];
}

/** The payment plans that are there from the beginning. */
export const startingPlans: StartingPlan[] = [
  {
    id: 'startingplanonsigning',
    name: 'All on signing',
    payments: [{ part: { kind: 'rest' }, due: { kind: 'signing' } }],
  },
  {
    id: 'startingplantwohalves',
    name: 'Two halves',
    payments: [
      { part: { kind: 'rate', rate: wholeRate / 2 }, due: { kind: 'signing' } },
      { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } },
    ],
  },
  {
    id: 'startingplanthirdrest',
    name: 'A third, then the rest',
    payments: [
      { part: { kind: 'rate', rate: 33_333 }, due: { kind: 'signing' } },
      { part: { kind: 'rest' }, due: { kind: 'before_session', days: 30 } },
    ],
  },
];
