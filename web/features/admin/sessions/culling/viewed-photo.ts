import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { useSteadyView } from '../../../../photos/lightbox/steady-view.ts';

/**
 * Returns the photo that is shown, and functions that move to another photo of the list.
 * @param address id of the photo in the URL
 * @param onView writes another photo into the URL
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
    /** Shows the next photo, or the previous one if there is none; returns whether there is either. */
    leave: () => {
      const neighbor = photos[index + 1] ?? photos[index - 1];
      showIfAny(neighbor);
      return neighbor !== undefined;
    },
  };
}
