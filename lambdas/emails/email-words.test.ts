import { describe, expect, test } from 'vitest';
import { type EmailWords, emailFields, type WordedEmail } from '#shared/emails/email-fields.ts';
import { defaultFacts } from '#shared/studio.ts';
import { refuseFields, writtenField } from '#shared/text/written-fields.ts';
import { builtInWords, nameOfWords, writeEmail } from './emails.ts';
import { samples } from './samples.ts';

const sending = { site: 'https://studio.example', studio: { ...defaultFacts, name: 'Elena & Co' } };
const names = Object.keys(samples) as WordedEmail[];
const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, url]) => url);
/** The facts of an email and the sentences that stay, as its plain text has them. */
const factsIn = (html: string) => /<table>.*<\/table>/.exec(html)?.[0];

/** Words with every field of an email in each text. */
function wordsWithFields(name: WordedEmail): EmailWords {
  const fields = emailFields[name].map((field) => `[${writtenField(field)}]`).join(' ');
  return {
    subject: `S ${fields}`,
    heading: `H ${fields}`,
    greeting: `G ${fields}`,
    opening: `O ${fields}`,
    closing: `C ${fields}`,
  };
}

describe.each(names)('the words of %s', (name) => {
  const sample = samples[name];
  const builtIn = writeEmail(sample, sending);

  test('are those that the studio changes by this name, and are built in without unknown fields', () => {
    expect(nameOfWords(sample)).toBe(name);
    for (const text of Object.values(builtInWords(sample)))
      expect(refuseFields(text, emailFields[name])).toBeUndefined();
    expect(builtIn.text).not.toMatch(/\{\{|\}\}/);
    expect(writeEmail(sample, { ...sending, words: builtInWords(sample) })).toEqual(builtIn);
  });

  test('have each field filled, and leave facts and links as they are', () => {
    const { subject, text, html } = writeEmail(sample, { ...sending, words: wordsWithFields(name) });
    for (const written of [subject, text, html]) expect(written).not.toMatch(/\{\{|\}\}|\[\]|undefined/);
    expect(subject).toMatch(/^S \[.+\]$/);
    expect(text).toMatch(/^H \[/);
    for (const start of ['G [', 'O [', 'C [']) expect(text).toContain(start);
    expect(linksIn(html)).toEqual(linksIn(builtIn.html));
    expect(factsIn(html)).toEqual(factsIn(builtIn.html));
  });

  test('are text, of one line in the subject', () => {
    const hostile = '<b>x</b>\r\nBcc: all@example.com\u2028y';
    const words = { subject: hostile, heading: hostile, greeting: hostile, opening: hostile, closing: hostile };
    const { subject, html } = writeEmail(sample, { ...sending, words });
    expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(html).not.toContain('<b>x</b>');
  });

  test('that are nothing but empty fields give way to the built-in subject and heading', () => {
    const { subject, text } = writeEmail(sample, { ...sending, words: { subject: ' ', heading: '' } });
    expect(subject).toBe(builtIn.subject);
    expect(text.split('\n', 1)).toEqual(builtIn.text.split('\n', 1));
  });
});

test('what the law and the client’s safety need stays in other words', () => {
  const words = { subject: 'S', heading: 'H', greeting: 'G', opening: 'O', closing: 'C' };
  const textOf = (name: WordedEmail, values: object = {}) =>
    writeEmail({ ...samples[name], ...values }, { ...sending, words }).text;
  expect(textOf('contact-code')).toContain('O It works for ten minutes.');
  expect(textOf('contact-code')).toContain('If you did not ask for this, ignore this email');
  expect(textOf('emails-moved')).toContain('If this was not you, reply to this email. C');
  expect(textOf('download-ready')).toContain('You can download them for seven days.');
  expect(textOf('quote-approved', { payment_link: 'https://pay.example.com/1' })).toContain(
    'Opening the page accepts nothing yet. Once you have accepted, you can pay there, at pay.example.com.',
  );
  expect(textOf('selection-reopened', { was_decided: true })).toContain('Our answer to your last choice is withdrawn');
  for (const name of ['selection-ending', 'selection-reopened'] as const)
    expect(textOf(name)).toContain('Last day: November 30');
});

test('a client without a name is greeted without a hole, and a name is not read for fields', () => {
  const words = { greeting: 'Dear {{first name}},', opening: '{{first name}}, look!' };
  const nameless = writeEmail({ ...samples['gallery-ready'], name: '' } as never, { ...sending, words });
  expect(nameless.text).toContain('\n\nDear,\n\nLook!\n\n');
  const tricky = writeEmail({ ...samples['gallery-ready'], name: '{{studio}}' } as never, { ...sending, words });
  expect(tricky.text).toContain('Dear {{studio}},');
  expect(tricky.html).toContain('Dear <bdi>{{studio}}</bdi>,');
});

test('emails to the studio have no words to change', () => {
  expect(nameOfWords({ kind: 'messages-waiting', waiting: 3 })).toBeUndefined();
  expect(nameOfWords({ ...samples['picks-sent'], to_client: false } as never)).toBeUndefined();
});
