import * as z from 'zod';
import { type EmailWords, emailFields, type WordedEmail } from '#shared/emails/email-fields.ts';
import { refuseFields } from '#shared/text/written-fields.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { table, transact } from '../../platform/table.ts';

/** The words that the studio has changed in the emails of one name; what is missing is built in. */
const WordsRow = z.object({
  id: z.string(),
  subject: z.string().optional(),
  heading: z.string().optional(),
  greeting: z.string().optional(),
  opening: z.string().optional(),
  closing: z.string().optional(),
  /** Incremented by every change. */
  version: z.number(),
});
type WordsRow = z.infer<typeof WordsRow>;

const emailWords = table('SETTINGS_TABLE', { key: ['id'] }, WordsRow);
const wordNames = ['subject', 'heading', 'greeting', 'opening', 'closing'] as const satisfies (keyof EmailWords)[];

const keyOf = (name: WordedEmail) => ({ id: `words#${name}` });

/** The changed words of an email, and the version of their row; 0 without a row. */
export interface ChangedWords {
  words: Partial<EmailWords>;
  version: number;
}

const toChanged = (row: WordsRow | undefined): ChangedWords => ({
  words: Object.fromEntries(wordNames.flatMap((name) => (row?.[name] === undefined ? [] : [[name, row[name]]]))),
  version: row?.version ?? 0,
});

/** Returns the words that the studio has changed in an email; strongly consistent. */
export const readChangedWords = async (name: WordedEmail): Promise<ChangedWords> =>
  toChanged(await emailWords.get(keyOf(name), { consistent: true }));

/** Returns the words that the studio has changed, by email. */
export async function listChangedWords(): Promise<Map<WordedEmail, ChangedWords>> {
  const names = Object.keys(emailFields) as WordedEmail[];
  const rows = await emailWords.getMany(names.map(keyOf), { consistent: true });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(names.map((name) => [name, toChanged(byId.get(keyOf(name).id))]));
}

/**
 * Stores the words that the studio has changed in an email; what is left out is built in again.
 * @param onConflict makes the error for words that were changed after the version was read
 * @throws StudioError FORBIDDEN for staff; INVALID with the words that have a field that the email does not have
 */
export async function saveChangedWords(
  actor: Admin,
  name: WordedEmail,
  { words, version }: ChangedWords,
  onConflict: () => Promise<Error>,
): Promise<void> {
  requireAdmin(actor, 'change the studio’s emails');
  requireKnownFields(name, words);
  const { id } = keyOf(name);
  const set = { ...words, version: version + 1 };
  const remove = wordNames.filter((word) => words[word] === undefined);
  // In a transaction, because its token tells the SDK's second attempt after a lost answer from another request.
  await transact([
    version === 0
      ? emailWords.insert({ id, ...set }, onConflict)
      : emailWords.change({ id }, { set, remove }, { where: { version }, onConflict }),
  ]);
}

/**
 * Checks that an email has every field that its words name.
 * @throws StudioError INVALID with what is wrong in each
 */
export function requireKnownFields(name: WordedEmail, words: Partial<EmailWords>): void {
  const fields = Object.fromEntries(
    Object.entries(words).flatMap(([word, text]) => {
      const reason = refuseFields(text, emailFields[name]);
      return reason ? [[word, reason]] : [];
    }),
  );
  if (Object.keys(fields).length > 0) throw new StudioError('INVALID', undefined, { fields });
}
