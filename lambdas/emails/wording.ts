import type { EmailPreview } from '#shared/contract/emails.ts';
import type { EditEmailWords, PreviewEmailWords, Wording, Wordings } from '#shared/contract/wording/email-words.ts';
import { type EmailWords, emailFields, type WordedEmail } from '#shared/emails/email-fields.ts';
import {
  type ChangedWords,
  listChangedWords,
  readChangedWords,
  requireKnownFields,
  saveChangedWords,
} from '../domain/settings/email-words.ts';
import { readPublishedFacts } from '../domain/website/facts.ts';
import type { Admin } from '../platform/auth.ts';
import { env } from '../platform/env.ts';
import { StudioError } from '../platform/errors.ts';
import { builtInWords, writeEmail } from './emails.ts';
import { samples } from './samples.ts';

/** The words of emails as the studio reads and changes them. */

/** Returns every email whose words can be changed. */
export async function listWordings(_actor: Admin): Promise<Wordings> {
  const changed = await listChangedWords();
  const names = Object.keys(emailFields) as WordedEmail[];
  return { items: names.map((name) => toWording(name, changed.get(name))) };
}

function toWording(name: WordedEmail, { words, version }: ChangedWords = { words: {}, version: 0 }): Wording {
  const built_in = builtInWords(samples[name]);
  return {
    email: name,
    words: { ...built_in, ...words },
    built_in,
    is_changed: Object.keys(words).length > 0,
    version,
  };
}

/**
 * Changes the words of an email. A text that equals the built-in one is not stored, so that it follows the built-in one.
 * @throws StudioError FORBIDDEN for staff; INVALID with what is wrong in each text; CHANGED_MEANWHILE with the present
 * words in `details.current`
 */
export async function editWording(
  actor: Admin,
  name: WordedEmail,
  { version, ...words }: EditEmailWords,
): Promise<Wording> {
  const changed = { words: changesOf(name, words), version };
  await saveChangedWords(actor, name, changed, async () => {
    const current = toWording(name, await readChangedWords(name));
    return new StudioError('CHANGED_MEANWHILE', undefined, { details: { current } });
  });
  return toWording(name, { ...changed, version: version + 1 });
}

/** Returns the texts that differ from the built-in ones. */
function changesOf(name: WordedEmail, words: EmailWords): Partial<EmailWords> {
  const builtIn = builtInWords(samples[name]);
  const isChanged = ([word, text]: [string, string]) => text !== builtIn[word as keyof EmailWords];
  return Object.fromEntries(Object.entries(words).filter(isChanged));
}

/**
 * Returns an email with these words, and the data of nobody. Nothing is sent or stored.
 * @throws StudioError INVALID with what is wrong in each text
 */
export async function previewWording(
  _actor: Admin,
  name: WordedEmail,
  words: PreviewEmailWords,
): Promise<EmailPreview> {
  requireKnownFields(name, words);
  const sample = samples[name];
  const sending = { site: env('SITE_ORIGIN'), studio: await readPublishedFacts() };
  const { subject, html } = writeEmail(sample, { ...sending, words: changesOf(name, words) });
  return { to: sample.to, subject, html, cover_path: null };
}
