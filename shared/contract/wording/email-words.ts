import * as z from 'zod';
import { emailFields, type WordedEmail } from '#shared/emails/email-fields.ts';
import { limits } from '#shared/limits.ts';
import { line, required, text, Version } from '../fields.ts';

/** An email whose words the studio can change. */
export const WordedEmailName = z.enum(Object.keys(emailFields) as [WordedEmail, ...WordedEmail[]]);

const words = {
  subject: required('A subject', limits.emailSubject),
  heading: required('A heading', limits.emailHeading),
  greeting: line('A greeting', limits.emailGreeting),
  opening: text('The words before the facts', limits.emailWords),
  closing: text('The words after the facts', limits.emailWords),
};

/** POST settings/emails/:email/preview: the words as typed. */
export const PreviewEmailWords = z.strictObject(words);
export type PreviewEmailWords = z.infer<typeof PreviewEmailWords>;

/**
 * PUT settings/emails/:email: all words of one email. A text that equals the built-in one is put back to it. A field that
 * this email does not have is refused where it stands.
 */
export const EditEmailWords = PreviewEmailWords.extend({ version: Version });
export type EditEmailWords = z.infer<typeof EditEmailWords>;

const Words = z.object(words);

/** The words of one email: as they are sent, and as they are built in; `is_changed`: whether these differ. */
export const Wording = z.object({
  email: WordedEmailName,
  words: Words,
  built_in: Words,
  is_changed: z.boolean(),
  version: Version,
});
export type Wording = z.infer<typeof Wording>;

/** GET settings/emails: every email whose words can be changed. */
export const Wordings = z.object({ items: z.array(Wording) });
export type Wordings = z.infer<typeof Wordings>;
