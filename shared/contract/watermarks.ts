import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { typedLine } from '#shared/typed-text.ts';

/** The characters of a watermark: those of which shared/letter-outlines.ts has the outlines. */
export const drawable = /[ -~¡-£¥§-«®-°´¶-¸º»¿-ÿŒœ–—‘’“”•…€™]/;

/** Percent of a picture's longer side that the height of a watermark's line has. */
export const watermarkSizes = { small: 2.5, medium: 4, large: 6.5 } as const;

/** What the proofs of a session are marked with, repeated over the whole picture. */
export const Watermark = z.strictObject({
  /** Whether the studio's symbol stands before the text. */
  has_logo: z.boolean(),
  text: z
    .string()
    .overwrite(typedLine)
    .min(1, 'Enter the words of the watermark.')
    .max(limits.watermark, `The watermark can have at most ${limits.watermark} characters.`)
    .refine(
      (text) => [...text].every((letter) => drawable.test(letter)),
      'A watermark can have letters of Western languages, digits and common signs.',
    ),
  /** Percent. */
  opacity: z.number().int().min(15, 'Enter at least 15%.').max(80, 'Enter at most 80%.'),
  size: z.enum(Object.keys(watermarkSizes) as [keyof typeof watermarkSizes]),
  /** Whether pictures of at most 400 px stay clean. */
  clean_thumbnails: z.boolean(),
});
export type Watermark = z.infer<typeof Watermark>;
