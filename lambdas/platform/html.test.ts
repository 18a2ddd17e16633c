import { expect, test } from 'vitest';
import { html } from './html.ts';

test('values are text, templates are markup', () => {
  const item = (text: string) => html`<li title="${text}">${text}</li>`;
  expect(html`<ul>${['a', `<b>"&'`].map(item)}</ul>${1}`.text).toBe(
    '<ul><li title="a">a</li><li title="&lt;b&gt;&quot;&amp;&#39;">&lt;b&gt;&quot;&amp;&#39;</li></ul>1',
  );
});
