import { nextLabel } from '#shared/text/session-label.ts';
import { StudioError } from '../../platform/errors.ts';
import { takenLabels } from './repository.ts';

/** The number of labels that are tried, beginning with the suggested one, before the person must choose one. */
const labelCandidates = 50;
/**
 * The number of labels that are read at once. Each costs half a read, even if its row is missing; the first is usually
 * free.
 */
const labelsPerRead = 5;

/** Returns the error for a label that another session of the customer has; it suggests a free label. */
export async function labelTaken(customerId: string, label: string): Promise<Error> {
  const suggestion = await freeLabel(customerId, label);
  return new StudioError('LABEL_TAKEN', undefined, { details: { suggestion } });
}

/**
 * Returns the first label that no session of the customer has: this one, or the next by its number.
 * @throws StudioError INVALID when all labels that were tried are taken
 */
export async function freeLabel(customerId: string, firstLabel: string): Promise<string> {
  let label = firstLabel;
  for (let triedCount = 0; triedCount < labelCandidates; triedCount += labelsPerRead) {
    const candidates = [label];
    while (candidates.length < labelsPerRead) candidates.push(nextLabel(candidates.at(-1)!));
    const taken = await takenLabels(customerId, candidates);
    const freeCandidate = candidates.find((candidate) => !taken.has(candidate));
    if (freeCandidate) return freeCandidate;
    label = nextLabel(candidates.at(-1)!);
  }
  throw new StudioError('INVALID', undefined, { fields: { session_label: 'Please enter another Session ID.' } });
}
