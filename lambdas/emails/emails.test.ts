import { describe, expect, test } from 'vitest';
import { defaultFacts as studio } from '#shared/studio.ts';
import type { Email } from '../domain/emails/email-kinds.ts';
import { writeEmail } from './emails.ts';
import type { Mail } from './mail.ts';
import type { WholeEmailOf } from './whole-email.ts';

const site = 'https://studio.example';
const message = (values: object = {}) =>
  writeEmail(
    { kind: 'message-received', name: 'Ada', phone: '713', email: 'ada@example.com', message: 'One\nTwo', ...values },
    { site, studio },
  );

const request = {
  quote_id: 'q1',
  name: 'Ada',
  type: 'photo-book',
  quantity: 2,
  notes: 'Linen.\n<i>No</i> gloss.',
  favorites: 14,
} as const;
const addresses = { to: 'ada@example.com', email: 'ada@example.com' };
type QuoteKind = 'quote-submitted' | 'quote-received' | 'quote-approved' | 'quote-rejected';
const quote = (kind: QuoteKind, values: object = {}) =>
  writeEmail(
    {
      ...{ kind, ...addresses, ...request, price_cents: 12_550, message: 'Ready on Friday.', payment_link: null },
      ...values,
    },
    { site, studio },
  );

const offer = {
  ...{ to: 'ada@example.com', sign_in_with: 'ada+login@example.com', name: 'Ada' },
  ...{ offer_id: 'o1', message: 'Tell me if\nanything is <i>missing</i>.' },
};
const sentOffer = (values: Partial<WholeEmailOf<'offer-sent'>> = {}) =>
  writeEmail(
    {
      ...{ kind: 'offer-sent', ...offer, title: 'Wedding', currency: 'USD', follows: null },
      ...{ least_cents: 75_775, most_cents: 162_375, session_date: '2031-05-15', valid_until: '2026-12-10' },
      ...values,
    },
    { site, studio },
  );

const agreed = { offer_id: 'o1', title: 'Wedding', hash: '3f9a1c07'.repeat(8) };
const signedOffer = (signed_count: number) =>
  writeEmail(
    {
      ...{ kind: 'offer-signed', name: 'Ada', email: 'ada@example.com', signed_by: 'Ada Byron', ...agreed },
      ...{ signed_count, signers_count: 3 },
    },
    { site, studio },
  );
const agreedOffer = () =>
  writeEmail(
    {
      ...{ kind: 'offer-agreed', to: offer.to, sign_in_with: offer.sign_in_with, name: 'Ada', ...agreed },
      ...{ currency: 'USD', total_cents: 127_194 },
    },
    { site, studio },
  );
const declinedOffer = () =>
  writeEmail(
    {
      ...{ kind: 'offer-declined', name: 'Ada', email: 'ada@example.com', offer_id: 'o1', title: 'Wedding' },
      message: 'Another date.',
    },
    { site, studio },
  );

describe('every email', () => {
  const to = 'ada@example.com';
  const sign_in_with = 'ada+login@example.com';
  const client = { name: 'Ada', email: to, email_verified: true, customer_id: 'C-7K3M-2QXD', record_id: 'abc' };
  const change = { to, name: 'Ada', session_id: 'abc', selection_id: 'def', round: 1, message: '' };
  const choice = {
    ...{ selection_name: 'Album', session_name: 'Family', session_label: 'family-2025', sign_in_with },
    ...{ ends_on: null, standing: { line: '33 chosen', extra: { extra_count: 3, total_cents: 4_500 } } },
  };
  const everyKind: Record<Email['kind'], Mail> = {
    'message-received': message(),
    'messages-waiting': writeEmail({ kind: 'messages-waiting', waiting: 21 }, { site, studio }),
    'new-client': writeEmail({ kind: 'new-client', ...client }, { site, studio }),
    'contact-code': writeEmail(
      { kind: 'contact-code', to, name: 'Ada', record_id: 'abc', code: '01234567' },
      { site, studio },
    ),
    'emails-moved': writeEmail(
      { kind: 'emails-moved', to, sign_in_with, name: 'Ada', moved_to: 'ada@work.example' },
      { site, studio },
    ),
    'records-joined': writeEmail({ kind: 'records-joined', to, name: 'Ada', undone: false }, { site, studio }),
    'account-closed': writeEmail({ kind: 'account-closed', ...client }, { site, studio }),
    'finished-ready': writeEmail(
      {
        ...{ kind: 'finished-ready', to, name: 'Ada', session_id: 'abc', round: 1 },
        ...{ session_label: 'family-2025', session_name: 'Family', new_count: 10, finished_count: 1_200, sign_in_with },
        ...{ photos_count: 1_400, cover_key: '', choices: [{ name: 'Album', standing: { line: '1 of 4 finished' } }] },
      },
      { site, studio },
    ),
    'gallery-ready': writeEmail(
      {
        kind: 'gallery-ready',
        to,
        name: 'Ada',
        session_id: 'abc',
        session_label: 'family-2025',
        session_name: 'Family',
        sign_in_with,
        photos_count: 1_200,
        downloadable: false,
        cover_key: '',
        open_selections: [],
      },
      { site, studio },
    ),
    'download-ready': writeEmail(
      { kind: 'download-ready', to, sign_in_with, name: 'Ada', title: 'Family', photos_count: 1_200, parts: 3 },
      { site, studio },
    ),
    'quote-submitted': quote('quote-submitted'),
    'quote-received': quote('quote-received', { sign_in_with }),
    'quote-approved': quote('quote-approved', { sign_in_with }),
    'quote-rejected': quote('quote-rejected', { sign_in_with }),
    'quote-accepted': writeEmail(
      { kind: 'quote-accepted', ...request, email: to, price_cents: 12_550 },
      { site, studio },
    ),
    'offer-sent': sentOffer(),
    'offer-signed': signedOffer(2),
    'offer-declined': declinedOffer(),
    'offer-agreed': agreedOffer(),
    'offer-withdrawn': writeEmail({ kind: 'offer-withdrawn', ...offer, title: 'Wedding' }, { site, studio }),
    'offer-canceled': writeEmail({ kind: 'offer-canceled', ...offer, title: 'Wedding' }, { site, studio }),
    'change-requested': writeEmail(
      {
        ...{ kind: 'change-requested', ...request, type: 'selection', notes: 'One more, please', email: to },
        selection: {
          ...{ session_id: 'abc', selection_id: 'def', name: 'Album', round: 1 },
          ...{ included: 30, extra_cents: 1_500, chosen_count: 33, extra_count: 3, total_cents: 4_500 },
        },
      },
      { site, studio },
    ),
    'change-declined': writeEmail({ kind: 'change-declined', ...change, ...choice }, { site, studio }),
    'selection-opened': writeEmail(
      {
        ...{ kind: 'selection-opened', to, name: 'Ada', session_id: 'abc', selection_id: 'def' },
        ...{ selection_name: 'Album', session_name: 'Family', session_label: 'family-2025', sign_in_with },
        ...{ included: 30, extra_cents: 1_500, ends_on: '2026-11-30', client_words: '' },
      },
      { site, studio },
    ),
    'selection-reopened': writeEmail(
      { kind: 'selection-reopened', ...change, ...choice, was_asked: true, was_decided: false },
      { site, studio },
    ),
    'selection-ending': writeEmail(
      {
        ...{ kind: 'selection-ending', to, name: 'Ada', session_id: 'abc', selection_id: 'def', ends_on: '2026-11-22' },
        ...{ selection_name: 'Album', session_name: 'Family', session_label: 'family-2025' },
        ...{ included: 30, extra_cents: 1_500, chosen_count: 33, sign_in_with },
      },
      { site, studio },
    ),
    'gallery-ending': writeEmail(
      {
        ...{ kind: 'gallery-ending', to, name: 'Ada', session_id: 'abc', ends_on: '2026-12-31' },
        ...{ session_name: 'Family', session_label: 'family-2025', photos_count: 12, downloadable: true, sign_in_with },
      },
      { site, studio },
    ),
    'picks-sent': writeEmail(
      {
        ...{ kind: 'picks-sent', to_client: true, name: 'Ada', session_id: 'abc', link_label: 'Grandparents' },
        ...{ picks: 3, notes: 1, to, sign_in_with, greeted: 'Maya', from: 'Ada', session_name: 'Family' },
        path: '/dashboard/gallery',
      },
      { site, studio },
    ),
    'day-happened': writeEmail(
      {
        kind: 'day-happened',
        day: '2026-11-22',
        sessions: [
          {
            session_id: 'abc',
            session_name: 'Ada’s wedding',
            happened: [
              { what: 'opened', count: 1 },
              { what: 'favorites', count: 1_200 },
              { what: 'picks', count: 1 },
            ],
          },
        ],
        more: 2,
      },
      { site, studio },
    ),
  };
  /** Kinds that name no person. */
  const nameless = ['messages-waiting', 'contact-code'];
  const emails = Object.values(everyKind);

  test('an announcement mentions downloads only when there are any, and names the sign-in and the gallery', () => {
    const announcement = {
      kind: 'gallery-ready',
      to,
      name: 'Ada',
      session_id: 'abc',
      session_label: 'family-2025',
      session_name: 'Family',
      sign_in_with: 'ada@example.com',
      photos_count: 2,
      cover_key: '',
      open_selections: [],
      message: 'You were a joy.\nSee <you>.',
    } satisfies Partial<WholeEmailOf<'gallery-ready'>>;
    const withoutDownload = writeEmail({ ...announcement, downloadable: false }, { site, studio });
    const withDownload = writeEmail({ ...announcement, downloadable: true }, { site, studio, hasCover: true });
    for (const body of [withoutDownload.text, withoutDownload.html]) expect(body).not.toContain('download');
    for (const { text, html } of [withoutDownload, withDownload]) {
      for (const body of [text, html]) {
        expect(body).toContain(to);
        expect(body).toContain('You were a joy.');
        expect(body).toContain(`${site}/dashboard/gallery/family-2025`);
      }
      expect(html).toContain('See &lt;you&gt;.');
    }
    for (const body of [withDownload.text, withDownload.html]) expect(body).toContain('download photos');
    // The image is attached: nothing is fetched, and the email contains no photo URL.
    expect(withDownload.html.match(/<img[^>]*>/g)).toEqual([
      expect.stringMatching(/src="cid:cover" alt="A photo of Family"/),
    ]);
    expect(withDownload.html).not.toMatch(/src="(?!cid:)|url\(|\/media\//);
    expect(withoutDownload.html).not.toContain('<img');
    // Once, and in sight: a phone shows nothing below a tall picture.
    for (const { html } of [withoutDownload, withDownload]) expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(withDownload.html.indexOf('class="button"')).toBeLessThan(withDownload.html.indexOf('<img'));
  });

  test.each([
    [
      { included: 30, extra_cents: 1_500, ends_on: '2026-11-30' },
      '30 included, each further one $15, until November 30',
    ],
    [{ included: 30, extra_cents: null, ends_on: '2026-11-30' }, '30 included, until November 30'],
    [{ included: 1_200, extra_cents: 0, ends_on: null }, '1,200 included, each further one at no charge'],
    [{ included: 0, extra_cents: 1_250, ends_on: null }, 'each photo $12.50'],
  ])('an announcement says that a selection with the terms %j is open, and its button leads there', (terms, said) => {
    const announcement = {
      ...{ kind: 'gallery-ready', to, name: 'Ada', session_id: 'abc', session_label: 'family-2025' },
      ...{ session_name: 'Family', sign_in_with, photos_count: 2, downloadable: true, cover_key: '' },
    } satisfies Partial<WholeEmailOf<'gallery-ready'>>;
    const album = { selection_name: 'Album', ...terms };
    const { text, html } = writeEmail({ ...announcement, open_selections: [album] }, { site, studio });
    expect(text).toContain(`\nChoose your photos: ${said}\n`);
    expect(html).toContain(`<td dir="auto">${said}</td>`);
    const url = `${site}/dashboard/gallery/family-2025#for=ada%2Blogin%40example.com`;
    expect(text).toContain(`\nChoose your photos: ${url}\n`);
    expect(html).toContain(`<a class="button" href="${url}">Choose your photos</a>`);
    const both = [album, { ...album, selection_name: 'Prints' }];
    const { text: textOfBoth } = writeEmail({ ...announcement, open_selections: both }, { site, studio });
    expect(textOfBoth).toContain(`Choose your photos: Album: ${said}\nChoose your photos: Prints: ${said}\n`);
    const { text: textOfNone } = writeEmail({ ...announcement, open_selections: [] }, { site, studio });
    expect(textOfNone).toContain(`Open your gallery: ${url}`);
    expect(textOfNone).not.toContain('Choose');
  });

  test('has the same content in plain text and in HTML, with the studio’s name', () => {
    for (const [kind, { text, html }] of Object.entries(everyKind)) {
      for (const fact of nameless.includes(kind) ? [studio.city] : ['Ada', studio.city]) {
        expect(text).toContain(fact);
        expect(html).toContain(fact);
      }
      expect(html).toContain('prefers-color-scheme: dark');
      // Nothing is fetched when the email is opened, so opening it is not tracked.
      expect(html).not.toMatch(/<(img|link|iframe)|\bsrc=|url\(|@import/);
      expect(html).not.toMatch(/undefined|\[object/);
    }
  });

  test('to an address that nobody has confirmed has no word of whoever typed it', () => {
    const code = { kind: 'contact-code', to, record_id: 'abc', code: '01234567' } as const;
    const hostile = writeEmail({ ...code, name: 'URGENT: pay at evil.example' }, { site, studio });
    expect(hostile).toEqual(writeEmail({ ...code, name: '' }, { site, studio }));
  });

  test('links only to the site, and the client’s pages know the address to sign in with, if the email knows it', () => {
    const fragment = '#for=ada%2Blogin%40example.com';
    const links = emails.flatMap(({ html }) => [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url]) => url));
    expect(links).toEqual([
      ...Array(2).fill(`${site}/admin/messages`),
      `${site}/admin/customer/abc/edit`,
      // Nobody has proven that the address of a code is the client's, and it is none to sign in with.
      `${site}/dashboard/settings`,
      `${site}/dashboard/settings${fragment}`,
      // A row that was written before the address was stored.
      `${site}/dashboard`,
      `${site}/admin/customer/abc/edit`,
      ...Array(2).fill(`${site}/dashboard/gallery/family-2025${fragment}`),
      `${site}/dashboard/downloads${fragment}`,
      `${site}/admin/quotes`,
      ...Array(3).fill(`${site}/dashboard/quotes?quote=q1${fragment}`),
      `${site}/admin/quotes`,
      `${site}/dashboard/offers/o1${fragment}`,
      ...Array(2).fill(`${site}/admin/offers/o1`),
      ...Array(3).fill(`${site}/dashboard/offers/o1${fragment}`),
      `${site}/admin/session/abc/selection/def`,
      `${site}/dashboard/gallery/family-2025/selection/def${fragment}`,
      ...Array(4).fill(`${site}/dashboard/gallery/family-2025${fragment}`),
      `${site}/dashboard/gallery${fragment}`,
      `${site}/admin/dashboard`,
    ]);
  });
});

test('typed text is escaped', () => {
  const { html, text, subject } = message({ name: '<b>A</b>\r\nBcc: all@example.com', message: '<script>x</script>' });
  expect(html).not.toMatch(/<script|<b>/);
  expect(html).toContain('&lt;script&gt;x&lt;/script&gt;');
  expect(text).toContain('<script>x</script>');
  expect(subject).toBe('Message from <b>A</b> Bcc: all@example.com');
});

test('the reply address of a message is its sender', () => {
  expect(message().replyTo).toBe('ada@example.com');
});

test('a new client without a profile is named by the customer ID', () => {
  const bare = {
    kind: 'new-client',
    name: '',
    email: '',
    email_verified: false,
    customer_id: 'C-7K3M-2QXD',
    record_id: 'abc',
  } as const;
  const { subject, text } = writeEmail(bare, { site, studio });
  expect(subject).toBe('New client: Unknown (C-7K3M-2QXD)');
  expect(text).toContain('Name: Unknown');
});

test.each(['new-client', 'account-closed'] as const)(
  '%s: an address that was only typed is called unverified',
  (kind) => {
    const client = { kind, name: 'Ada', email: 'ada@example.com', customer_id: 'C-7K3M-2QXD', record_id: 'abc' };
    const unverified = writeEmail({ ...client, email_verified: false }, { site, studio });
    expect(unverified.text).toContain('Email: ada@example.com (unverified)');
    expect(unverified.html).toContain('ada@example.com (unverified)');
    expect(writeEmail({ ...client, email_verified: true }, { site, studio }).text).not.toContain('unverified');
  },
);

test('the email about waiting messages says how many', () => {
  const { subject, text, html } = writeEmail({ kind: 'messages-waiting', waiting: 21 }, { site, studio });
  expect(subject).toBe('Messages waiting: 21');
  expect(text).toContain('Messages this hour: 21');
  expect(html).toContain(`${site}/admin/messages`);
});

describe('an email about a quote', () => {
  test('contains the request, for the studio and for the client', () => {
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

  test('contains the decision with price and message, if there are any', () => {
    expect(quote('quote-approved').text).toContain('Price: $125.50');
    expect(quote('quote-approved').text).toContain('Ready on Friday.');
    const bare = quote('quote-rejected', { price_cents: null, message: '', quantity: null, favorites: 0, name: '' });
    expect(bare.text).not.toMatch(/Price|Quantity|Favorites|undefined|null/);
    expect(bare.text).toContain('Hello,');
  });

  test('says where the quote stands, as the portal does, and opens the quote itself', () => {
    expect(quote('quote-received').text).toContain('Your request is with the studio.');
    expect(quote('quote-rejected').text).toContain('The studio can’t take this request.');
    const { text } = quote('quote-approved');
    expect(text).toContain('The studio’s price is ready: $125.50. Accept it on the page that the button opens');
    expect(text).toContain(`See the quote and accept: ${site}/dashboard/quotes?quote=q1`);
    expect(quote('quote-approved', { price_cents: null }).text).toContain('The studio’s answer is ready.');
    // Rows that were written before the id was stored.
    expect(quote('quote-approved', { quote_id: undefined }).text).toContain(`: ${site}/dashboard/quotes\n`);
  });

  test('says where it can be paid once it is accepted, and has no link to it before', () => {
    const { text, html } = quote('quote-approved', { payment_link: 'https://pay.example.com/45?to=studio' });
    expect(text).toContain('Once you have accepted, you can pay there, at pay.example.com.');
    expect(text + html).not.toContain('https://pay.example.com');
  });

  test('of a submitted selection speaks of the choice', () => {
    const selection = {
      ...{ session_id: 's', selection_id: 'a', name: 'Album', round: 1, included: 2, extra_cents: 1_500 },
      ...{ chosen_count: 3, extra_count: 1, total_cents: 1_500 },
    };
    const about = { type: 'selection', selection } as const;
    expect(quote('quote-received', about).text).toContain('Your choice is with the studio.');
    expect(quote('quote-rejected', about).text).toContain('The studio can’t take this choice.');
  });

  test('names one price: the sum until the studio has answered, then the studio’s', () => {
    const selection = {
      ...{ session_id: 's', selection_id: 'a', name: 'Album', round: 1, included: 2, extra_cents: 1_500 },
      ...{ chosen_count: 3, extra_count: 1, total_cents: 1_500 },
    };
    const about = { type: 'selection', selection } as const;
    expect(quote('quote-received', about).text).toContain('Total: $15');
    for (const kind of ['quote-approved', 'quote-rejected'] as const) {
      const { text } = quote(kind, { ...about, price_cents: 1_000 });
      expect(text).toContain('Price: $10');
      expect(text).not.toContain('Total');
      expect(quote(kind, { ...about, price_cents: null }).text).toContain('Total: $15');
    }
  });
});

describe('an email about what was submitted', () => {
  const about = {
    ...{ to: 'ada@example.com', name: 'Ada', session_id: 's', selection_id: 'a', round: 1 },
    ...{ selection_name: 'Album', session_name: 'Family', session_label: 'family-2025', sign_in_with: '' },
    message: 'The book is bound.\n<b>Sorry</b>!',
  };
  const reopenedEmail = (values: object = {}) =>
    writeEmail(
      {
        ...{ kind: 'selection-reopened', ...about, was_asked: true, was_decided: false },
        ...{ ends_on: null, standing: { line: '3 chosen', extra: { extra_count: 1, total_cents: 1_500 } }, ...values },
      },
      { site, studio },
    );

  test('that is open again says what to do, until when, and what is withdrawn', () => {
    const { subject, text, html } = reopenedEmail();
    expect(subject).toBe('You can change your choice: Album');
    expect(text).toContain('As you asked, we have opened your choice of photos of Family again.');
    expect(text).toContain('change it, and submit it again.');
    expect(text).toContain('So far: 3 chosen · 1 extra × $15 = $15');
    expect(text).toContain('The book is bound.\n<b>Sorry</b>!');
    expect(html).toContain('&lt;b&gt;Sorry');
    expect(text).toContain(`Change your choice: ${site}/dashboard/gallery/family-2025\n`);
    expect(text).not.toContain('withdrawn');
    const unasked = reopenedEmail({ was_asked: false, was_decided: true, ends_on: '2026-12-01', message: '' });
    expect(unasked.text).toContain('We have opened your choice');
    expect(unasked.text).toContain(
      'submit it again by the end of December 1. Our answer to your last choice is withdrawn',
    );
    expect(unasked.html).not.toContain('class="words"');
  });

  test('that is kept says so, and where it stands', () => {
    const { subject, text } = writeEmail(
      {
        kind: 'change-declined',
        ...about,
        ends_on: null,
        standing: { line: 'The studio’s price is ready', price_cents: 1_500 },
      },
      { site, studio },
    );
    expect(subject).toBe('About your choice: Album');
    expect(text).toContain('We keep it as you submitted it.');
    expect(text).toContain('Where it stands: The studio’s price is ready: $15');
    expect(text).toContain('The book is bound.');
    expect(text).toContain(`See your choice: ${site}/dashboard/gallery/family-2025/selection/a\n`);
  });
});

describe('an offer', () => {
  test('says what it is, until when and for how much, and leads to its page', () => {
    const { subject, text } = sentOffer();
    expect(subject).toBe('Your offer: Wedding');
    expect(text).toContain('Session: May 15, 2031');
    expect(text).toContain('Total: $757.75 to $1,623.75, as you choose');
    expect(text).toContain('Valid until: December 10, 2026');
    expect(text).toContain(`${site}/dashboard/offers/o1`);
    expect(text).toContain('opening it signs nothing');
  });

  test('without a choice has one total, in its own currency, and without a session no day', () => {
    const { text } = sentOffer({ least_cents: 10_000, most_cents: 10_000, currency: 'EUR', session_date: undefined });
    expect(text).toContain('Total: €100.00\n');
    expect(text).not.toContain('Session:');
  });

  test.each([
    ['replaces', 'It replaces our former one.'],
    ['amends', 'It adds to what we have agreed on.'],
  ] as const)('that %s another says so', (follows, words) => {
    expect(sentOffer({ follows }).text).toContain(words);
    expect(sentOffer().text).not.toContain(words);
  });

  test('that somebody signed says who, of how many, and the hash; the last signature says that all have', () => {
    const { subject, text, replyTo } = signedOffer(2);
    expect([subject, replyTo]).toEqual(['Ada Byron signed: Wedding', 'ada@example.com']);
    expect(text).toContain('Signed: 2 of 3');
    expect(text).toContain(`Proof: ${agreed.hash}`);
    expect(signedOffer(3).subject).toBe('Agreed: Wedding');
  });

  test('that all have signed gives the client the total and the hash', () => {
    const { subject, text } = agreedOffer();
    expect(subject).toBe('Signed by all: Wedding');
    expect(text).toContain('Total: $1,271.94');
    expect(text).toContain(`Proof: ${agreed.hash}`);
  });

  test('that was declined gives the studio the client’s words', () => {
    const { subject, text } = declinedOffer();
    expect(subject).toBe('Ada declined your offer: Wedding');
    expect(text).toContain('Another date.');
  });
});
