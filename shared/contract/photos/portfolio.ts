import * as z from 'zod';

/**
 * A featured photo as visitors see it; its derivatives are stored under /portfolio/. Size in pixels of the original
 * after EXIF rotation.
 */
const PortfolioPhoto = z.object({
  portfolio_key: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  thumbhash: z.string(),
});

/** The public gallery by service-card slug, newest photo first; empty categories are left out. */
export const Portfolio = z.object({
  categories: z.array(z.object({ slug: z.string(), photos: z.array(PortfolioPhoto) })),
});
export type Portfolio = z.infer<typeof Portfolio>;
