import { expect, test } from 'vitest';
import { linkToken } from './link-token.ts';

const token = '7c3m2qxd9v0ahk5r8t1wznybf4';

test.each([
  ['as it was sent', token],
  ['at the end of a sentence', `${token}.`],
  ['in brackets', `${token})`],
  ['in angle brackets', `${token}%3E`],
  ['in typographic quotation marks', `${token}%E2%80%9D`],
  ['with a blank', `${token}%20`],
  ['with a blank, encoded twice', `${token}%2520`],
  ['behind a blank', `%20${token}`],
  ['behind a slash', `/${token}`],
  ['with a parameter of an app', `${token}?fbclid=IwAR0abcdefghijklmnopqrstuvwxyz`],
  ['with another fragment', `${token}#:~:text=photos`],
  ['behind the name of a parameter', `link=${token}`],
  ['with text grown together', `${token}Sent`],
  ['in upper case', token.toUpperCase()],
  ['with digits as letters', token.replace(/0/g, 'O').replace(/1/g, 'l')],
  ['with a capital I', token.replace(/1/g, 'I')],
  ['broken by a soft hyphen', `${token.slice(0, 13)}%C2%AD${token.slice(13)}`],
  ['broken by a zero-width space', `${token.slice(0, 13)}\u200b${token.slice(13)}`],
  ['broken over two lines', `${token.slice(0, 13)}%0A${token.slice(13)}`],
  ['in full-width letters', token.replace(/[0-9a-z]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
  ['with a broken escape', `${token}%E2%8`],
])('a link %s has its secret', (_, fragment) => {
  expect(linkToken(fragment)).toBe(token);
});

test.each(['', token.slice(1), 'photos', '%', '?fbclid=short'])('%j has no secret', (fragment) => {
  expect(linkToken(fragment)).toBe('');
});
