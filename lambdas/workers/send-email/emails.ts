import { html } from 'hono/html';
import { hostOf, type QuoteStatus, quoteTypes } from '#shared/contract/quotes.ts';
import { sayChosen, saySubmitted } from '#shared/contract/selections.ts';
import { inDollars } from '#shared/money/in-dollars.ts';
import { standingOfQuote } from '#shared/selections/standing.ts';
import { signInFragment } from '#shared/sign-in-fragment.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { nameToGreet } from '#shared/text/name-to-greet.ts';
import { typedLine } from '#shared/text/typed-text.ts';
import type { StudioFacts } from '#shared/website/website.ts';
import type { ContactCode } from '../../domain/customers/contact-codes.ts';
import type { DownloadFacts } from '../../domain/downloads/downloads.ts';
import type { SentPicksFacts } from '../../domain/links/sent-picks.ts';
import type { Email, EmailOf, Happened } from '../../domain/outbox.ts';
import type { FinishedFacts, GalleryFacts } from '../../domain/photos/access/announcement.ts';
import type { ChangeFacts } from '../../domain/selections/change-emails.ts';
import type { ChoiceFacts } from '../../domain/selections/reading.ts';
import type { EndingFacts } from '../../domain/selections/reminders.ts';

export interface Mail {
  subject: string;
  text: string;
  html: string;
  /** Reply-To address, when replies do not go to the studio. */
  replyTo?: string;
}

/** An email with the facts that are read when it is sent. */
export type WholeEmail =
  | Exclude<
      Email,
      EmailOf<
        | ('gallery-ready' | 'finished-ready' | 'download-ready' | 'contact-code' | 'selection-ending' | 'picks-sent')
        | ('selection-reopened' | 'change-declined')
      >
    >
  | (EmailOf<'contact-code'> & ContactCode)
  | (EmailOf<'selection-ending'> & EndingFacts)
  | (EmailOf<'selection-reopened'> & ChangeFacts)
  | (EmailOf<'change-declined'> & ChangeFacts)
  | (EmailOf<'picks-sent'> & SentPicksFacts)
  | (EmailOf<'gallery-ready'> & GalleryFacts)
  | (EmailOf<'finished-ready'> & FinishedFacts & ChoiceFacts)
  | (EmailOf<'download-ready'> & DownloadFacts);

/** Content-ID of the email's inline image. */
export const coverId = 'cover';

interface Sending {
  /** `https://…` of the site. */
  site: string;
  /** The studio's facts, as they are published. */
  studio: StudioFacts;
  /** Whether the email has an inline image with the id `coverId`. */
  hasCover?: boolean;
}

/**
 * Returns an email's subject, text and HTML. Text that people typed is escaped everywhere, and one line in the subject.
 */
export function writeEmail(email: WholeEmail, { site, studio, hasCover = false }: Sending): Mail {
  const mail = (content: Content) => mailFrom(studio, content);
  /** The address of a page of the client, whose sign-in page fills in the address with which this client signs in. */
  const open = (path: string) => {
    const known = 'sign_in_with' in email ? email.sign_in_with : undefined;
    return `${site}${path}${known ? signInFragment + encodeURIComponent(known) : ''}`;
  };
  switch (email.kind) {
    case 'new-client':
      return mail({
        subject: `New client: ${calledBy(email)}`,
        title: 'A new client has registered',
        facts: [
          ['Name', email.name || unknown],
          ['Email', typedAddress(email)],
          ['Customer ID', email.customer_id],
        ],
        link: { text: 'Open the customer', url: `${site}/admin/customer/${email.record_id}/edit` },
      });
    case 'account-closed':
      return mail({
        subject: `Account closed: ${calledBy(email)}`,
        title: 'A client has closed their account',
        facts: [
          ['Name', email.name || unknown],
          ['Email', typedAddress(email)],
          ['Customer ID', email.customer_id],
        ],
        closing: 'They can no longer sign in. Their photos stay until you delete them.',
        link: { text: 'Open the customer', url: `${site}/admin/customer/${email.record_id}/edit` },
      });
    case 'contact-code':
      return mail({
        subject: 'Your code to confirm this email address',
        title: 'Confirm this email address',
        // Nobody has proven that the address is the client's: a stranger would read what the client calls themselves.
        greeted: '',
        opening: `Somebody gave this address in their account with ${studio.name}. If it was you, enter this code there, and our emails come here. It works for ten minutes.`,
        facts: [['Code', email.code]],
        closing: 'If you did not ask for this, ignore this email: nothing changes without the code.',
        link: { text: 'Open your settings', url: `${site}/dashboard/settings` },
      });
    case 'emails-moved':
      return mail({
        subject: 'Our emails go to another address now',
        title: 'Our emails go to another address now',
        greeted: nameToGreet(email.name),
        opening: `You confirmed another address in your account with ${studio.name}. You still sign in as before.`,
        facts: [['Emails go to', email.moved_to]],
        closing: 'If this was not you, reply to this email.',
        link: { text: 'Open your settings', url: open('/dashboard/settings') },
      });
    case 'records-joined':
      return mail({
        subject: email.undone ? 'Your accounts are separate again' : 'Your two accounts are one now',
        title: email.undone ? 'Your accounts are separate again' : 'Your two accounts are one now',
        greeted: nameToGreet(email.name),
        opening: email.undone
          ? `${studio.name} has undone the join of your two accounts. Each opens as it did before.`
          : `${studio.name} has joined your two accounts. Sign in with either address: both open the same photos.`,
        facts: [],
        closing: 'Reply to this email if something is missing.',
        link: { text: 'Open your account', url: open('/dashboard') },
      });
    case 'message-received':
      return {
        ...mail({
          subject: `Message from ${email.name}`,
          title: `${email.name} has sent a message`,
          facts: [
            ['Email', email.email],
            ['Phone', email.phone],
          ],
          words: email.message,
          closing: `Reply to this email to write to ${email.name}.`,
          link: { text: 'Open the messages', url: `${site}/admin/messages` },
        }),
        replyTo: email.email,
      };
    case 'messages-waiting': {
      const many = `${email.waiting}`;
      return mail({
        subject: `Messages waiting: ${many}`,
        title: 'Many messages in one hour',
        facts: [['Messages this hour', many]],
        closing:
          'So many messages came from the contact form that further ones of this hour bring no email of their own. All of them are in the admin area.',
        link: { text: 'Open the messages', url: `${site}/admin/messages` },
      });
    }
    case 'quote-submitted': {
      const from = calledBy(email);
      return {
        ...mail({
          subject: `Quote request from ${from}: ${quoteTypes[email.type]}`,
          title: `${from} asks for a quote`,
          facts: [...requested(email), ['Email', email.email]],
          words: email.notes,
          link: { text: 'Answer the request', url: `${site}/admin/quotes` },
        }),
        ...(email.email && { replyTo: email.email }),
      };
    }
    case 'quote-received':
      return mail({
        subject: `We received your request: ${quoteTypes[email.type]}`,
        title: 'Your request is with us',
        greeted: nameToGreet(email.name),
        opening: `Thank you for asking. ${lineOf(email, 'pending')} We will look at it and answer you by email.`,
        facts: requested(email),
        words: email.notes,
        link: { text: 'See your request', url: open(quotePath(email)) },
      });
    case 'quote-approved':
      return mail({
        subject: `Your request is approved: ${quoteTypes[email.type]}`,
        title: 'Your request is approved',
        greeted: nameToGreet(email.name),
        opening: `Good news: we can make this for you. ${lineOf(email, 'approved')}. Accept it on the page that the button opens, and we begin.`,
        facts: [...requested(email, email.price_cents), priceOf(email)],
        words: email.message,
        closing: `Opening the page accepts nothing yet.${
          email.payment_link === null
            ? ''
            : ` Once you have accepted, you can pay there, at ${hostOf(email.payment_link)}.`
        } Reply to this email if you have a question.`,
        link: { text: 'See the quote and accept', url: open(quotePath(email)) },
      });
    case 'quote-rejected':
      return mail({
        subject: `About your request: ${quoteTypes[email.type]}`,
        title: 'About your request',
        greeted: nameToGreet(email.name),
        opening: `${lineOf(email, 'rejected')} We are sorry.`,
        facts: [...requested(email, email.price_cents), priceOf(email)],
        words: email.message,
        closing: 'Reply to this email, and we will find another way together.',
        link: { text: 'See the answer', url: open(quotePath(email)) },
      });
    case 'quote-accepted': {
      const from = calledBy(email);
      return {
        ...mail({
          subject: `${from} accepted your quote: ${email.selection?.name ?? quoteTypes[email.type]}`,
          title: `${from} has accepted your quote`,
          facts: [
            ...requested(email, email.price_cents),
            ['Accepted price', priceOf(email)[1]],
            ['Email', email.email],
          ],
          link: { text: 'Open the quotes', url: `${site}/admin/quotes` },
        }),
        ...(email.email && { replyTo: email.email }),
      };
    }
    case 'picks-sent': {
      const from = email.from || 'A guest';
      return mail({
        subject: `${from} sent ${formatCounted(email.picks, 'pick')}: ${email.session_name}`,
        title: `${from} has sent their picks`,
        ...(email.to_client && { greeted: nameToGreet(email.greeted) }),
        facts: [
          ['Session', email.session_name],
          ['Picks', email.picks.toLocaleString('en-US')],
          ['Notes', email.notes > 0 ? email.notes.toLocaleString('en-US') : ''],
          ['Link', email.from && email.link_label],
        ],
        closing: 'They may pick more, and send again.',
        link: { text: 'See the picks', url: `${site}${email.path}` },
      });
    }
    case 'change-requested': {
      const from = calledBy(email);
      const { selection } = email;
      return {
        ...mail({
          subject: `${from} asks to change their choice: ${selection?.name ?? quoteTypes[email.type]}`,
          title: `${from} asks to change their choice`,
          facts: [...requested(email), ['Email', email.email]],
          words: email.notes,
          closing: 'Open the selection again there, or keep the choice as it was submitted.',
          link: {
            text: 'Open the selection',
            url: `${site}/admin/session/${selection?.session_id}/selection/${selection?.selection_id}`,
          },
        }),
        ...(email.email && { replyTo: email.email }),
      };
    }
    case 'change-declined':
      return mail({
        subject: `About your choice: ${email.selection_name}`,
        title: 'Your choice stays as you submitted it',
        greeted: nameToGreet(email.name),
        opening: `You asked to change your choice of photos of ${email.session_name}. We keep it as you submitted it.`,
        facts: [
          ['Selection', email.selection_name],
          ['Where it stands', email.line],
        ],
        words: email.message,
        closing: 'Reply to this email, and we will find another way together.',
        link: {
          text: 'See your choice',
          url: open(`/dashboard/gallery/${email.session_label}/selection/${email.selection_id}`),
        },
      });
    case 'selection-reopened':
      return mail({
        subject: `You can change your choice: ${email.selection_name}`,
        title: 'Your choice is open again',
        greeted: nameToGreet(email.name),
        opening: `${email.was_asked ? 'As you asked, we' : 'We'} have opened your choice of photos of ${email.session_name} again. What you chose is still chosen: change it, and submit it anew${
          email.ends_on === null ? '' : ` by the end of ${dayInWords(email.ends_on)}`
        }.${email.was_decided ? ' Our answer to your last choice is withdrawn: you get another one.' : ''}`,
        facts: [
          ['Selection', email.selection_name],
          ['So far', email.line],
        ],
        words: email.message,
        closing: 'Reply to this email if you have a question.',
        link: { text: 'Change your choice', url: open(`/dashboard/gallery/${email.session_label}`) },
      });
    case 'selection-ending':
      return mail({
        subject: `Your choice ends soon: ${email.selection_name}`,
        title: 'Your choice ends soon',
        greeted: nameToGreet(email.name),
        opening: `You can choose photos of ${email.session_name} until the end of ${dayInWords(email.ends_on)}. Submit your choice by then.`,
        facts: [
          ['Selection', email.selection_name],
          ['So far', sayChosen(email, email.chosen_count)],
        ],
        closing: 'Reply to this email if you need more time.',
        link: { text: 'Open your gallery', url: open(`/dashboard/gallery/${email.session_label}`) },
      });
    case 'day-happened':
      return mail({
        subject: `What happened until ${dayInWords(email.day)}`,
        title: 'What your clients and their guests did',
        facts: [
          ...email.sessions.map(({ session_name, happened }): [string, string] => [
            session_name || 'Unnamed Session',
            happened.map(sayHappened).join(', '),
          ]),
          ['Further sessions', email.more > 0 ? String(email.more) : ''],
        ],
        closing: 'You get this email after a day in which something happened. The settings switch it off.',
        link: { text: 'Open the dashboard', url: `${site}/admin/dashboard` },
      });
    case 'gallery-ready':
      return mail({
        subject: `Your photos are ready: ${email.session_name}`,
        title: 'Your photos are ready',
        greeted: nameToGreet(email.name),
        words: email.message,
        picture: hasCover ? `A photo of ${email.session_name}` : undefined,
        opening: `Your gallery is open: look around, star your favorites${
          email.downloadable ? ', leave a note on any photo and download photos' : ' and leave a note on any photo'
        }.`,
        facts: [
          ['Session', email.session_name],
          ['Photos', email.photos_count.toLocaleString('en-US')],
          ['Sign in with', email.sign_in_with],
        ],
        closing: 'Reply to this email if you have a question.',
        link: {
          text: 'Open your gallery',
          url: open(`/dashboard/gallery/${email.session_label}`),
        },
      });
    case 'finished-ready': {
      const { session_name, new_count, finished_count, photos_count } = email;
      const some = formatCounted(new_count, 'photo');
      return mail({
        subject: `Your finished photos are ready: ${session_name}`,
        title: 'Your finished photos are ready',
        greeted: nameToGreet(email.name),
        words: email.message,
        picture: hasCover ? `A finished photo of ${session_name}` : undefined,
        opening: `${some} ${new_count === 1 ? 'is' : 'are'} finished now, in the same place in your gallery. Your favorites and notes are still there.`,
        facts: [
          ['Session', session_name],
          ['Newly finished', new_count.toLocaleString('en-US')],
          ['Finished in all', `${finished_count.toLocaleString('en-US')} of ${photos_count.toLocaleString('en-US')}`],
          ...email.choices.map(({ name, line }): [string, string] => [name, line]),
        ],
        closing: 'Reply to this email if you have a question.',
        link: { text: 'See your finished photos', url: open(`/dashboard/gallery/${email.session_label}`) },
      });
    }
    case 'download-ready':
      return mail({
        subject: `Your download is ready: ${email.title}`,
        title: 'Your download is ready',
        greeted: nameToGreet(email.name),
        opening: 'The photos you asked for are packed. You can download them for seven days.',
        facts: [
          ['Download', email.title],
          ['Photos', email.photos_count.toLocaleString('en-US')],
          ['Files', email.parts > 1 ? `${email.parts} ZIP files` : 'one ZIP file'],
        ],
        closing: 'Reply to this email if you have a question.',
        link: { text: 'Open your downloads', url: open('/dashboard/downloads') },
      });
  }
}

const unknown = 'Unknown';

/** Returns the name of the customer for emails to the studio, or 'Unknown' with the address or customer ID. */
function calledBy({ name, email, customer_id }: { name: string; email: string; customer_id?: string }): string {
  const known = email || customer_id;
  return name || (known ? `${unknown} (${known})` : unknown);
}

/** An address that was only typed is not verified as the client's. */
const typedAddress = ({ email, email_verified }: { email: string; email_verified: boolean }) =>
  email && !email_verified ? `${email} (unverified)` : email;

/** 'November 22' of `2026-11-22`. */
const dayInWords = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

const happenings: Record<Happened['what'], [one: string, many: string]> = {
  opened: ['opened for the first time', 'opened for the first time'],
  favorites: ['1 favorite', '# favorites'],
  notes: ['1 note', '# notes'],
  downloads: ['1 photo downloaded', '# photos downloaded'],
  files: ['1 file downloaded', '# files downloaded'],
  archives: ['1 download of several photos', '# downloads of several photos'],
  links: ['1 link shared', '# links shared'],
  guests: ['1 new guest', '# new guests'],
  picks: ['1 pick of a guest', '# picks of guests'],
  'guest-notes': ['1 note of a guest', '# notes of guests'],
  'guest-downloads': ['1 photo downloaded by guests', '# photos downloaded by guests'],
  'guest-files': ['1 file downloaded by guests', '# files downloaded by guests'],
};
const sayHappened = ({ what, count }: Happened) =>
  happenings[what][count === 1 ? 0 : 1].replace('#', count.toLocaleString('en-US'));

/**
 * Returns what was requested, by name.
 * @param price the studio's, in cents, which stands in place of a selection's sum
 */
function requested({ type, quantity, favorites, selection }: Request, price: number | null = null): [string, string][] {
  if (selection) {
    return [
      ['Selection', selection.name],
      ['Photos', saySubmitted(selection)],
      ['Total', price === null ? inDollars(selection.total_cents) : ''],
    ];
  }
  return [
    ['Request', quoteTypes[type]],
    ['Quantity', quantity === null ? '' : String(quantity)],
    ['Photos', favorites === 0 ? '' : `${favorites} attached`],
  ];
}

const priceOf = ({ price_cents }: { price_cents: number | null }): [string, string] => [
  'Price',
  price_cents === null ? '' : inDollars(price_cents),
];

type Request = Omit<EmailOf<'quote-received'>, 'kind' | 'to'>;

/** The page of the client's quotes, with this one first. */
const quotePath = ({ quote_id }: Request) => `/dashboard/quotes${quote_id === undefined ? '' : `?quote=${quote_id}`}`;

/** Says where a quote stands, as the portal does. */
const lineOf = (
  { selection, price_cents = null }: Pick<Request, 'selection'> & { price_cents?: number | null },
  status: QuoteStatus,
) =>
  standingOfQuote({
    ...{ status, price_cents, selection: selection ?? null },
    ...{ payment_link: null, accepted: null, superseded_at: null },
  }).line;

interface Content {
  subject: string;
  title: string;
  /** The name to greet, or ''; without it nobody is greeted. */
  greeted?: string;
  opening?: string;
  facts: [string, string][];
  /** Text that a person wrote, with its line breaks. */
  words?: string | undefined;
  /** Alternative text of the inline image. */
  picture?: string | undefined;
  closing?: string;
  link: { text: string; url: string };
}

function mailFrom(studio: StudioFacts, { subject, facts, ...content }: Content): Mail {
  const known = facts.filter(([, value]) => value !== '');
  return {
    subject: oneLine(subject),
    text: asText(studio, { ...content, facts: known }),
    html: asHtml(studio, { ...content, facts: known }),
  };
}

/** A line break in a subject would start another header. Names from before are stored as they were typed. */
const oneLine = (text: string) => typedLine(text).slice(0, 150);

function asText(
  studio: StudioFacts,
  { title, greeted, opening, facts, words, closing, link }: Omit<Content, 'subject'>,
): string {
  const parts = [
    title,
    greeted === undefined ? '' : greeted ? `Hello ${greeted},` : 'Hello,',
    opening,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    words,
    closing,
    `${link.text}: ${link.url}`,
    `${studio.name}, ${studio.city}`,
  ];
  return `${parts.filter((part) => part).join('\n\n')}\n`;
}

/** One column, readable without styles; clients that support `color-scheme` show a dark version. */
const asHtml = (
  studio: StudioFacts,
  { title, greeted, opening, facts, words, picture, closing, link }: Omit<Content, 'subject'>,
): string => {
  const button = html`<p><a class="button" href="${link.url}">${link.text}</a></p>`;
  // Before a picture: below a tall one, a phone shows the button only after scrolling.
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
${greeted === undefined ? '' : greeted ? html`<p>Hello <bdi>${greeted}</bdi>,</p>` : html`<p>Hello,</p>`}
${opening ? html`<p dir="auto">${opening}</p>` : ''}
${picture ? html`${button}<p><a href="${link.url}"><img class="picture" src="cid:${coverId}" alt="${picture}" width="400"></a></p>` : ''}
${facts.length > 0 ? html`<table>${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td dir="auto">${value}</td></tr>`)}</table>` : ''}
${words ? html`<div class="words" dir="auto">${words}</div>` : ''}
${closing ? html`<p>${closing}</p>` : ''}
${picture ? '' : button}
<p class="studio">${studio.name}, ${studio.city}</p>
</div>
</body>
</html>
`.toString();
};
