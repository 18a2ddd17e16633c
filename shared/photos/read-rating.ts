/** The rating as an attribute or an element of an XMP packet; -1 is 'rejected' in Adobe's programs. */
const rating = /\bxmp:Rating\s*(?:=\s*["']|>)\s*(-?\d+)(?:\.\d+)?\s*["'<]/;

/** Returns the stars, 1 to 5, that a photo's XMP packet states; undefined without any, and for a rejected photo. */
export function ratingInXmp(packet: string): number | undefined {
  const stars = Number(rating.exec(packet)?.[1] ?? 0);
  return stars >= 1 && stars <= 5 ? stars : undefined;
}
