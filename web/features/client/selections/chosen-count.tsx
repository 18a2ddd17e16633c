import { type Selection, sayChosen } from '#shared/contract/selections.ts';
import { useCurrency } from '../../../ui/content.tsx';

/**
 * The progress of a selection: '27 of 30 chosen · 3 left', or '33 chosen · 3 extra × $15 = $45'. On phones, the
 * second half has its own line.
 */
export function ChosenText({ selection, chosen }: { selection: Selection; chosen: number }) {
  const [first, second] = sayChosen(selection, chosen, useCurrency()).split(' · ');
  return (
    <>
      <span className="font-semibold">{first}</span>
      {second && (
        <span className="text-mute">
          <span className="max-md:sr-only"> · </span>
          <span className="max-md:block max-md:text-sm">{second}</span>
        </span>
      )}
    </>
  );
}
