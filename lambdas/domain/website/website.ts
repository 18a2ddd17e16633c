import { isDeepStrictEqual } from 'node:util';
import {
  type OfDraft,
  type SaveWebsite,
  Website,
  type WebsiteDraft,
  type WebsiteState,
  type WebsiteVersion,
  type WebsiteVersions,
} from '#shared/contract/website.ts';
import { deployedWebsite } from '#shared/website/default-website.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { WriteConflictError } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, write } from '../../platform/table.ts';
import { keepPictures, requireDescriptions } from '../pictures/pictures.ts';
import { whereIs } from './publish-state.ts';
import {
  checkDraft,
  type DraftRow,
  putVersion,
  readDraft,
  readState,
  readVersion,
  readVersions,
  saveDraft,
  type VersionRow,
  wantVersion,
} from './repository.ts';

/** Returns the draft, the newest published version, and whether visitors see it. */
export async function getWebsite(_actor: Admin): Promise<WebsiteState> {
  const [draft, state] = await Promise.all([readDraft(), readState()]);
  const newest = state.number > 0 ? await readVersion(state.number) : undefined;
  return {
    draft: draft ? toDraft(draft) : { version: 0, content: newest?.content ?? deployedWebsite, saved: null },
    published: newest ? toVersion(newest) : null,
    state: whereIs(state).state,
  };
}

/**
 * Saves the draft. Saving the same content again is no conflict, so that a request whose response was lost may be
 * repeated.
 * @throws StudioError CHANGED_MEANWHILE with the stored draft in `details.current` when it was saved since `version`;
 * INVALID for a picture that is not in the library
 */
export async function saveWebsite(actor: Admin, { version, content }: SaveWebsite): Promise<WebsiteDraft> {
  const saved_at = new Date().toISOString();
  const saving = saveDraft(version, { content, saved_at, saved_by: actor.name });
  const hasPictures = picturePlaces(content).some(({ picture }) => picture !== null);
  try {
    if (!hasPictures) await write(saving);
    // The draft's write comes first, so that a newer draft is the reported conflict, not a missing picture.
    else await transact([saving, ...keepPictures(content, (await readDraft())?.content)]);
  } catch (error) {
    if (!(error instanceof WriteConflictError)) throw error;
    const draft = await readDraft();
    if (draft && isDeepStrictEqual(draft.content, content)) return toDraft(draft);
    throw changedError(draft);
  }
  return { version: version + 1, content, saved: { at: saved_at, by: actor.name } };
}

/**
 * Publishes the draft: the table's stream starts the worker that renders it.
 * @throws StudioError FORBIDDEN for staff; INVALID when nothing was saved, when fields of the draft are not filled
 * (they are in `fields`), or when a picture has no description; CHANGED_MEANWHILE as in `saveWebsite`, and when
 * somebody else has published at the same time
 */
export async function publishWebsite(actor: Admin, { version }: OfDraft): Promise<WebsiteState> {
  requireAdmin(actor, 'publish the website');
  const [draft, { number: numberBefore }] = await Promise.all([readDraft(), readState()]);
  if (!draft) throw new StudioError('INVALID', 'Nothing was saved yet, so there is nothing to publish.');
  const content = requireComplete(draft.content);
  requireDescriptions(content);
  const number = numberBefore + 1;
  const row = {
    number,
    content,
    published_at: new Date().toISOString(),
    published_by: actor.name,
  };
  await transact([
    // Fails when somebody saves the draft between the read above and this write, so that only a draft that was seen is
    // published.
    checkDraft(version, changedMeanwhile),
    putVersion(row),
    wantVersion(row, numberBefore, changedMeanwhile),
  ]);
  // Answer without another read, which could fail after the write. The worker starts only now.
  return { draft: toDraft(draft), published: toVersion(row), state: 'publishing' };
}

/** Returns the stored versions, newest first, and last the website as it was deployed. */
export async function listVersions(_actor: Admin): Promise<WebsiteVersions> {
  const { number } = await readState();
  const storedVersions = await readVersions(number);
  return { items: [...storedVersions.map(toVersion), versionZero] };
}

/**
 * Returns a version.
 * @throws StudioError NOT_FOUND for a version that was never published or is no longer stored
 */
export async function getVersion(_actor: Admin, number: number): Promise<WebsiteVersion> {
  if (number === 0) return versionZero;
  const row = await readVersion(number);
  if (!row) throw new StudioError('NOT_FOUND');
  return toVersion(row);
}

/**
 * Saves a published version, or the website as it was deployed, as the draft, to be viewed and published again.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE as in `saveWebsite`
 */
export async function restoreVersion(actor: Admin, number: number, { version }: OfDraft): Promise<WebsiteDraft> {
  const { content } = await getVersion(actor, number);
  return saveWebsite(actor, { version, content });
}

function requireComplete(draft: DraftRow['content']): VersionRow['content'] {
  const { data, error } = Website.safeParse(draft);
  if (data) return data;
  const fields = Object.fromEntries(error.issues.map(({ path, message }) => [`content.${path.join('.')}`, message]));
  const count = Object.keys(fields).length;
  throw new StudioError(
    'INVALID',
    count === 1 ? 'One field of the draft is not filled yet.' : `${count} fields of the draft are not filled yet.`,
    { fields },
  );
}

const changedMeanwhile = async (): Promise<Error> => changedError(await readDraft());

const changedError = (draft: DraftRow | undefined): Error =>
  new StudioError('CHANGED_MEANWHILE', undefined, draft && { details: { current: toDraft(draft) } });

/** The website as it was deployed. It is stored in no row, so that no later version overwrites it. */
const versionZero: WebsiteVersion = { number: 0, content: deployedWebsite, at: null, by: '' };

const toDraft = ({ version, content, saved_at, saved_by }: DraftRow): WebsiteDraft => ({
  version,
  content,
  saved: { at: saved_at, by: saved_by },
});

const toVersion = ({ number, content, published_at, published_by }: Omit<VersionRow, 'id'>) => ({
  number,
  content,
  at: published_at,
  by: published_by,
});
