import type { StudioQuote } from '#shared/contract/quotes.ts';
import { TextArea } from '../../../ui/fields/form.tsx';

/** The field 'message' of a form around it, with which the studio opens a submitted choice again, or keeps it. */
export const WordsToClient = ({ hint }: { hint: string }) => (
  <TextArea name="message" label="Words to the client (optional)" rows={3} hint={hint} />
);

/** Says who was told that a submitted choice is open again, or is kept. */
export const sayEmailed = ({ answers_to }: StudioQuote): string =>
  answers_to
    ? `${answers_to} gets an email about it.`
    : 'There is no address to write to: please tell the client yourself.';
