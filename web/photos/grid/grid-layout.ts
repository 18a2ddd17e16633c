/** Number of columns, and gap in pixels, by window width; photo-frames.tsx uses the same breakpoints. */
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

/** Returns the width of a column in a grid of this width, in pixels. */
export const columnWidth = (gridWidth: number, { columns, gap }: GridLayout): number =>
  Math.floor((gridWidth - gap * (columns - 1)) / columns);

/** Returns the user's font size in pixels. */
export const remNow = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

interface Size {
  width: number;
  height: number;
}

/** The limits of width ÷ height of cards. */
const narrowest = 0.5;
const widest = 4;

/**
 * Returns width ÷ height of the card of a photo with this ratio. A panorama is shown whole in the middle of its card:
 * a panorama of 1 to 20 would otherwise make a column of 7,000 pixels, and one of 20 to 1 a card too low to hit.
 */
export const cardRatio = (ratio: number): number => Math.min(widest, Math.max(narrowest, ratio));

/** Returns the style of the box around a whole photo: it has the photo's ratio unless the photo is a panorama. */
export const cardBox = (photo: Size) => {
  const ratio = photo.width / photo.height;
  return { aspectRatio: cardRatio(ratio) === ratio ? `${photo.width} / ${photo.height}` : `${cardRatio(ratio)}` };
};

/** Returns the photo's shares of its card's width and height: 1 unless the photo is a panorama. */
export const shareOfCard = (photo: Size): Size => {
  const ratio = photo.width / photo.height;
  return { width: Math.min(1, ratio / cardRatio(ratio)), height: Math.min(1, cardRatio(ratio) / ratio) };
};

/** Returns the style of a whole photo in the middle of its card; the card is positioned. */
export const inCard = (photo: Size) => {
  const { width, height } = shareOfCard(photo);
  return {
    position: 'absolute',
    inset: 0,
    margin: 'auto',
    width: `${width * 100}%`,
    height: `${height * 100}%`,
  } as const;
};

/**
 * Returns the estimated height in pixels of a card with the gap below it.
 * @param below height in rem of the card below its photo, with the gap
 */
export const cardHeight = (photo: Size, width: number, below: number, rem: number): number =>
  Math.round(width / cardRatio(photo.width / photo.height)) + Math.round(below * rem);

/** Returns the CSS transform that moves a card to its position. */
export const cardTransform = (column: number, top: number, width: number, gap: number): string =>
  `translate(${column * (width + gap)}px, ${top}px)`;

/**
 * Returns the height in rem of a card below its photo: the row of controls, two lines each of the note and the reply,
 * as far as it has them, and the gap to the next card.
 */
export const belowImage = (
  { downloadable, reply }: { downloadable: boolean; reply: string },
  { favorite, note } = { favorite: true, note: true },
) => 0.75 + 2.75 * [downloadable || favorite, note, reply].filter(Boolean).length;
