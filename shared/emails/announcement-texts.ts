import { refuseFields } from '../text/written-fields.ts';
import { emailFields, type WordedEmail } from './email-fields.ts';

/** The emails whose personal line can begin with one of the studio's texts for announcements. */
const announcements = ['gallery-ready', 'finished-ready'] as const satisfies WordedEmail[];

/** Returns the first announcement that has every field of a text; undefined if none has. */
export const announcementOf = (text: string): (typeof announcements)[number] | undefined =>
  announcements.find((name) => refuseFields(text, emailFields[name]) === undefined);

/** Returns what is wrong with the fields of a text for announcements; undefined if there is one that has them all. */
export function refuseAnnouncementText(text: string): string | undefined {
  if (announcementOf(text)) return undefined;
  const fields = new Set(announcements.flatMap((name): readonly string[] => emailFields[name]));
  return (
    refuseFields(text, [...fields]) ??
    'No announcement has both {{photos}} and {{new photos}}: the first is of a gallery, the second of finished photos. Leave one out.'
  );
}
