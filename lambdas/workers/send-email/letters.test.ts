import { describe, expect, test } from 'vitest';
import { studio } from '#shared/studio.ts';
import type { Letter } from '../../domain/outbox.ts';
import { type Mail, writeLetter } from './letters.ts';

const site = 'https://studio.example';
const message = (values: object = {}) =>
  writeLetter(
    { kind: 'message-received', name: 'Ada', phone: '713', email: 'ada@example.com', message: 'One\nTwo', ...values },
    { site },
  );

const request = {
  name: 'Ada',
  type: 'photo-book',
  quantity: 2,
  notes: 'Linen.\n<i>No</i> gloss.',
  favorites: 14,
} as const;
const addresses = { to: 'ada@example.com', email: 'ada@example.com' };
type QuoteKind = 'quote-submitted' | 'quote-received' | 'quote-approved' | 'quote-rejected';
const quote = (kind: QuoteKind, values: object = {}) =>
  writeLetter(
    { kind, ...addresses, ...request, price_cents: 12_550, message: 'Ready on Friday.', ...values },
    { site },
  );

describe('every letter', () => {
  const to = 'ada@example.com';
  const client = { name: 'Ada', email: to, customer_id: 'C-7K3M-2QXD', record_id: 'abc' };
  const everyKind: Record<Letter['kind'], Mail> = {
    'message-received': message(),
    'new-client': writeLetter({ kind: 'new-client', ...client }, { site }),
    'account-closed': writeLetter({ kind: 'account-closed', ...client }, { site }),
    'gallery-ready': writeLetter(
      { kind: 'gallery-ready', to, name: 'Ada', session_name: 'Family', photos_count: 1_200 },
      { site },
    ),
    'download-ready': writeLetter(
      { kind: 'download-ready', to, name: 'Ada', title: 'Family', photos_count: 1_200, parts: 3 },
      { site },
    ),
    'quote-submitted': quote('quote-submitted'),
    'quote-received': quote('quote-received'),
    'quote-approved': quote('quote-approved'),
    'quote-rejected': quote('quote-rejected'),
  };
  const letters = Object.values(everyKind);

  test('says the same in plain text and in HTML, in the studio’s name', () => {
    for (const { text, html } of letters) {
      for (const fact of ['Ada', studio.city]) {
        expect(text).toContain(fact);
        expect(html).toContain(fact);
      }
      expect(html).toContain('prefers-color-scheme: dark');
      // Nothing is fetched when it is opened: nobody learns of that.
      expect(html).not.toMatch(/<(img|link|iframe)|\bsrc=|url\(|@import/);
      expect(html).not.toMatch(/undefined|\[object/);
    }
  });

  test('links to nothing but the site', () => {
    const links = letters.flatMap(({ html }) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url));
    expect(links).toEqual([
      `${site}/admin/messages`,
      ...Array(2).fill(`${site}/admin/customer/abc/edit`),
      ...Array(2).fill(`${site}/dashboard/gallery`),
      `${site}/admin/quotes`,
      ...Array(3).fill(`${site}/dashboard/quotes`),
    ]);
  });
});

test('what people typed stays text', () => {
  const { html, text, subject } = message({ name: '<b>A</b>\r\nBcc: all@example.com', message: '<script>x</script>' });
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;x&lt;/script&gt;');
  expect(text).toContain('<script>x</script>');
  expect(subject).toBe('Message from <b>A</b> Bcc: all@example.com');
});

test('a message can be answered', () => {
  expect(message().replyTo).toBe('ada@example.com');
});

test('a bare new client is named by what is known', () => {
  const bare = { kind: 'new-client', name: '', email: '', customer_id: 'C-7K3M-2QXD', record_id: 'abc' } as const;
  const { subject, text } = writeLetter(bare, { site });
  expect(subject).toBe('New client: C-7K3M-2QXD');
  expect(text).not.toContain('Name:');
});

describe('a letter about a quote', () => {
  test('says what was asked for, to the studio and to the client', () => {
    for (const kind of ['quote-submitted', 'quote-received'] as const) {
      const { text, html } = quote(kind);
      for (const fact of ['Photo Book', 'Quantity: 2', '14 attached', 'Linen.\n<i>No</i> gloss.']) {
        expect(text).toContain(fact);
      }
      expect(html).toContain('&lt;i&gt;No&lt;/i&gt; gloss.');
      expect(text).not.toContain('Price');
    }
    expect(quote('quote-submitted').replyTo).toBe('ada@example.com');
    expect(quote('quote-submitted').subject).toBe('Quote request from Ada: Photo Book');
  });

  test('brings the decision with price and message, and leaves out what there is not', () => {
    expect(quote('quote-approved').text).toContain('Price: $125.50');
    expect(quote('quote-approved').text).toContain('Ready on Friday.');
    const bare = quote('quote-rejected', { price_cents: null, message: '', quantity: null, favorites: 0, name: '' });
    expect(bare.text).not.toMatch(/Price|Quantity|Favorites|undefined|null/);
    expect(bare.text).toContain('Hello,');
  });
});
