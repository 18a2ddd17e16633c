import { Star } from '../../../../ui/icons.tsx';
import { sayStars, starCounts } from '../stars.ts';

/** The studio's stars of the open photo; a press on its present number takes them away. */
export const StarButtons = ({ stars, onChange }: { stars: number; onChange: (stars: number) => void }) => (
  <fieldset
    aria-label={`The studio’s stars: ${sayStars(stars)}`}
    className="-ml-2.5 flex min-h-11 items-center panel-beside:mr-auto"
  >
    {starCounts.map((count) => (
      <button
        key={count}
        type="button"
        aria-label={sayStars(count)}
        aria-pressed={count === stars}
        onClick={() => onChange(count === stars ? 0 : count)}
        className="grid size-11 cursor-pointer place-items-center"
      >
        <Star
          filled={count <= stars}
          className={`size-5 ${count <= stars ? 'text-brass-bright' : 'text-night-mute'}`}
        />
      </button>
    ))}
  </fieldset>
);
