import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { refuseTerms } from '#shared/terms/refuse-terms.ts';
import { type Block, boxesOf, textsOf } from '#shared/terms/terms.ts';
import { required, requiredText } from '../fields.ts';

/*
 * The text that is signed, in blocks. Templates and drafts of offers have fields in it (`Terms`); in an offer that was sent
 * they are filled (`FilledBlocks`).
 */

const most = (count: number) => count.toLocaleString('en-US');

const TermsBlock = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('heading'), text: required('A heading', limits.termsParagraph) }),
  z.strictObject({ kind: z.literal('paragraph'), text: requiredText('A paragraph', limits.termsParagraph) }),
  z.strictObject({
    kind: z.literal('list'),
    items: z
      .array(requiredText('An item of a list', limits.termsParagraph))
      .min(1, 'A list has at least one item.')
      .max(limits.termsItems, `A list can have at most ${limits.termsItems} items.`),
  }),
  z.strictObject({ kind: z.literal('box'), text: required('The words of a box', limits.termsParagraph) }),
]) satisfies z.ZodType<Block>;

/** Terms with their fields filled, as they are signed. Braces in them are text. */
export const FilledBlocks = z
  .array(TermsBlock)
  .min(1, 'Terms need at least one paragraph.')
  .max(limits.termsBlocks, `Terms can have at most ${limits.termsBlocks} headings, paragraphs, lists and boxes.`);

/** Terms with fields. An unknown or incomplete field is refused at its text: `12.text`, or `12.items.0`. */
export const Terms = FilledBlocks.superRefine((terms, context) => {
  const refuse = (message: string, path: (string | number)[] = []) =>
    context.addIssue({ code: 'custom', path, message });
  const length = textsOf(terms).reduce((sum, { text }) => sum + text.length, 0);
  if (length > limits.termsTogether) refuse(`Terms can have at most ${most(limits.termsTogether)} characters.`);
  const boxes = boxesOf(terms).length;
  if (boxes > limits.termsBoxes) refuse(`Terms can have at most ${limits.termsBoxes} boxes to tick.`);
  for (const { block, item, reason } of refuseTerms(terms)) {
    refuse(reason, item === undefined ? [block, 'text'] : [block, 'items', item]);
  }
});
export type Terms = z.infer<typeof Terms>;
