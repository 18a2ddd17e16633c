/** Number of columns and gap in pixels by window width; photo-frames.tsx uses the same breakpoints. */
export const layouts = [
  { query: '(min-width: 75rem)', columns: 4, gap: 16 },
  { query: '(min-width: 48rem)', columns: 3, gap: 16 },
];
const phone = { columns: 2, gap: 12 };

export interface GridLayout {
  columns: number;
  /** Pixels between columns. */
  gap: number;
}

export const layoutNow = (): GridLayout => layouts.find(({ query }) => matchMedia(query).matches) ?? phone;

/** Width of a column in a grid of this width, in pixels. */
export const columnWidth = (gridWidth: number, { columns, gap }: GridLayout): number =>
  Math.floor((gridWidth - gap * (columns - 1)) / columns);

/** The user's font size in pixels. */
export const remNow = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/**
 * Estimated height in pixels of a card with the gap below it.
 * @param below height in rem of what is below the picture, with the gap.
 */
export const cardHeight = (
  photo: { width: number; height: number },
  width: number,
  below: number,
  rem: number,
): number => Math.round((width * photo.height) / photo.width) + Math.round(below * rem);

/** The position of a card. */
export const cardTransform = (column: number, top: number, width: number, gap: number): string =>
  `translate(${column * (width + gap)}px, ${top}px)`;

/** Height in rem of a client's card below its picture: footer, one line of the note and of the reply, gap to the next card. */
export const belowPicture = ({ reply }: { reply: string }) => 2.75 + 2.75 + (reply ? 2 : 0) + 0.75;
