import { html } from 'hono/html';
import { typedLine } from '#shared/text/typed-text.ts';
import type { Piece } from '#shared/text/written-fields.ts';
import type { StudioFacts } from '#shared/website/website.ts';

export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** The Reply-To address, when replies do not go to the studio. */
  replyTo?: string;
  /** The text in it that a person wrote, with its fields filled. */
  typedText?: string;
}

/** The Content-ID of the email's inline image. */
export const coverId = 'cover';

/** The content of an email before it is laid out as text and HTML. */
export interface Content {
  subject: string;
  title: string;
  /** The greeting, whose values are people's names; without it nobody is greeted. */
  greeting?: Piece[];
  opening?: string;
  facts: [string, string][];
  /** A text that a person wrote, with its line breaks. */
  typedText?: string | undefined;
  /** The alternative text of the inline image; without it the email has none. */
  picture?: string | undefined;
  closing?: string;
  link: { text: string; url: string };
  /** The Reply-To address, when replies do not go to the studio. */
  replyTo?: string;
}

/** Returns an email of this content. Facts without a value are left out. */
export function mailFrom(studio: StudioFacts, { subject, facts, replyTo, ...content }: Content): Mail {
  const filled = { ...content, facts: facts.filter(([, value]) => value !== '') };
  return {
    subject: oneLine(subject),
    text: asText(studio, filled),
    html: asHtml(studio, filled),
    ...(replyTo && { replyTo }),
    ...(content.typedText && { typedText: content.typedText }),
  };
}

/**
 * Returns a subject as one line: a line break would start another header, and older rows have names as they were typed.
 */
const oneLine = (text: string) => typedLine(text).slice(0, 150);

function asText(
  studio: StudioFacts,
  { title, greeting = [], opening, facts, typedText, closing, link }: Omit<Content, 'subject' | 'replyTo'>,
): string {
  const paragraphs = [
    title,
    greeting.map((piece) => piece.text).join(''),
    opening,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    typedText,
    closing,
    `${link.text}: ${link.url}`,
    `${studio.name}, ${studio.city}`,
  ];
  return `${paragraphs.filter((paragraph) => paragraph).join('\n\n')}\n`;
}

/** Returns the HTML: one column, readable without styles; programs that support `color-scheme` show a dark version. */
const asHtml = (
  studio: StudioFacts,
  { title, greeting = [], opening, facts, typedText, picture, closing, link }: Omit<Content, 'subject' | 'replyTo'>,
): string => {
  const button = html`<p><a class="button" href="${link.url}">${link.text}</a></p>`;
  // The button stands before an image: below a tall one, a phone shows it only after scrolling.
  return html`<!doctype html>
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
.picture { display: block; max-width: 100%; height: auto; border: 0 }
.words { margin: 20px 0; padding: 4px 0 4px 16px; border-left: 3px solid #2f4b3a; white-space: pre-line }
.said { white-space: pre-line }
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
<h1 dir="auto">${title}</h1>
${greeting.length > 0 ? html`<p dir="auto">${greeting.map(({ text, isValue }) => (isValue ? html`<bdi>${text}</bdi>` : text))}</p>` : ''}
${opening ? html`<p class="said" dir="auto">${opening}</p>` : ''}
${picture ? html`${button}<p><a href="${link.url}"><img class="picture" src="cid:${coverId}" alt="${picture}" width="400"></a></p>` : ''}
${facts.length > 0 ? html`<table>${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td dir="auto">${value}</td></tr>`)}</table>` : ''}
${typedText ? html`<div class="words" dir="auto">${typedText}</div>` : ''}
${closing ? html`<p class="said" dir="auto">${closing}</p>` : ''}
${picture ? '' : button}
<p class="studio">${studio.name}, ${studio.city}</p>
</div>
</body>
</html>
`.toString();
};
