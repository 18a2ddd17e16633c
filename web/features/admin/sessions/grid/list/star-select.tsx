import { useNavigate } from 'react-router-dom';
import type { PhotoFilter } from '#shared/contract/photos/photos.ts';
import { keepScroll } from '../../../../../ui/navigation/restore-scroll.ts';
import { sayStars, starCounts, starsOfFilter } from '../../stars.ts';

/** The select for photos with at least so many of the studio's stars. */
export function StarSelect({ show }: { show: PhotoFilter }) {
  const navigate = useNavigate();
  return (
    <select
      aria-label="The studio’s stars"
      value={starsOfFilter(show) ?? ''}
      onChange={({ target }) =>
        navigate({ search: target.value && `?show=stars_${target.value}` }, { replace: true, state: keepScroll })
      }
      className="h-11 rounded-md border border-edge bg-white px-3 text-sm"
    >
      <option value="">Any stars</option>
      {starCounts.toReversed().map((stars) => (
        <option key={stars} value={stars}>
          {stars < 5 ? `${sayStars(stars)} or more` : sayStars(stars)}
        </option>
      ))}
    </select>
  );
}
