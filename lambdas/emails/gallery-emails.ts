import { formatCounted } from '#shared/text/format-count.ts';
import { nameToGreet } from '#shared/text/name-to-greet.ts';
import { termsInWords } from './words.ts';
import { clientPage, type Writers } from './writers.ts';

/** Emails to a client whose photos or files are ready. */
export const galleryEmails: Writers<'gallery-ready' | 'finished-ready' | 'download-ready'> = {
  'gallery-ready': (email, { site, hasCover }) => ({
    subject: `Your photos are ready: ${email.session_name}`,
    title: 'Your photos are ready',
    greeted: nameToGreet(email.name),
    typedText: email.message,
    picture: hasCover ? `A photo of ${email.session_name}` : undefined,
    opening: `Your gallery is open: look around, star your favorites${
      email.downloadable ? ', leave a note on any photo and download photos' : ' and leave a note on any photo'
    }.`,
    facts: [
      ['Session', email.session_name],
      ['Photos', email.photos_count.toLocaleString('en-US')],
      ...email.open_selections.map((terms, _, { length }): [string, string] => [
        length === 1 ? 'Choose your photos' : `Choose your photos: ${terms.selection_name}`,
        termsInWords(terms),
      ]),
      ['Sign in with', email.sign_in_with],
    ],
    closing: 'Reply to this email if you have a question.',
    link: {
      text: email.open_selections.length > 0 ? 'Choose your photos' : 'Open your gallery',
      url: clientPage(site, email, `/dashboard/gallery/${email.session_label}`),
    },
  }),
  'finished-ready': (email, { site, hasCover }) => {
    const { session_name, new_count, finished_count, photos_count } = email;
    const newPhotos = formatCounted(new_count, 'photo');
    return {
      subject: `Your finished photos are ready: ${session_name}`,
      title: 'Your finished photos are ready',
      greeted: nameToGreet(email.name),
      typedText: email.message,
      picture: hasCover ? `A finished photo of ${session_name}` : undefined,
      opening: `${newPhotos} ${new_count === 1 ? 'is' : 'are'} finished now, in the same place in your gallery. Your favorites and notes are still there.`,
      facts: [
        ['Session', session_name],
        ['Newly finished', new_count.toLocaleString('en-US')],
        ['Finished in all', `${finished_count.toLocaleString('en-US')} of ${photos_count.toLocaleString('en-US')}`],
        ...email.choices.map(({ name, line }): [string, string] => [name, line]),
      ],
      closing: 'Reply to this email if you have a question.',
      link: {
        text: 'See your finished photos',
        url: clientPage(site, email, `/dashboard/gallery/${email.session_label}`),
      },
    };
  },
  'download-ready': (email, { site }) => ({
    subject: `Your download is ready: ${email.title}`,
    title: 'Your download is ready',
    greeted: nameToGreet(email.name),
    opening: 'The photos you asked for are packed. You can download them for seven days.',
    facts: [
      ['Download', email.title],
      ['Photos', email.photos_count.toLocaleString('en-US')],
      ['Files', email.parts > 1 ? `${email.parts} ZIP files` : 'one ZIP file'],
    ],
    closing: 'Reply to this email if you have a question.',
    link: { text: 'Open your downloads', url: clientPage(site, email, '/dashboard/downloads') },
  }),
};
