import { createContext, type ReactNode } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';

/** The controls by which a photo is chosen for a selection, apart from the favorites. */
export interface Choosing {
  /** At the left of a card's foot row. */
  foot: (photo: GalleryPhoto) => ReactNode;
  /** Below the foot row: why the choice was not saved. */
  trouble: (photo: GalleryPhoto) => ReactNode;
  /** A line above the note in the lightbox, 44 px high. */
  line: (photo: GalleryPhoto) => ReactNode;
}

/** Null while no selection is open. */
export const ChoosingContext = createContext<Choosing | null>(null);
