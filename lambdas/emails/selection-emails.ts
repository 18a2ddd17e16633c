import { sayChosen } from '#shared/contract/selections.ts';
import { sayStanding } from '#shared/selections/say-standing.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { nameToGreet } from '#shared/text/name-to-greet.ts';
import { dayInWords, termsInWords } from './words.ts';
import { askBack, clientPage, hello, type Writers, worded } from './writers.ts';

/** Emails about clients' choices in a selection, and about guests' picks. */
export const selectionEmails: Writers<
  'picks-sent' | 'change-declined' | 'selection-opened' | 'selection-reopened' | 'selection-ending'
> = {
  'picks-sent': (email, { site }) => ({
    name: email.to_client ? 'picks-sent' : undefined,
    words: {
      subject: '{{guest}} sent {{picks}}: {{session}}',
      heading: '{{guest}} has sent their picks',
      greeting: email.to_client ? hello : '',
      opening: '',
      closing: 'They may pick more, and send again.',
    },
    values: {
      'first name': nameToGreet(email.greeted),
      session: email.session_name,
      guest: email.from || 'A guest',
      picks: formatCounted(email.picks, 'pick'),
    },
    facts: [
      ['Session', email.session_name],
      ['Picks', email.picks.toLocaleString('en-US')],
      ['Notes', email.notes > 0 ? email.notes.toLocaleString('en-US') : ''],
      ['Link', email.from && email.link_label],
    ],
    link: { text: 'See the picks', url: clientPage(site, email, email.path) },
  }),
  'change-declined': (email, { site, studio }) =>
    worded('change-declined', {
      words: {
        subject: 'About your choice: {{selection}}',
        heading: 'Your choice stays as you submitted it',
        greeting: hello,
        opening: 'You asked to change your choice of photos of {{session}}. We keep it as you submitted it.',
        closing: 'Reply to this email, and we will find another way together.',
      },
      values: namesIn(email),
      facts: [
        ['Selection', email.selection_name],
        ['Where it stands', sayStanding(email.standing, studio.currency)],
      ],
      typedText: email.message,
      link: {
        text: 'See your choice',
        url: clientPage(site, email, `/dashboard/gallery/${email.session_label}/selection/${email.selection_id}`),
      },
    }),
  'selection-opened': (email, { site, studio }) =>
    worded('selection-opened', {
      words: {
        subject: 'Choose your photos: {{selection}}',
        heading: 'Choose your photos',
        greeting: hello,
        opening:
          'You can choose photos of {{session}} now. Choose them in your gallery, and submit your choice when it is complete.',
        closing: askBack,
      },
      values: { ...namesIn(email), 'last day': lastDay(email) },
      facts: [
        ['Selection', email.selection_name],
        ['Choose your photos', termsInWords(email, studio.currency)],
      ],
      typedText: email.client_words,
      link: { text: 'Choose your photos', url: galleryOf(site, email) },
    }),
  'selection-reopened': (email, { site, studio }) =>
    worded('selection-reopened', {
      words: {
        subject: 'You can change your choice: {{selection}}',
        heading: 'Your choice is open again',
        greeting: hello,
        opening: `${email.was_asked ? 'As you asked, we' : 'We'} have opened your choice of photos of {{session}} again. What you chose is still chosen: change it, and submit it again${
          email.ends_on === null ? '' : ' by the end of {{last day}}'
        }.`,
        closing: askBack,
      },
      values: { ...namesIn(email), 'last day': lastDay(email) },
      ...(email.was_decided && {
        stays: { opening: 'Our answer to your last choice is withdrawn: you get another one.' },
      }),
      facts: [
        ['Selection', email.selection_name],
        ['Last day', lastDay(email)],
        ['So far', sayStanding(email.standing, studio.currency)],
      ],
      typedText: email.message,
      link: { text: 'Change your choice', url: galleryOf(site, email) },
    }),
  'selection-ending': (email, { site, studio }) =>
    worded('selection-ending', {
      words: {
        subject: 'Your time to choose ends soon: {{selection}}',
        heading: 'Your time to choose ends soon',
        greeting: hello,
        opening: 'You can choose photos of {{session}} until the end of {{last day}}. Submit your choice by then.',
        closing: 'Reply to this email if you need more time.',
      },
      values: { ...namesIn(email), 'last day': lastDay(email) },
      facts: [
        ['Selection', email.selection_name],
        ['Last day', lastDay(email)],
        ['So far', sayChosen(email, email.chosen_count, studio.currency)],
      ],
      link: { text: 'Open your gallery', url: galleryOf(site, email) },
    }),
};

const namesIn = ({
  name,
  session_name,
  selection_name,
}: {
  name: string;
  session_name: string;
  selection_name: string;
}) => ({ 'first name': nameToGreet(name), session: session_name, selection: selection_name });

const lastDay = ({ ends_on }: { ends_on: string | null }) => (ends_on === null ? '' : dayInWords(ends_on));

const galleryOf = (site: string, email: { session_label: string; sign_in_with: string }) =>
  clientPage(site, email, `/dashboard/gallery/${email.session_label}`);
