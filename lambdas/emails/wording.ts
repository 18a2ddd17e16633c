import type { EmailPreview } from '#shared/contract/emails.ts';
import type { PreviewAnnouncementText } from '#shared/contract/wording/announcement-texts.ts';
import type { EditEmailWords, PreviewEmailWords, Wording, Wordings } from '#shared/contract/wording/email-words.ts';
import { announcementOf, refuseAnnouncementText } from '#shared/emails/announcement-texts.ts';
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
import type { WholeEmail } from './whole-email.ts';

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
  return previewSample(samples[name], changesOf(name, words));
}

/**
 * Returns an announcement that begins with this text, in the studio's words, and the data of nobody. It is the first
 * announcement that has the text's fields. Nothing is sent or stored.
 * @throws StudioError INVALID for fields that no announcement has
 */
export async function previewAnnouncementText(_actor: Admin, { text }: PreviewAnnouncementText): Promise<EmailPreview> {
  const name = announcementOf(text);
  if (!name) throw new StudioError('INVALID', undefined, { fields: { text: refuseAnnouncementText(text)! } });
  return previewSample({ ...samples[name], ...{ message: text } }, (await readChangedWords(name)).words);
}

async function previewSample(sample: WholeEmail & { to: string }, words: Partial<EmailWords>): Promise<EmailPreview> {
  const sending = { site: env('SITE_ORIGIN'), studio: await readPublishedFacts() };
  const { subject, html } = writeEmail(sample, { ...sending, words });
  return { to: sample.to, subject, html, cover_path: null };
}
