import type { MovedPicks, OwnPicks } from '#shared/contract/links.ts';
import type { Client } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, write } from '../../platform/table.ts';
import { canSee, canSeeSession } from '../photos/access/access.ts';
import { withFavorite } from '../photos/editing.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { changePhoto, readReadable } from '../photos/row/repository.ts';
import { countFavorite, readSession, type SessionRow } from '../sessions/repository.ts';
import { tell } from '../timeline/tell.ts';
import {
  changeMark,
  countOfGuests,
  type LinkRow,
  type MarkRow,
  readGuest,
  readLink,
  readMarks,
  readMarksOf,
  setNotClient,
  startCounts,
} from './repository.ts';
import { guestIdOf, readCredential } from './secrets.ts';

/**
 * What a client has picked and noted as a guest of a link to their own session, before they signed in. The credential
 * proves the guest, the token the client; a client who does not own the link's session stays a guest.
 */

/** The most links whose credentials one request checks: the last opened ones. */
const linksAtOnce = 20;
/** Each takes two writes, and the counts of the session and the link one each; DynamoDB takes 100. */
const marksPerTransaction = 40;
const transactionsPerRequest = 5;

interface OwnGuest {
  id: string;
  name: string;
  link: LinkRow;
  session: SessionRow;
  is_not_client: boolean;
}

/** A guest's pick or note that becomes the client's. */
interface Move {
  mark: MarkRow;
  /** What stays with the guest: a note where the client has written another one. */
  kept: Pick<MarkRow, 'is_picked' | 'note'>;
  photo: ReadyPhoto;
  adopted: ReadyPhoto;
}

/**
 * Returns what this browser's guests have picked and noted in sessions of the client, unless the client has said that
 * it is not theirs.
 * @param credentials by link
 */
export async function listOwnPicks(actor: Client, credentials: Map<string, string>): Promise<OwnPicks[]> {
  const lists = await Promise.all(
    [...credentials].slice(-linksAtOnce).map(async ([linkId, credential]) => {
      const guest = await findOwnGuest(actor, linkId, credential);
      if (!guest || guest.is_not_client) return [];
      const moves = await readMoves(actor, guest, await readMarks(linkId, guest.id));
      if (moves.length === 0) return [];
      const { session, name } = guest;
      return [
        {
          ...{ link_id: linkId, session_id: session.id, session_name: session.session_name, name },
          picks_count: moves.filter(({ mark }) => mark.is_picked).length,
          notes_count: moves.filter(movesNote).length,
        },
      ];
    }),
  );
  return lists.flat();
}

/**
 * Makes the guest's picks favorites of the client, and the guest's notes theirs where they have written none. Each
 * transaction moves some of them; a repeated request moves those that are left.
 * @returns how many are left for the next request
 * @throws StudioError NOT_FOUND for a session of another client, and without the guest's credential
 */
export async function movePicks(actor: Client, linkId: string, credential: string | undefined): Promise<MovedPicks> {
  const guest = await requireOwnGuest(actor, linkId, credential);
  const photoIds = (await readMoves(actor, guest, await readMarks(linkId, guest.id))).map(({ photo }) => photo.id);
  const atOnce = marksPerTransaction * transactionsPerRequest;
  for (let start = 0; start < Math.min(photoIds.length, atOnce); start += marksPerTransaction) {
    const some = photoIds.slice(start, start + marksPerTransaction);
    await retryOnConflict(async () =>
      moveTogether(actor, guest, await readMoves(actor, guest, await readMarksOf(linkId, guest.id, some))),
    );
  }
  return { left_count: Math.max(0, photoIds.length - atOnce) };
}

/**
 * Records that the guest is somebody else, so that the client is not asked again.
 * @throws StudioError NOT_FOUND as `movePicks`
 */
export async function declinePicks(actor: Client, linkId: string, credential: string | undefined): Promise<void> {
  const { id } = await requireOwnGuest(actor, linkId, credential);
  await write(setNotClient(linkId, id));
}

async function requireOwnGuest(actor: Client, linkId: string, credential: string | undefined): Promise<OwnGuest> {
  const guest = await findOwnGuest(actor, linkId, credential);
  if (!guest) throw new StudioError('NOT_FOUND');
  return guest;
}

/** Returns the guest to whom this credential was given, also of a link that has ended, if the client owns the link's session. */
async function findOwnGuest(
  actor: Client,
  linkId: string,
  credential: string | undefined,
): Promise<OwnGuest | undefined> {
  const link = await readLink(linkId);
  if (!link) return undefined;
  const { secret, isValid } = await readCredential(link, credential);
  if (!isValid) return undefined;
  const id = guestIdOf(secret);
  const [session, guest] = await Promise.all([readSession(link.session_id), readGuest(linkId, id)]);
  if (!session || !guest || !canSeeSession(actor, session)) return undefined;
  return { id, name: guest.name, link, session, is_not_client: guest.is_not_client };
}

/** Returns the moves of those marks that change anything, on photos that the client sees. */
async function readMoves(actor: Client, { session }: OwnGuest, marks: MarkRow[]): Promise<Move[]> {
  const byPhoto = new Map(marks.map((mark) => [mark.photo_id, mark]));
  const photos = await readReadable(session.id, [...byPhoto.keys()]);
  return photos
    .filter((photo) => canSee(actor, photo, session))
    .map((photo) => moveOf(byPhoto.get(photo.id)!, photo))
    .filter(({ mark, kept }) => mark.is_picked || mark.note !== kept.note);
}

function moveOf(mark: MarkRow, photo: ReadyPhoto): Move {
  const isKept = photo.note !== '' && photo.note !== mark.note;
  const picked = mark.is_picked && !photo.is_favorite ? withFavorite(photo, true) : photo;
  const isNew = mark.note !== '' && photo.note === '';
  return {
    mark,
    kept: { is_picked: false, note: isKept ? mark.note : '' },
    photo,
    adopted: isNew ? { ...picked, note: mark.note } : picked,
  };
}

const movesNote = ({ mark, kept }: Move) => mark.note !== kept.note;

/** @throws WriteConflictError when a photo or a mark has changed since it was read; StudioError NOT_FOUND in the trash */
async function moveTogether(actor: Client, { link, session }: OwnGuest, moves: Move[]): Promise<void> {
  if (moves.length === 0) return;
  const changed = moves.filter(({ photo, adopted }) => photo !== adopted);
  const idsOf = (some: Move[]) => some.map(({ photo }) => photo.id);
  const favorites = idsOf(changed.filter(({ photo, adopted }) => photo.is_favorite !== adopted.is_favorite));
  const notes = idsOf(changed.filter(({ photo, adopted }) => photo.note !== adopted.note));
  const moved = moves.reduce((sum, { mark, kept }) => sum + mark.note.length - kept.note.length, 0);
  if (moved > 0) await startCounts(link);
  await transact([
    ...moves.map(({ mark, kept }) => changeMark(mark, kept)),
    ...(moved > 0 ? [countOfGuests(link.id, 'notes_length', -moved, () => new StudioError('NOT_FOUND'))] : []),
    ...changed.map(({ photo, adopted }) => changePhoto('adopt', photo, adopted)),
    // Written even when it adds none: its condition fails for a session in the trash.
    countFavorite(session.id, favorites.length, () => new StudioError('NOT_FOUND')),
    ...(favorites.length > 0
      ? tell(actor, { kind: 'favorited', session, count: favorites.length, photo_ids: favorites })
      : []),
    ...(notes.length > 0 ? tell(actor, { kind: 'noted', session, count: notes.length, photo_ids: notes }) : []),
  ]);
}
