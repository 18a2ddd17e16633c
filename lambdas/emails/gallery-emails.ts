import { sayStanding } from '#shared/selections/say-standing.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { nameToGreet } from '#shared/text/name-to-greet.ts';
import { fillFields } from '#shared/text/written-fields.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { dayInWords, termsInWords } from './words.ts';
import { askBack, clientPage, hello, type Writers, worded } from './writers.ts';

/** Emails to a client whose photos or files are ready, or whose gallery ends. */
export const galleryEmails: Writers<'gallery-ready' | 'gallery-ending' | 'finished-ready' | 'download-ready'> = {
  'gallery-ready': (email, { site, studio, hasCover }) => {
    const values = {
      'first name': nameToGreet(email.name),
      session: email.session_name,
      photos: formatCounted(email.photos_count, 'photo'),
    };
    return worded('gallery-ready', {
      words: {
        subject: 'Your photos are ready: {{session}}',
        heading: 'Your photos are ready',
        greeting: hello,
        opening: `Your gallery is open: look around, star your favorites${
          email.downloadable ? ', leave a note on any photo and download photos' : ' and leave a note on any photo'
        }.`,
        closing: askBack,
      },
      values,
      typedText: fillFields(email.message ?? '', { ...values, studio: studio.name }),
      picture: hasCover ? `A photo of ${email.session_name}` : undefined,
      facts: [
        ['Session', email.session_name],
        ['Photos', email.photos_count.toLocaleString('en-US')],
        ['Open until', email.ends_on ? calendarDate(email.ends_on) : ''],
        ...email.open_selections.map((terms, _, { length }): [string, string] => [
          length === 1 ? 'Choose your photos' : `Choose your photos: ${terms.selection_name}`,
          termsInWords(terms, studio.currency),
        ]),
        ['Sign in with', email.sign_in_with],
      ],
      link: {
        text: email.open_selections.length > 0 ? 'Choose your photos' : 'Open your gallery',
        url: clientPage(site, email, `/dashboard/gallery/${email.session_label}`),
      },
    });
  },
  'gallery-ending': (email, { site }) => {
    const lastDay = dayInWords(email.ends_on);
    return worded('gallery-ending', {
      words: {
        subject: 'Open until {{last day}}: {{session}}',
        heading: 'Your gallery ends soon',
        greeting: hello,
        opening: `Your gallery {{session}} is open until the end of {{last day}}.${
          email.downloadable ? ' Download the photos that you want to keep by then.' : ''
        }`,
        closing: 'Reply to this email if you need more time.',
      },
      values: { 'first name': nameToGreet(email.name), session: email.session_name, 'last day': lastDay },
      facts: [
        ['Session', email.session_name],
        ['Photos', email.photos_count.toLocaleString('en-US')],
        ['Last day', lastDay],
      ],
      link: {
        text: 'Open your gallery',
        url: clientPage(site, email, `/dashboard/gallery/${email.session_label}`),
      },
    });
  },
  'finished-ready': (email, { site, studio, hasCover }) => {
    const { session_name, new_count, finished_count, photos_count } = email;
    const values = {
      'first name': nameToGreet(email.name),
      session: session_name,
      'new photos': formatCounted(new_count, 'photo'),
    };
    return worded('finished-ready', {
      words: {
        subject: 'Your finished photos are ready: {{session}}',
        heading: 'Your finished photos are ready',
        greeting: hello,
        opening: `{{new photos}} ${new_count === 1 ? 'is' : 'are'} finished now, in the same place in your gallery. Your favorites and notes are still there.`,
        closing: askBack,
      },
      values,
      typedText: fillFields(email.message ?? '', { ...values, studio: studio.name }),
      picture: hasCover ? `A finished photo of ${session_name}` : undefined,
      facts: [
        ['Session', session_name],
        ['Newly finished', new_count.toLocaleString('en-US')],
        ['Finished in all', `${finished_count.toLocaleString('en-US')} of ${photos_count.toLocaleString('en-US')}`],
        ...email.choices.map(({ name, standing }): [string, string] => [name, sayStanding(standing, studio.currency)]),
      ],
      link: {
        text: 'See your finished photos',
        url: clientPage(site, email, `/dashboard/gallery/${email.session_label}`),
      },
    });
  },
  'download-ready': (email, { site }) =>
    worded('download-ready', {
      words: {
        subject: 'Your download is ready: {{download}}',
        heading: 'Your download is ready',
        greeting: hello,
        opening: 'The photos you asked for are packed.',
        closing: askBack,
      },
      values: { 'first name': nameToGreet(email.name), download: email.title },
      stays: { opening: 'You can download them for seven days.' },
      facts: [
        ['Download', email.title],
        ['Photos', email.photos_count.toLocaleString('en-US')],
        ['Files', email.parts > 1 ? `${email.parts} ZIP files` : 'one ZIP file'],
      ],
      link: { text: 'Open your downloads', url: clientPage(site, email, '/dashboard/downloads') },
    }),
};
