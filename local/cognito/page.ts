import type { ServerResponse } from 'node:http';
import { escaped } from '../services/html.ts';

/** Sends a small page of the local Cognito or Google. */
export function sendPage(response: ServerResponse, status: number, title: string, body: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  response.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>`);
}

const style = `
  :root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1f1f1f; background: #f0f4f9; }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 16px; }
  main { width: 100%; max-width: 440px; background: #fff; border-radius: 20px; padding: 28px 24px; }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 8px; font-weight: 500; }
  h2 { font-size: 1rem; margin: 28px 0 8px; font-weight: 600; }
  p { margin: 0 0 16px; color: #444746; }
  ul { list-style: none; margin: 16px 0 0; padding: 0; border-top: 1px solid #dadce0; }
  li { border-bottom: 1px solid #dadce0; }
  button, .button { font: inherit; cursor: pointer; border: 0; border-radius: 999px; padding: 12px 20px; min-height: 48px;
    background: #0b57d0; color: #fff; text-decoration: none; display: inline-block; text-align: center; }
  button.account { width: 100%; text-align: left; background: none; color: inherit; border-radius: 8px; padding: 12px 8px; }
  button.account:hover { background: #f0f4f9; }
  button.quiet { background: none; color: #0b57d0; }
  button:focus-visible, .button:focus-visible, input:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px; }
  .account span { display: block; color: #444746; overflow-wrap: anywhere; }
  .notice { background: #fff4d6; color: #3d2f00; border-radius: 12px; padding: 10px 14px; margin-bottom: 20px; }
  .error { background: #fce8e6; color: #8c1d18; border-radius: 12px; padding: 10px 14px; }
  label { display: block; margin-bottom: 12px; }
  label input:not([type=checkbox]) { display: block; width: 100%; font: inherit; padding: 11px 12px; margin-top: 4px;
    border: 1px solid #747775; border-radius: 8px; }
  label.check { display: flex; gap: 10px; align-items: center; }
  label.check input { width: 20px; height: 20px; flex: none; }
  .actions { display: flex; flex-wrap: wrap; gap: 8px; justify-content: space-between; margin-top: 20px; }`;
