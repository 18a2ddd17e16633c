import type { AnnouncementText, AnnouncementTexts } from '#shared/contract/wording/announcement-texts.ts';
import { errors } from '#shared/errors.ts';
import { fold } from '#shared/text/fold.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { editAnnouncementTexts } from './api.ts';

/** Saves one text for announcements at a time, although they are stored as one list. */

/** Whether two names are the same one to the API, which refuses a second text under it. */
const isSameName = (one: string, other: string) => fold(one) === fold(other);

/** Returns the text under a name. */
export const textNamed = (items: AnnouncementText[], name: string): AnnouncementText | undefined =>
  items.find((item) => isSameName(item.name, name));

/** A text as it was read, with the version of the list that it is in. */
export type ReadText = AnnouncementText & { version: number };

/** How often a change is sent again because somebody else has changed another text. */
const mostTries = 4;

/**
 * Adds a text at the end.
 * @throws ApiError with what is wrong in `fields.name` and `fields.text`
 */
export const addText = (texts: AnnouncementTexts, text: AnnouncementText): Promise<AnnouncementTexts> =>
  change(texts, (items) => [...items, text]);

/**
 * Deletes a text.
 * @throws Error when somebody else has changed the text since it was read
 */
export const deleteText = (texts: AnnouncementTexts, { name, text }: AnnouncementText): Promise<AnnouncementTexts> =>
  change(texts, (items) => {
    if ((textNamed(items, name)?.text ?? text) !== text) throw new Error(errors.CHANGED_MEANWHILE.message);
    return items.filter((item) => !isSameName(item.name, name));
  });

async function change(
  texts: AnnouncementTexts,
  changed: (items: AnnouncementText[]) => AnnouncementText[],
): Promise<AnnouncementTexts> {
  let current = texts;
  for (let tries = 0; ; tries += 1) {
    try {
      return await send(changed(current.items), current.version);
    } catch (error) {
      const newer = newerTexts(error);
      if (!newer || tries === mostTries) throw error;
      current = newer;
    }
  }
}

/**
 * Replaces a text, over this version of the list; one that somebody else has deleted or renamed is added.
 * @param before the text as it was read
 * @throws ApiError with what is wrong in `fields.name` and `fields.text`; CHANGED_MEANWHILE with the present text in
 * `details.current`, a `ReadText`, and the present list in `details.texts`
 */
export async function replaceText(
  texts: AnnouncementTexts,
  before: ReadText,
  text: AnnouncementText,
  version: number,
): Promise<AnnouncementTexts> {
  const { items } = texts;
  const isThere = textNamed(items, before.name) !== undefined;
  const replaced = isThere ? items.map((item) => (isSameName(item.name, before.name) ? text : item)) : [...items, text];
  try {
    return await send(replaced, version);
  } catch (error) {
    const newer = newerTexts(error);
    if (!newer || !(error instanceof ApiError)) throw error;
    const current: ReadText = { ...(textNamed(newer.items, before.name) ?? before), version: newer.version };
    throw withBody(error, { details: { current, texts: newer } });
  }
}

/** Stores the texts. A name that two texts have is refused at the one that is being changed, whichever is later in the list. */
async function send(items: AnnouncementText[], version: number): Promise<AnnouncementTexts> {
  try {
    return await editAnnouncementTexts({ items, version });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVALID') throw error;
    const fields = Object.entries(error.fields).map(([path, reason]) => [
      path.slice(path.lastIndexOf('.') + 1),
      reason,
    ]);
    throw withBody(error, { fields: Object.fromEntries(fields) });
  }
}

const withBody = (error: ApiError, body: Pick<Partial<ApiError>, 'fields' | 'details'>): ApiError =>
  error.code === 'OFFLINE'
    ? error
    : new ApiError(error.code, error.status, error.message, { code: error.code, message: error.message, ...body });

/** Returns the present texts from the error of a change that was refused because they had changed. */
export const newerTexts = (error: unknown): AnnouncementTexts | undefined =>
  error instanceof ApiError && error.code === 'CHANGED_MEANWHILE'
    ? ((error.details.texts ?? error.details.current) as AnnouncementTexts | undefined)
    : undefined;
