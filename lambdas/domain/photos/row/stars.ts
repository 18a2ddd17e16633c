import * as z from 'zod';

/** The attribute of the studio's own stars of a photo. */
export const Starred = z.object({
  /** Missing means none. A rating in the photo's first file is taken once, when the file is processed. */
  stars: z.number().int().min(1).max(5).optional(),
});

/** Returns the studio's own stars of a photo, 0 to 5. */
export const starsOf = ({ stars = 0 }: z.infer<typeof Starred>): number => stars;

/** Returns the photo with so many of the studio's stars; the same object when it has as many. */
export function withStars<P extends z.infer<typeof Starred>>(photo: P, stars: number): P {
  if (stars === starsOf(photo)) return photo;
  const { stars: _, ...without } = photo;
  return { ...without, ...(stars > 0 && { stars }) } as P;
}
