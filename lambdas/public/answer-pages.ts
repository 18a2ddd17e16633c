import { html } from 'hono/html';
import { limits } from '#shared/limits.ts';
import type { StudioFacts } from '#shared/website/website.ts';

type Html = ReturnType<typeof html>;

/** The studio's facts; null if they could not be read: the page must say what became of the message all the same. */
type Facts = StudioFacts | null;

/** The contact form's values, by field. */
export type FormValues = Record<string, string>;

/** The styles of the pages below, served from a URL because the site's CSP forbids inline styles. */
export const styles = `:root{color-scheme:light dark;--paper:#fafaf7;--ink:#171916;--mute:#5c5d55;--edge:#86857c;--leaf:#2f4b3a;--alert:#a32a1e;--field:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#171916;--ink:#fafaf7;--mute:#b4b5ac;--edge:#86857c;--leaf:#a9c6b2;--alert:#ff9d92;--field:#0e0f0d}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 'Instrument Sans',Arial,sans-serif}
main{max-width:34rem;margin:0 auto;padding:clamp(2rem,8vw,5rem) 1.125rem}
h1{margin:0 0 .75rem;font:400 clamp(2rem,6vw,3rem)/1.1 'Instrument Serif','Times New Roman',serif}
a{color:var(--leaf)}
label{display:block;margin-top:1.1rem;font-weight:600}
input,textarea{display:block;width:100%;margin-top:.3rem;padding:.65rem .75rem;border:1px solid var(--edge);border-radius:6px;background:var(--field);color:inherit;font:inherit}
[aria-invalid=true]{border-color:var(--alert)}
:focus-visible{outline:3px solid var(--leaf);outline-offset:2px}
.wrong{margin:.3rem 0 0;color:var(--alert)}
.trap{position:absolute;left:-9999px}
button{margin-top:1.5rem;padding:.75rem 1.5rem;border:0;border-radius:6px;background:var(--leaf);color:var(--paper);font:inherit;font-weight:600;cursor:pointer}
.home{margin-top:2.5rem;color:var(--mute)}
`;

const page = (title: string, studio: Facts, content: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${studio && ` | ${studio.name}`}</title>
<link rel="stylesheet" href="/api/public/messages.css">
</head>
<body>
<main>
${content}
<p class="home"><a href="/">${studio?.name ?? 'Home'}</a></p>
</main>
</body>
</html>`;

/** Returns the page shown once the message is stored. */
export const receivedPage = (studio: Facts) =>
  page(
    'Message received',
    studio,
    html`<h1>Thank you</h1>
<p role="status">We have your message and will write back to you soon.</p>
<p><a href="/contact">Back to the contact page</a></p>`,
  );

/** Returns the page shown when the message was not stored: the error, and the form with everything that was typed. */
export const messagePage = (
  studio: Facts,
  values: FormValues,
  message: string,
  fieldErrors: Record<string, string> = {},
) =>
  page(
    'Message not sent',
    studio,
    html`<h1>Your message was not sent</h1>
<p role="alert" class="wrong">${message}</p>
<form method="post" action="/api/public/messages">
${field('name', 'Name', values, fieldErrors, html`type="text" autocomplete="name" maxlength="${limits.name}"`)}
${field('phone', 'Phone', values, fieldErrors, html`type="tel" autocomplete="tel" maxlength="${limits.phone}"`)}
${field('email', 'Email', values, fieldErrors, html`type="email" autocomplete="email" maxlength="${limits.email}"`)}
<label for="message">Message</label>
<textarea id="message" name="message" rows="5" required maxlength="${limits.message}"${invalidState('message', fieldErrors)}>
${values.message ?? ''}</textarea>
${errorText('message', fieldErrors)}
<div class="trap" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<button type="submit">Send again</button>
</form>
${studio && html`<p>Or write to <a href="mailto:${studio.email}">${studio.email}</a>, or call <a href="tel:${studio.phone_link}">${studio.phone}</a>.</p>`}`,
  );

const field = (
  name: string,
  label: string,
  values: FormValues,
  fieldErrors: Record<string, string>,
  attributes: Html,
) =>
  html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${values[name] ?? ''}" required ${attributes}${invalidState(name, fieldErrors)}>
${errorText(name, fieldErrors)}`;

const invalidState = (name: string, fieldErrors: Record<string, string>) =>
  fieldErrors[name] ? html` aria-invalid="true" aria-describedby="${name}-wrong"` : html``;

const errorText = (name: string, fieldErrors: Record<string, string>) =>
  fieldErrors[name] ? html`<p id="${name}-wrong" class="wrong">${fieldErrors[name]}</p>` : html``;
