import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { typedLine } from '#shared/text/typed-text.ts';

/** The characters of a watermark: those of which shared/photos/letter-outlines.ts has the outlines. */
export const drawable = /[ -~¡-£¥§-«®-°´¶-¸º»¿-ÿŒœ–—‘’“”•…€™]/;

/**
 * Percent that the height of a watermark's line is of a picture's longer side; of a picture longer than 3:2, of 1.5
 * times its shorter side.
 */
export const watermarkSizes = { small: 2.5, medium: 4, large: 6.5 } as const;

/** Counts the ways in which watermarks were drawn (shared/photos/watermark.ts); with another one, all proofs are marked anew. */
export const watermarkDrawing = 2;

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

/** Signs that leave a picture nearly as it is: blanks, dots, dashes and single strokes. */
const thin = /[\s!"'()*+,./:;<=>\\^_`|~¡¨«°´¯·¸º»×÷–—‘’“”•…-]/g;

/** Returns whether a watermark covers enough of photos to be seen: a period or a dash alone does not. */
export const isSeen = ({ has_logo, text }: Pick<Watermark, 'has_logo' | 'text'>): boolean =>
  has_logo || text.replace(thin, '').length * 3 >= text.length;

/** What is wrong with words that are not seen. */
export const unseenWords = 'These signs are too small to be seen on photos. Enter a word, or more letters.';
