import { queryOptions } from '@tanstack/react-query';
import type { EditSettings } from '#shared/contract/settings.ts';
import type { EditAnnouncementTexts } from '#shared/contract/wording/announcement-texts.ts';
import type { EditEmailWords, PreviewEmailWords } from '#shared/contract/wording/email-words.ts';
import type { WordedEmail } from '#shared/emails/email-fields.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: () => answerOf(adminApi.settings.$get()),
});

export const editSettings = (json: EditSettings) => answerOf(adminApi.settings.$patch({ json }));

/** The words of every email that the studio can change. */
export const emailWordsQuery = queryOptions({
  queryKey: ['email-words'],
  queryFn: () => answerOf(adminApi.settings.emails.$get()),
});

export const editEmailWords = (email: WordedEmail, json: EditEmailWords) =>
  answerOf(adminApi.settings.emails[':wording'].$put({ param: { wording: email }, json }));

/** Returns an email with these words and an example's facts. */
export const previewEmailWords = (email: WordedEmail, json: PreviewEmailWords) =>
  answerOf(adminApi.settings.emails[':wording'].preview.$post({ param: { wording: email }, json }));

/** The studio's texts for announcements. */
export const announcementTextsQuery = queryOptions({
  queryKey: ['announcement-texts'],
  queryFn: () => answerOf(adminApi.settings['announcement-texts'].$get()),
});

export const editAnnouncementTexts = (json: EditAnnouncementTexts) =>
  answerOf(adminApi.settings['announcement-texts'].$put({ json }));

/** Returns an announcement that begins with this text, with an example's facts. */
export const previewAnnouncementText = (text: string) =>
  answerOf(adminApi.settings['announcement-texts'].preview.$post({ json: { text } }));

/** This month's cost, computed from stored data. */
export const costQuery = queryOptions({
  queryKey: ['cost'],
  queryFn: () => answerOf(adminApi.cost.$get()),
});
