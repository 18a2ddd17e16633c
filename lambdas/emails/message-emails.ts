import type { Writers } from './writers.ts';

/** Emails to the studio about messages from the contact form. */
export const messageEmails: Writers<'message-received' | 'messages-waiting'> = {
  'message-received': (email, { site }) => ({
    subject: `Message from ${email.name}`,
    title: `${email.name} has sent a message`,
    facts: [
      ['Email', email.email],
      ['Phone', email.phone],
    ],
    typedText: email.message,
    closing: `Reply to this email to write to ${email.name}.`,
    link: { text: 'Open the messages', url: `${site}/admin/messages` },
    replyTo: email.email,
  }),
  'messages-waiting': (email, { site }) => {
    const waitingCount = `${email.waiting}`;
    return {
      subject: `Messages waiting: ${waitingCount}`,
      title: 'Many messages in one hour',
      facts: [['Messages this hour', waitingCount]],
      closing:
        'So many messages came from the contact form that further ones of this hour bring no email of their own. All of them are in the admin area.',
      link: { text: 'Open the messages', url: `${site}/admin/messages` },
    };
  },
};
