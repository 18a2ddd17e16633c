import type { StudioQuote } from '#shared/contract/quotes.ts';
import { TextArea } from '../../../ui/fields/form.tsx';

/** The field 'message' of the surrounding form, which reopens a submitted selection or declines a change request. */
export const MessageToClient = ({ hint }: { hint: string }) => (
  <TextArea name="message" label="Words to the client (optional)" rows={3} hint={hint} />
);

/** Returns a sentence about who gets an email that a submitted selection is open again or stays as submitted. */
export const sayEmailed = ({ answers_to }: StudioQuote): string =>
  answers_to
    ? `${answers_to} gets an email about it.`
    : 'There is no address to write to: please tell the client yourself.';
