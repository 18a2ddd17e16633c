import { sayChosen } from '#shared/contract/selections.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { nameToGreet } from '#shared/text/name-to-greet.ts';
import { dayInWords, termsInWords } from './words.ts';
import { clientPage, type Writers } from './writers.ts';

/** Emails about clients' choices in a selection, and about guests' picks. */
export const selectionEmails: Writers<
  'picks-sent' | 'change-declined' | 'selection-opened' | 'selection-reopened' | 'selection-ending'
> = {
  'picks-sent': (email, { site }) => {
    const guestName = email.from || 'A guest';
    return {
      subject: `${guestName} sent ${formatCounted(email.picks, 'pick')}: ${email.session_name}`,
      title: `${guestName} has sent their picks`,
      ...(email.to_client && { greeted: nameToGreet(email.greeted) }),
      facts: [
        ['Session', email.session_name],
        ['Picks', email.picks.toLocaleString('en-US')],
        ['Notes', email.notes > 0 ? email.notes.toLocaleString('en-US') : ''],
        ['Link', email.from && email.link_label],
      ],
      closing: 'They may pick more, and send again.',
      link: { text: 'See the picks', url: `${site}${email.path}` },
    };
  },
  'change-declined': (email, { site }) => ({
    subject: `About your choice: ${email.selection_name}`,
    title: 'Your choice stays as you submitted it',
    greeted: nameToGreet(email.name),
    opening: `You asked to change your choice of photos of ${email.session_name}. We keep it as you submitted it.`,
    facts: [
      ['Selection', email.selection_name],
      ['Where it stands', email.line],
    ],
    typedText: email.message,
    closing: 'Reply to this email, and we will find another way together.',
    link: {
      text: 'See your choice',
      url: clientPage(site, email, `/dashboard/gallery/${email.session_label}/selection/${email.selection_id}`),
    },
  }),
  'selection-opened': (email, { site }) => ({
    subject: `Choose your photos: ${email.selection_name}`,
    title: 'Choose your photos',
    greeted: nameToGreet(email.name),
    opening: `You can choose photos of ${email.session_name} now. Choose them in your gallery, and submit your choice when it is complete.`,
    facts: [
      ['Selection', email.selection_name],
      ['Choose your photos', termsInWords(email)],
    ],
    typedText: email.client_words,
    closing: 'Reply to this email if you have a question.',
    link: { text: 'Choose your photos', url: clientPage(site, email, `/dashboard/gallery/${email.session_label}`) },
  }),
  'selection-reopened': (email, { site }) => ({
    subject: `You can change your choice: ${email.selection_name}`,
    title: 'Your choice is open again',
    greeted: nameToGreet(email.name),
    opening: `${email.was_asked ? 'As you asked, we' : 'We'} have opened your choice of photos of ${email.session_name} again. What you chose is still chosen: change it, and submit it again${
      email.ends_on === null ? '' : ` by the end of ${dayInWords(email.ends_on)}`
    }.${email.was_decided ? ' Our answer to your last choice is withdrawn: you get another one.' : ''}`,
    facts: [
      ['Selection', email.selection_name],
      ['So far', email.line],
    ],
    typedText: email.message,
    closing: 'Reply to this email if you have a question.',
    link: { text: 'Change your choice', url: clientPage(site, email, `/dashboard/gallery/${email.session_label}`) },
  }),
  'selection-ending': (email, { site }) => ({
    subject: `Your time to choose ends soon: ${email.selection_name}`,
    title: 'Your time to choose ends soon',
    greeted: nameToGreet(email.name),
    opening: `You can choose photos of ${email.session_name} until the end of ${dayInWords(email.ends_on)}. Submit your choice by then.`,
    facts: [
      ['Selection', email.selection_name],
      ['So far', sayChosen(email, email.chosen_count)],
    ],
    closing: 'Reply to this email if you need more time.',
    link: { text: 'Open your gallery', url: clientPage(site, email, `/dashboard/gallery/${email.session_label}`) },
  }),
};
