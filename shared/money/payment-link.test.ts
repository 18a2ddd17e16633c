import { expect, test } from 'vitest';
import { DecideQuote, hostOf } from '../contract/quotes.ts';

const read = (payment_link: string) => DecideQuote.safeParse({ status: 'approved', payment_link, version: 0 });
const wordsOf = (link: string) => read(link).error?.issues[0]?.message;

test.each([
  ['https://pay.example.com/45', 'https://pay.example.com/45', 'pay.example.com'],
  [' https://Pay.Example.com:8443/bill?id=7#x ', 'https://pay.example.com:8443/bill?id=7#x', 'pay.example.com:8443'],
  ['HTTPS://pay.example.com', 'https://pay.example.com/', 'pay.example.com'],
  ['https://pay.example.com./45', 'https://pay.example.com/45', 'pay.example.com'],
  // Cyrillic 'а' in place of the first letters becomes visible.
  ['https://раypal.com/pay', 'https://xn--ypal-43d9g.com/pay', 'xn--ypal-43d9g.com'],
  ['https://müller.de/zahlen', 'https://xn--mller-kva.de/zahlen', 'xn--mller-kva.de'],
  ['https://ｐay.example。com/', 'https://pay.example.com/', 'pay.example.com'],
  ['https://10.example.com/', 'https://10.example.com/', '10.example.com'],
  ['https://local.example.com/', 'https://local.example.com/', 'local.example.com'],
  // People leave out the scheme.
  ['paypal.me/studio', 'https://paypal.me/studio', 'paypal.me'],
  ['www.paypal.me/studio', 'https://www.paypal.me/studio', 'www.paypal.me'],
  ['  PayPal.me/Studio/45USD  ', 'https://paypal.me/Studio/45USD', 'paypal.me'],
  ['\u200bpaypal.me/studio\u2028\ufeff', 'https://paypal.me/studio', 'paypal.me'],
  ['//paypal.me/studio', 'https://paypal.me/studio', 'paypal.me'],
  ['venmo.com/u/studio', 'https://venmo.com/u/studio', 'venmo.com'],
  [
    'account.venmo.com/pay?amount=45&note=Album',
    'https://account.venmo.com/pay?amount=45&note=Album',
    'account.venmo.com',
  ],
  ['cash.app/$studio', 'https://cash.app/$studio', 'cash.app'],
  ['buy.stripe.com/test_7sI', 'https://buy.stripe.com/test_7sI', 'buy.stripe.com'],
  [
    'checkout.square.site/merchant/A/checkout/B',
    'https://checkout.square.site/merchant/A/checkout/B',
    'checkout.square.site',
  ],
  ['square.link/u/x#y@z', 'https://square.link/u/x#y@z', 'square.link'],
  ['pay.example.com', 'https://pay.example.com/', 'pay.example.com'],
  ['pay.example.com:8443/45', 'https://pay.example.com:8443/45', 'pay.example.com:8443'],
  ['pay.example.com?id=7', 'https://pay.example.com/?id=7', 'pay.example.com'],
  ['müller.de/zahlen', 'https://xn--mller-kva.de/zahlen', 'xn--mller-kva.de'],
  ['раypal.com/pay', 'https://xn--ypal-43d9g.com/pay', 'xn--ypal-43d9g.com'],
])('%s is taken', (typed, link, host) => {
  expect(read(typed).data?.payment_link).toBe(link);
  expect(hostOf(link)).toBe(host);
});

test.each(
  ['http://pay.example.com', 'https://', 'https:pay.example.com', 'https:/pay.example.com'].concat(
    [
      'javascript:alert(1)',
      'data:text/html,x',
      'https:\\\\pay.example.com',
      'https://pay .example.com',
      'ftp://example.com',
      // Texts that are no web addresses and can't be completed to one.
      ...['studio', '$studio', '@studio', 'studio@example.com', 'studio@paypal.me/x', 'mailto:studio@example.com'],
      ...[
        'paypal.me studio',
        'pay at paypal.me/studio',
        'javascript.example:alert(1)',
        '/paypal.me',
        '.',
        'paypal.',
        '..',
      ],
    ],
    ['https://pay.example.com/a b', 'https://exa%mple.com', 'https://\\example.com'],
  ),
)('%s is no web address', (link) => {
  expect(wordsOf(link)).toBe(
    'A payment link is a web address that starts with https://, such as https://paypal.me/yourname.',
  );
});

test.each(
  ['https://ada@pay.example.com/', 'https://ada:secret@pay.example.com/', 'https://:secret@pay.example.com/'].concat([
    'https://pay.example.com@10.0.0.1/',
    'https://paypal.com%40x:y@evil.example.com/',
  ]),
)('%s has a user name', (link) => {
  expect(wordsOf(link)).toBe('A payment link has no user name and no password.');
});

test.each(['10.0.0.1/pay', '127.0.0.1:80', 'router.home/pay', 'pay.localhost', '1.2'])(
  '%s is no page on the internet',
  (typed) => {
    expect(wordsOf(typed)).toMatch(/not to an address of numbers\.$|is a name of your own computer or network\./);
  },
);

test.each([
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.0.1.',
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '0.0.0.0',
    '8.8.8.8',
  ],
  ...['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '１２７.0.0.1', '127。0。0。1', '0'],
  ...['[::1]', '[::]', '[fc00::1]', '[fe80::1]', '[::ffff:127.0.0.1]', '[2001:db8::1]', '%31%32%37.0.0.1'],
])('https://%s is an address of numbers', (host) => {
  expect(wordsOf(`https://${host}/pay`)).toBe(
    'A payment link leads to a name such as pay.example.com, not to an address of numbers.',
  );
});

test.each([
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'localhost:3000',
    'pay.localhost',
    'ｌocalhost',
    '%6cocalhost',
    'intranet',
  ],
  ...[
    'printer.local',
    'printer.local.',
    'pay.internal',
    'metadata.google.internal',
    'nas.lan',
    'pay.home.arpa',
    'router.home',
  ],
  ...['pay.corp', 'a..example.com', 'müller', 'localhost.localdomain'],
])('https://%s is in one’s own network', (host) => {
  expect(wordsOf(`https://${host}/pay`)).toMatch(
    /^Clients can’t open .+: it is a name of your own computer or network\./,
  );
});
