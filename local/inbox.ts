import { escaped } from './html.ts';
import type { Letter } from './ses.ts';

/** The pages on which one reads what the studio has sent. Plain HTML: no script, nothing from elsewhere. */

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

/** Addresses in a text become links, because letters are there to be followed. */
const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<>]+[^\s<>.,;:!?)]/g, '<a href="$&" target="_blank" rel="noreferrer">$&</a>');

/** What a letter's HTML may do: open a link as a page of its own, and nothing else. */
export const letterSandbox = 'allow-popups allow-popups-to-escape-sandbox';

/** A letter's HTML as it goes into the frame: its links open beside the inbox. */
export function framedHtml(html: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(html) ? html.replace(/<head[^>]*>/i, `$&${base}`) : base + html;
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body>${body}</body>
</html>
`;

const when = ({ sent }: Letter) => `${sent.slice(0, 10)} ${sent.slice(11, 16)} UTC`;
const subject = (letter: Letter) => letter.subject || '(no subject)';

/** All letters, in the order given. */
export function inboxPage(letters: Letter[]): string {
  const entries = letters.map(
    (letter) =>
      `<li><a href="/letters/${letter.id}"><strong>${escaped(subject(letter))}</strong>
<small>to ${escaped(letter.to.join(', '))} · ${when(letter)}</small></a></li>`,
  );
  const list = entries.length > 0 ? `<ul>${entries.join('')}</ul>` : '<p>No letter has been sent yet.</p>';
  return page(
    'Letters',
    `<h1>Letters</h1><p>No letter leaves this machine; each that the studio sends is here.</p>${list}`,
  );
}

/** One letter: its text, and its HTML as a mail program would show it. */
export function letterPage(letter: Letter): string {
  const facts: [string, string][] = [
    ['From', letter.from],
    ['To', letter.to.join(', ')],
    ...(letter.reply_to.length > 0 ? [['Reply to', letter.reply_to.join(', ')] as [string, string]] : []),
    ['Sent', when(letter)],
  ];
  const parts = [
    `<p><a href="/">All letters</a></p><h1>${escaped(subject(letter))}</h1>`,
    `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>`,
    letter.text === undefined ? '' : `<h2>Text</h2><pre>${linked(letter.text)}</pre>`,
    letter.html === undefined
      ? ''
      : `<h2>HTML</h2><iframe title="The letter as HTML" sandbox="${letterSandbox}" src="/letters/${letter.id}/html"></iframe>`,
  ];
  return page(subject(letter), parts.join('\n'));
}
