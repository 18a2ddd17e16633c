import { type Selection, sayChosen } from '#shared/contract/selections.ts';

/** '27 of 30 chosen · 3 left', or '33 chosen: 3 extra × $15 = $45': the second part on a line of its own on phones. */
export function ChosenWords({ selection, chosen }: { selection: Selection; chosen: number }) {
  const words = sayChosen(selection, chosen);
  const [, first = words, sign = '', second = ''] = /^(.*?)( · |: )(.*)$/.exec(words) ?? [];
  return (
    <>
      <span className="font-semibold">
        {first}
        {sign === ': ' && sign}
      </span>
      {sign === ' · ' && <span className="text-mute max-md:sr-only">{sign}</span>}
      <span className="text-mute max-md:block max-md:text-sm">{second}</span>
    </>
  );
}
