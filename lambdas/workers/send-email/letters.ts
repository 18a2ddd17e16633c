import { inDollars, quoteTypes } from '#shared/contract/quotes.ts';
import { studio } from '#shared/studio.ts';
import type { Letter } from '../../domain/outbox.ts';
import { type Html, html } from '../../platform/html.ts';

export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** Whom an answer goes to, where that is not the studio. */
  replyTo?: string;
}

/** Addresses that only the deployment knows. */
interface Addresses {
  /** `https://…` of the site. */
  site: string;
}

/** The words of a letter. What people typed is text in all of it, and never more than one line in the subject. */
export function writeLetter(letter: Letter, { site }: Addresses): Mail {
  switch (letter.kind) {
    case 'new-client':
      return mail({
        subject: `New client: ${letter.name || letter.email || letter.customer_id}`,
        title: 'A new client has registered',
        facts: [
          ['Name', letter.name],
          ['Email', letter.email],
          ['Customer ID', letter.customer_id],
        ],
        link: { text: 'Open the customer', url: `${site}/admin/customer/${letter.record_id}/edit` },
      });
    case 'account-closed':
      return mail({
        subject: `Account closed: ${letter.name || letter.email || letter.customer_id}`,
        title: 'A client has closed their account',
        facts: [
          ['Name', letter.name],
          ['Email', letter.email],
          ['Customer ID', letter.customer_id],
        ],
        closing: 'They can no longer sign in. Their photos stay until you delete them.',
        link: { text: 'Open the customer', url: `${site}/admin/customer/${letter.record_id}/edit` },
      });
    case 'message-received':
      return {
        ...mail({
          subject: `Message from ${letter.name}`,
          title: `${letter.name} has sent a message`,
          facts: [
            ['Email', letter.email],
            ['Phone', letter.phone],
          ],
          words: letter.message,
          closing: `Reply to this letter to write to ${letter.name}.`,
          link: { text: 'Open the messages', url: `${site}/admin/messages` },
        }),
        replyTo: letter.email,
      };
    case 'quote-submitted': {
      const from = letter.name || letter.email || 'A client';
      return {
        ...mail({
          subject: `Quote request from ${from}: ${quoteTypes[letter.type]}`,
          title: `${from} asks for a quote`,
          facts: [...requested(letter), ['Email', letter.email]],
          words: letter.notes,
          link: { text: 'Answer the request', url: `${site}/admin/quotes` },
        }),
        ...(letter.email && { replyTo: letter.email }),
      };
    }
    case 'quote-received':
      return mail({
        subject: `We received your request: ${quoteTypes[letter.type]}`,
        title: 'Your request is with us',
        greeting: greet(letter.name),
        opening: 'Thank you for asking. We will look at your request and answer you here.',
        facts: requested(letter),
        words: letter.notes,
        link: { text: 'See your requests', url: `${site}/dashboard/quotes` },
      });
    case 'quote-approved':
      return mail({
        subject: `Your request is approved: ${quoteTypes[letter.type]}`,
        title: 'Your request is approved',
        greeting: greet(letter.name),
        opening: 'Good news: we can make this for you.',
        facts: [...requested(letter), priceOf(letter)],
        words: letter.message,
        closing: 'Reply to this letter if you have a question.',
        link: { text: 'See your requests', url: `${site}/dashboard/quotes` },
      });
    case 'quote-rejected':
      return mail({
        subject: `About your request: ${quoteTypes[letter.type]}`,
        title: 'About your request',
        greeting: greet(letter.name),
        opening: 'We are sorry: we can’t make this one for you.',
        facts: [...requested(letter), priceOf(letter)],
        words: letter.message,
        closing: 'Reply to this letter, and we will find another way together.',
        link: { text: 'See your requests', url: `${site}/dashboard/quotes` },
      });
    case 'gallery-ready':
      return mail({
        subject: `Your photos are ready: ${letter.session_name}`,
        title: 'Your photos are ready',
        greeting: greet(letter.name),
        opening: 'Your gallery is open: look around, star your favorites, leave a note on any photo and download them.',
        facts: [
          ['Session', letter.session_name],
          ['Photos', letter.photos_count.toLocaleString('en-US')],
        ],
        closing: 'Reply to this letter if you have a question.',
        link: { text: 'Open your gallery', url: `${site}/dashboard/gallery` },
      });
    case 'download-ready':
      return mail({
        subject: `Your download is ready: ${letter.title}`,
        title: 'Your download is ready',
        greeting: greet(letter.name),
        opening: 'The photos you asked for are packed. You can download them for seven days.',
        facts: [
          ['Download', letter.title],
          ['Photos', letter.photos_count.toLocaleString('en-US')],
          ['Files', letter.parts > 1 ? `${letter.parts} ZIP files` : 'one ZIP file'],
        ],
        closing: 'Reply to this letter if you have a question.',
        link: { text: 'Open your gallery', url: `${site}/dashboard/gallery` },
      });
  }
}

const greet = (name: string) => (name ? `Hello ${name},` : 'Hello,');

const requested = ({ type, quantity, favorites }: Request): [string, string][] => [
  ['Request', quoteTypes[type]],
  ['Quantity', quantity === null ? '' : String(quantity)],
  ['Favorites', favorites === 0 ? '' : `${favorites} attached`],
];

const priceOf = ({ price_cents }: { price_cents: number | null }): [string, string] => [
  'Price',
  price_cents === null ? '' : inDollars(price_cents),
];

type Request = Pick<Extract<Letter, { kind: 'quote-received' }>, 'type' | 'quantity' | 'favorites'>;

interface Content {
  subject: string;
  title: string;
  greeting?: string;
  opening?: string;
  facts: [string, string][];
  /** What somebody wrote, with its own line breaks. */
  words?: string;
  closing?: string;
  link: { text: string; url: string };
}

function mail({ subject, facts, ...content }: Content): Mail {
  const known = facts.filter(([, value]) => value !== '');
  return {
    subject: oneLine(subject),
    text: asText({ ...content, facts: known }),
    html: asHtml({ ...content, facts: known }).text,
  };
}

/** A line break in a subject would start another header. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').slice(0, 150);

function asText({ title, greeting, opening, facts, words, closing, link }: Omit<Content, 'subject'>): string {
  const parts = [
    title,
    greeting,
    opening,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    words,
    closing,
    `${link.text}: ${link.url}`,
    `${studio.name}, ${studio.city}`,
  ];
  return `${parts.filter((part) => part).join('\n\n')}\n`;
}

/** One column that needs no style sheet to be read; those that know `color-scheme` turn it dark, others leave it light. */
const asHtml = ({
  title,
  greeting,
  opening,
  facts,
  words,
  closing,
  link,
}: Omit<Content, 'subject'>): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark }
body { margin: 0; background: #fafaf7; color: #171916 }
.sheet { max-width: 560px; margin: 0 auto; padding: 32px 20px; font: 16px/1.6 Arial, sans-serif }
h1 { margin: 0 0 20px; font: 400 28px/1.2 Georgia, 'Times New Roman', serif }
table { border-collapse: collapse; margin: 20px 0 }
th { padding: 3px 24px 3px 0; color: #5c5d55; font-weight: 400; text-align: left; vertical-align: top }
td { padding: 3px 0; overflow-wrap: anywhere }
.words { margin: 20px 0; padding: 4px 0 4px 16px; border-left: 3px solid #2f4b3a; white-space: pre-line }
.button { display: inline-block; margin: 12px 0; padding: 12px 20px; border-radius: 24px; background: #2f4b3a; color: #ffffff; font-weight: 700; text-decoration: none }
.studio { margin-top: 32px; color: #5c5d55; font-size: 14px }
.mast { margin: 0 0 28px; font: italic 400 20px/1.2 Georgia, 'Times New Roman', serif }
@media (prefers-color-scheme: dark) {
  body { background: #171916 !important; color: #fafaf7 !important }
  th, .studio { color: #b4b5ac !important }
  a { color: #a9c6b2 }
  .words { border-color: #a9c6b2 }
  .button { background: #a9c6b2 !important; color: #171916 !important }
}
</style>
</head>
<body>
<div class="sheet">
<p class="mast">${studio.name}</p>
<h1>${title}</h1>
${greeting ? html`<p>${greeting}</p>` : ''}
${opening ? html`<p>${opening}</p>` : ''}
${facts.length > 0 ? html`<table>${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}</table>` : ''}
${words ? html`<div class="words">${words}</div>` : ''}
${closing ? html`<p>${closing}</p>` : ''}
<p><a class="button" href="${link.url}">${link.text}</a></p>
<p class="studio">${studio.name}, ${studio.city}</p>
</div>
</body>
</html>
`;
