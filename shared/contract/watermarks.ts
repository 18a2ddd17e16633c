import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { typedLine } from '#shared/text/typed-text.ts';

/** The characters that a watermark can have: those with outlines in shared/photos/letter-outlines.ts. */
export const drawable = /[ -~¡-£¥§-«®-°´¶-¸º»¿-ÿŒœ–—‘’“”•…€™]/;

/**
 * The height of a watermark's line, in percent of a photo's longer side; for a photo longer than 3:2, of 1.5 times its
 * shorter side.
 */
export const watermarkSizes = { small: 2.5, medium: 4, large: 6.5 } as const;

/**
 * The version of the watermark's drawing (shared/photos/watermark.ts). When it grows, all proofs get new watermarked
 * derivatives.
 */
export const watermarkDrawing = 2;

/** The watermark of a session's proofs, repeated over the whole photo. */
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
  /** Whether derivatives of at most 400 px stay clean. */
  clean_thumbnails: z.boolean(),
});
export type Watermark = z.infer<typeof Watermark>;

/** Signs that leave a photo nearly unchanged: blanks, dots, dashes and single strokes. */
const thinSigns = /[\s!"'()*+,./:;<=>\\^_`|~¡¨«°´¯·¸º»×÷–—‘’“”•…-]/g;

/** Returns whether a watermark covers enough of photos to be seen: a period or a dash alone does not. */
export const isSeen = ({ has_logo, text }: Pick<Watermark, 'has_logo' | 'text'>): boolean =>
  has_logo || text.replace(thinSigns, '').length * 3 >= text.length;

/** The error for a watermark that `isSeen` refuses. */
export const unseenWords = 'These signs are too small to be seen on photos. Enter a word, or more letters.';
