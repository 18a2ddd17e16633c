import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { CompleteProfile, CreateCustomer, EditCustomer, EditMe } from './customers.ts';
import { line, optional, optionalText, required, requiredText, text } from './fields.ts';
import { CreateLink, EditLink, NameGuest } from './links.ts';
import { SendMessage } from './messages.ts';
import { SetFavoriteOrNote, SetReply } from './photos/photos.ts';
import { ChangeQuote, SubmitQuote } from './quotes.ts';
import { EditSelection, NoteChoice, OpenSelection, SubmitSelection } from './selections.ts';
import { AnnounceFinished, AnnounceSession, CreateSession, EditSession } from './sessions/sessions.ts';
import { AskForCode } from './sign-in.ts';
import { SaveWebsite, Website } from './website.ts';

const lines = [required('A name', 10), optional('Name', 10), line('Name', 10)];
const texts = [requiredText('A note', 10), optionalText('Notes', 10), text('Notes', 10)];

test('control characters are removed; tabs and line ends stay in texts, and are blanks in lines', () => {
  for (const field of lines) expect(field.parse('a\tb\nc')).toBe('a b c');
  for (const field of texts) expect(field.parse('a\tb\nc')).toBe('a\tb\nc');
  for (const field of [...lines, ...texts]) {
    expect(field.parse(' A\u0000d\u0007a\u007f\u0085 ')).toBe('Ada');
    // Control characters are removed before the length is checked.
    expect(field.parse(`${'\u0000'.repeat(50)}Ada`)).toBe('Ada');
  }
});

test('a string of only control characters is empty', () => {
  expect(required('A name', 10).safeParse('\u0000\u0001').error?.issues[0]?.message).toBe('Please enter a name.');
  expect(optional('Notes', 10).parse(undefined)).toBe('');
});

test.each([
  '\u200b',
  '\u2060',
  '\u3164',
  '\u2800',
  '\u115f',
  '\uffa0',
  '\u180e',
  '\ufe0f',
  '\u{e0020}',
  '\u202e',
  '\u0301',
])('what is required has something visible: not %j', (char) => {
  for (const field of [required('A name', 10), requiredText('A name', 10)]) {
    const { error } = field.safeParse(char.repeat(3));
    expect(error?.issues[0]?.message).toBe('Please enter a name.');
  }
});

/** The members of zod's schemas. */
interface Part {
  def: {
    type: string;
    innerType?: Part;
    in?: Part;
    element?: Part;
    options?: Part[];
    shape?: Record<string, Part>;
    checks?: { _zod: { def: { check: string } } }[];
  };
  maxLength?: number | null;
  format?: string | null;
}

/** Returns the fields of a schema that accept any text, with their paths. */
function fieldsOf({ def, ...part }: Part, path: string): [string, Part][] {
  const innerSchema = def.innerType ?? def.in ?? def.element;
  if (innerSchema) return fieldsOf(innerSchema, path);
  if (def.options) return def.options.flatMap((child) => fieldsOf(child, path));
  if (def.shape) return Object.entries(def.shape).flatMap(([name, child]) => fieldsOf(child, `${path}.${name}`));
  return def.type === 'string' ? [[path, { def, ...part }]] : [];
}

test('each text that somebody types follows the rule of what is stored', () => {
  const requests = {
    ...{ CompleteProfile, CreateCustomer, EditCustomer, EditMe, CreateLink, EditLink, NameGuest, SendMessage },
    ...{ SetFavoriteOrNote, SetReply, ChangeQuote, SubmitQuote, EditSelection, NoteChoice, OpenSelection },
    ...{ SubmitSelection, AnnounceFinished, AnnounceSession, CreateSession, EditSession, AskForCode, SaveWebsite },
  };
  const fields = Object.entries(requests).flatMap(([name, schema]) => fieldsOf(schema as unknown as Part, name));
  expect(fields.length).toBeGreaterThan(80);
  const ruled = (checks: Part['def']['checks'] = []) => checks.map(({ _zod }) => _zod.def.check);
  const fieldsWithoutRule = fields
    .filter(([, { def }]) => !ruled(def.checks).includes('overwrite'))
    .map(([path]) => path);
  // Fields whose patterns define all their values.
  const formed =
    /\.(id|.*_id|photo_ids|reviewed_ids|.*_hash|.*_at|.*_on|session_date|session_label|pin|payment_link|phone_link|slug|color|service|email|time_zone)$/;
  expect(fieldsWithoutRule.filter((path) => !formed.test(path))).toEqual([]);
  expect(
    z
      .string()
      .overwrite((field) => field)
      .def.checks?.map(({ _zod }) => _zod.def.check),
  ).toEqual(['overwrite']);
});

test('text is stored composed, however it was typed', () => {
  for (const field of [required('Name', 10), optional('Notes', 10)]) {
    expect(field.parse('Nu\u0301n\u0303ez'.padEnd(12))).toBe('N\u00fa\u00f1ez');
  }
});

test('each field that can’t be empty says what is typed as a sentence begins, for a message that is one', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((name) => !name.endsWith('.test.ts'));
  const named = sources.flatMap((name) =>
    [
      ...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/\b(?:required|needed)(?:Text)?\('([^']+)'/g),
    ].map(([, label]) => label!),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((label) => !/^(A|An|The|Your) [\w ]+$/.test(label))).toEqual([]);
});

test('no message says that words is required, or that a field is a number', () => {
  const empty = {
    ...defaultWebsite,
    testimonials: [{ name: '', words: '', source: '', source_link: 'x', service: '' }],
  };
  const messages = [
    ...(Website.safeParse(empty).error?.issues ?? []),
    ...(OpenSelection.safeParse({ name: '', included: 1.5, extra_cents: -1, minimum: -1 }).error?.issues ?? []),
    ...(SendMessage.safeParse({ name: '', phone: '', email: '', message: '' }).error?.issues ?? []),
  ].map(({ message }) => message);
  expect(messages).toEqual([
    'Please enter a name.',
    'Please enter the words of the testimonial.',
    'The link to the source must begin with https://, or be empty.',
    'Please enter a name.',
    'Please enter a whole number from 0 to 2,000.',
    'A price is a whole number of cents from 0 to 100,000.',
    'Please enter a whole number from 0 to 2,000.',
    'Please enter your name.',
    'Please enter your phone number.',
    'Please enter an email address.',
    'Please enter a message.',
  ]);
});
