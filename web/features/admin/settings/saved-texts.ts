import type { AnnouncementText } from '#shared/contract/wording/announcement-texts.ts';
import { fold } from '#shared/text/fold.ts';
import { savedItems } from '../saved-items.ts';
import { editAnnouncementTexts } from './api.ts';

/** Returns the text under a name; two names are the same one to the API, which refuses a second text under it. */
export const textNamed = (items: AnnouncementText[], name: string): AnnouncementText | undefined =>
  items.find((item) => fold(item.name) === fold(name));

/** Saves one text for announcements at a time. */
export const savedTexts = savedItems<AnnouncementText>(
  editAnnouncementTexts,
  (one, other) => fold(one.name) === fold(other.name),
);
