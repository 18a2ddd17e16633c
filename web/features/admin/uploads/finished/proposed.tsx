import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { Button } from '../../../../ui/button.tsx';
import { keepScroll } from '../../../../ui/navigation/restore-scroll.ts';
import { type Decision, type Planned, type Proposals, proposalsIn } from './version-plan.ts';

const plural = (count: number, singular: string, pluralForm: string) => (count === 1 ? singular : pluralForm);

/** Returns a sentence that says why these waiting files have a proposal, with their number. */
function sayProposals({ because, decisions }: Proposals): string {
  const count = decisions.size;
  const files = formatCounted(count, 'file');
  if (because === 'name') return `${files} ${plural(count, 'is', 'are')} named like a photo, with something added.`;
  if (because === 'photos')
    return `${files} ${plural(count, 'has', 'have')} the name of several photos; one is likeliest.`;
  if (because === 'time') return `${files} ${plural(count, 'was', 'were')} taken at the same second as a photo.`;
  return `${files} ${plural(count, 'has', 'have')} the name of a photo that was taken at another time.`;
}

/** Buttons that decide for many files at once according to the proposals; this sends nothing. */
export function Proposed({
  plan,
  onDecide,
  onUndecide,
}: {
  plan: readonly Planned[];
  onDecide: (decisions: ReadonlyMap<File, Decision>) => void;
  onUndecide: (files: readonly File[]) => void;
}) {
  const [lastDecisions, setLastDecisions] = useState<Proposals['decisions']>(new Map());
  const proposals = proposalsIn(plan);
  // A decision that was changed by hand afterwards is not undone.
  const acceptedFiles = plan.filter(
    ({ file, decision }) => decision !== undefined && lastDecisions.get(file) === decision,
  );
  if (proposals.length === 0 && acceptedFiles.length === 0) return null;
  return (
    <section aria-label="Proposals" className="flex flex-col gap-2 py-4 text-sm">
      {proposals.map((proposal) => (
        <div key={proposal.because} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            look="secondary"
            className="min-w-40"
            onClick={() => {
              onDecide(proposal.decisions);
              setLastDecisions(proposal.decisions);
            }}
          >
            {proposal.decisions.size === 1
              ? 'Take the proposal'
              : `Take ${formatCount(proposal.decisions.size)} proposals`}
          </Button>
          <span>{sayProposals(proposal)}</span>
        </div>
      ))}
      {acceptedFiles.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            look="secondary"
            className="min-w-40"
            onClick={() => onUndecide(acceptedFiles.map(({ file }) => file))}
          >
            Undo
          </Button>
          <span role="status">
            {acceptedFiles.length === 1
              ? 'The proposal is taken.'
              : `${formatCount(acceptedFiles.length)} proposals are taken.`}{' '}
            Nothing is sent yet:{' '}
            <Link
              to="?match=ambiguous"
              replace
              state={keepScroll}
              className="font-semibold underline underline-offset-4"
            >
              compare the pictures
            </Link>
            .
          </span>
        </div>
      )}
    </section>
  );
}
