import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { useSteadyView } from '../../../../photos/lightbox/steady-view.ts';

/**
 * Returns the photo of the list that is in sight, and the functions that move to another.
 * @param address id of the photo in the address
 * @param onView writes another photo into the address
 */
export function useViewedPhoto(photos: StudioPhoto[], address: string, onView: (photo: StudioPhoto) => void) {
  const [open, show] = useSteadyView(address, onView);
  const index = Math.max(
    0,
    photos.findIndex((photo) => photo.id === open),
  );
  const showIfAny = (photo: StudioPhoto | undefined) => photo && show(photo);
  return {
    open,
    index,
    photo: photos[index]!,
    show,
    showPrevious: () => showIfAny(photos[index - 1]),
    showNext: () => showIfAny(photos[index + 1]),
    /** Shows the photo after the one in sight, or the one before; returns whether there is one. */
    leave: () => {
      const neighbor = photos[index + 1] ?? photos[index - 1];
      showIfAny(neighbor);
      return neighbor !== undefined;
    },
  };
}
