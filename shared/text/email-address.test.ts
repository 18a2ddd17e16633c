import { expect, test } from 'vitest';
import { Email } from '../contract/fields.ts';

const plain = 'Please enter a valid email address.';
const foreign = (letter: string) =>
  `Our emails reach only addresses with plain letters before the @, without “${letter}”. Please enter another address.`;

test.each([
  ['ada@example.com', 'ada@example.com'],
  [' Ada@Example.COM ', 'ada@example.com'],
  ["o'brien+x@mail.example.co.uk", "o'brien+x@mail.example.co.uk"],
  ['ada@müller.de', 'ada@xn--mller-kva.de'],
  ['ada@MÜLLER.de', 'ada@xn--mller-kva.de'],
  ['ada@mu\u0308ller.de', 'ada@xn--mller-kva.de'],
  ['ada@xn--mller-kva.de', 'ada@xn--mller-kva.de'],
  ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
  ['info@例え。jp', 'info@xn--r8jz45g.jp'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['ada＠müller.de', 'ada@xn--mller-kva.de'],
  ['ada@example.com\u200b', 'ada@example.com'],
])('%s is taken', (typed, address) => {
  expect(Email.parse(typed)).toBe(address);
});

test.each([
  ['jörg@müller.de', foreign('ö')],
  ['jörg@example.com', foreign('ö')],
  ['почта@example.com', foreign('п')],
  ['ada😀@example.com', foreign('😀')],
  ['ada', plain],
  ['ada@', plain],
  ['@example.com', plain],
  ['ada@example', plain],
  ['ada@müller', plain],
  ['ada@mü ller.de', plain],
  ['ada@müller.de:25', plain],
  ['ada@müller.de/x', plain],
  ['ada@müller..de', plain],
  ['ada@-müller.de', plain],
  ['ada@127.0.0.1', plain],
  ['ada@١٢٧.0.0.1', plain],
  ['ada@bob@müller.de', plain],
  ['', 'Please enter an email address.'],
])('%s is refused in words', (typed, words) => {
  expect(Email.safeParse(typed).error?.issues[0]?.message).toBe(words);
});
