import { describe, expect, test } from 'vitest';
import { studio } from '#shared/studio.ts';
import { writeLetter } from './letters.ts';

const site = 'https://studio.example';
const message = (values: object = {}) =>
  writeLetter(
    { kind: 'message-received', name: 'Ada', phone: '713', email: 'ada@example.com', message: 'One\nTwo', ...values },
    { site },
  );

describe('every letter', () => {
  const letters = [
    message(),
    writeLetter(
      { kind: 'new-client', name: 'Ada', email: 'ada@example.com', customer_id: 'C-7K3M-2QXD', record_id: 'abc' },
      { site },
    ),
  ];

  test('says the same in plain text and in HTML, in the studio’s name', () => {
    for (const { text, html } of letters) {
      for (const fact of ['Ada', 'ada@example.com', studio.city]) {
        expect(text).toContain(fact);
        expect(html).toContain(fact);
      }
      expect(html).toContain('prefers-color-scheme: dark');
      expect(html).not.toMatch(/undefined|\[object/);
    }
  });

  test('links to nothing but the site', () => {
    const links = letters.flatMap(({ html }) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url));
    expect(links).toEqual([`${site}/admin/customer/abc/edit`]);
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
