import { expect, test } from 'vitest';
import { displayName } from './display-name.ts';

const encoded = (name: string) => `=?UTF-8?B?${Buffer.from(name).toString('base64')}?=`;

test.each([
  ['Magnolia & Light', '"Magnolia & Light"'],
  ['The "Light" \\ Studio', '"The \\"Light\\" \\\\ Studio"'],
  ['Zoë', encoded('Zoë')],
  ['سارة', encoded('سارة')],
  ['Magnolia\u202e moc.live', '"Magnolia moc.live"'],
  ['\u2067Magnolia\u2069', '"Magnolia"'],
  ['Magnolia\r\nBcc: all@example.com', '"Magnolia Bcc: all@example.com"'],
  ['Magnolia\u2028Light\u200b', '"Magnolia Light"'],
])('%j is %j before an address', (name, expected) => {
  expect(displayName(name)).toBe(expected);
});
