import { escaped } from './html.ts';

/** Renders the pages that show the sent emails: plain HTML, without scripts and external resources. */

/** An email as sent; also an entry of `/emails.json`. */
export interface Email {
  /** SES's MessageId. */
  id: string;
  /** ISO 8601 */
  sent: string;
  from: string;
  /** All recipients, including cc and bcc. */
  to: string[];
  reply_to: string[];
  subject: string;
  text?: string;
  html?: string;
  /** The images that the HTML names as `cid:{content_id}`. */
  attachments?: { file_name: string; content_type: string; content_id: string; base64: string }[];
}

const style = `
  :root { color-scheme: light dark; }
  body { margin: 0 auto; max-width: 44rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  h1 { font-size: 1.5rem; margin: 0 0 1rem; }
  a { color: inherit; }
  ul { list-style: none; margin: 0; padding: 0; }
  li a { display: block; padding: .75rem 0; border-top: 1px solid #8888; text-decoration: none; }
  li a:hover strong, li a:focus strong { text-decoration: underline; }
  small, dt { opacity: .75; }
  li small { display: block; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem .75rem; }
  dd { margin: 0; }
  pre { white-space: pre-wrap; font: inherit; border: 1px solid #8888; padding: 1rem; }
  iframe { box-sizing: border-box; width: 100%; height: 40rem; border: 1px solid #8888; background: #fff; color-scheme: light; }
`;

/** Turns URLs in a text into links, as a mail program does. */
const withLinks = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g, '<a href="$&" target="_blank" rel="noreferrer">$&</a>');

/** The sandbox of an email's HTML: links may open a new page, nothing else is allowed. */
export const emailSandbox = 'allow-popups allow-popups-to-escape-sandbox';

/** Returns an email's HTML for the frame: its links open beside the inbox, and its attached images are embedded. */
export function framedHtml(email: Email): string {
  const base = '<base target="_blank">';
  let html = email.html ?? '';
  for (const { content_id, content_type, base64 } of email.attachments ?? []) {
    html = html.replaceAll(`cid:${content_id}`, `data:${content_type};base64,${base64}`);
  }
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${base}`) : base + html;
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body>${body}</body>
</html>
`;

const sentTime = ({ sent }: Email) => `${sent.slice(0, 10)} ${sent.slice(11, 16)} UTC`;
const subject = (email: Email) => email.subject || '(no subject)';

/** Renders all emails, in the given order. */
export function inboxPage(emails: Email[]): string {
  const entries = emails.map(
    (email) =>
      `<li><a href="/emails/${email.id}"><strong>${escaped(subject(email))}</strong>
<small>to ${escaped(email.to.join(', '))} · ${sentTime(email)}</small></a></li>`,
  );
  const list = entries.length > 0 ? `<ul>${entries.join('')}</ul>` : '<p>No email has been sent yet.</p>';
  return page(
    'Emails',
    `<h1>Emails</h1><p>No email leaves this machine; each that the studio sends is here.</p>${list}`,
  );
}

/** Renders one email: its text, and its HTML in a frame. */
export function emailPage(email: Email): string {
  const facts: [string, string][] = [
    ['From', email.from],
    ['To', email.to.join(', ')],
    ...(email.reply_to.length > 0 ? [['Reply to', email.reply_to.join(', ')] as [string, string]] : []),
    ['Sent', sentTime(email)],
  ];
  const sections = [
    `<p><a href="/">All emails</a></p><h1>${escaped(subject(email))}</h1>`,
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`,
    email.text === undefined ? '' : `<h2>Text</h2><pre>${withLinks(email.text)}</pre>`,
    email.html === undefined
      ? ''
      : `<h2>HTML</h2><iframe title="The email as HTML" sandbox="${emailSandbox}" src="/emails/${email.id}/html"></iframe>`,
  ];
  return page(subject(email), sections.join('\n'));
}
