import { createContext, type ReactNode } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';

/** The controls that choose a photo for a selection, apart from the favorites. */
export interface Choosing {
  /** Renders the control at the left of a card's foot row. */
  foot: (photo: GalleryPhoto) => ReactNode;
  /** Renders the reason why a choice was not saved, below the foot row. */
  trouble: (photo: GalleryPhoto) => ReactNode;
  /** Renders a line above the note in the lightbox, 44 px high. */
  line: (photo: GalleryPhoto) => ReactNode;
}

/** The controls of the open selection; null while none is open. */
export const ChoosingContext = createContext<Choosing | null>(null);
