import { hashOf } from '#shared/offers/hash.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import type { Write } from '../../platform/table.ts';
import { insertStep } from './repository.ts';
import type { OfferRow, StepRow } from './row.ts';

/** An act on a sent offer. */
type OfferAct = Pick<StepRow, 'kind' | 'at'> &
  Partial<Pick<StepRow, 'words' | 'sent' | 'signature' | 'signed_hash' | 'replaced_by'>>;

/**
 * Returns the next step of an offer, its write, and the attributes of the offer's row that go with it. Both belong into one
 * transaction, in which the offer's row must be as it was read.
 */
export function nextStep(
  { offer_id, steps_count, last_hash, parties }: OfferRow,
  actor: Admin | Client | { kind: 'system' },
  { words = '', ...act }: OfferAct,
): { step: StepRow; write: Write; set: Pick<OfferRow, 'steps_count' | 'last_hash'> } {
  const number = steps_count + 1;
  const facts = {
    offer_id,
    part: `step#${String(number).padStart(4, '0')}`,
    number,
    ...act,
    words,
    by: byOf(actor, parties?.client.name ?? ''),
    previous: last_hash,
  };
  const step = { ...facts, hash: hashOf(facts) };
  return { step, write: insertStep(step), set: { steps_count: number, last_hash: step.hash } };
}

function byOf(actor: Admin | Client | { kind: 'system' }, clientName: string): StepRow['by'] {
  if (actor.kind === 'admin') return { kind: 'studio', name: actor.name };
  return { kind: actor.kind, name: actor.kind === 'client' ? clientName : '' };
}

/** Whether the steps of an offer are whole and unchanged: numbered, each with its own hash and the one of the step before. */
export const areChained = (steps: StepRow[]): boolean =>
  steps.every(
    ({ hash, ...step }, index) =>
      step.number === index + 1 && step.previous === (steps[index - 1]?.hash ?? '') && hash === hashOf(step),
  );
