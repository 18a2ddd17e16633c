import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { fold } from '#shared/text/fold.ts';
import { required, requiredText, text, Version } from '../fields.ts';

/** A text under a name, with which an announcement's personal line can begin. It can have the fields of that email. */
export const AnnouncementText = z.strictObject({
  name: required('A name', limits.textName),
  text: requiredText('A text', limits.announcement),
});
export type AnnouncementText = z.infer<typeof AnnouncementText>;

/** POST settings/announcement-texts/preview: a text as typed, which may be none yet. */
export const PreviewAnnouncementText = z.strictObject({ text: text('A text', limits.announcement) });
export type PreviewAnnouncementText = z.infer<typeof PreviewAnnouncementText>;

/** GET settings/announcement-texts, in the order in which they are offered. */
export const AnnouncementTexts = z.object({ items: z.array(AnnouncementText), version: Version });
export type AnnouncementTexts = z.infer<typeof AnnouncementTexts>;

/** PUT settings/announcement-texts: all texts in order, whose names differ. */
export const EditAnnouncementTexts = z.strictObject({
  items: z
    .array(AnnouncementText)
    .max(limits.announcementTexts, `There can be at most ${limits.announcementTexts} texts. Delete one first.`)
    .superRefine((items, context) => {
      const names = items.map(({ name }) => fold(name));
      for (const [index, name] of names.entries()) {
        if (names.indexOf(name) < index) {
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'Another text has this name already.' });
        }
      }
    }),
  version: Version,
});
export type EditAnnouncementTexts = z.infer<typeof EditAnnouncementTexts>;
