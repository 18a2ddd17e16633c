import type { MovedPicks, OwnPicks } from '#shared/contract/links.ts';
import type { Client } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact, write } from '../../platform/table.ts';
import { canSee, canSeeSession } from '../photos/access/access.ts';
import { withFavorite } from '../photos/feedback/client-feedback.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { changePhoto, readReadable } from '../photos/row/repository.ts';
import { countFavorite } from '../sessions/photo-counts.ts';
import { readSession, type SessionRow } from '../sessions/repository.ts';
import { recordActivity } from '../timeline/record.ts';
import {
  changeReaction,
  countOfGuests,
  type LinkRow,
  type ReactionRow,
  readGuest,
  readLink,
  readReactions,
  readReactionsOf,
  setNotClient,
  startCounts,
} from './repository.ts';
import { guestIdOf, readCredential } from './secrets.ts';

/**
 * Finds and moves the picks and notes that a client made as a guest of a link to their own session before they signed
 * in. The credential proves the guest, the token the client. A client who does not own the link's session stays a
 * guest.
 */

/** The largest number of links whose credentials one request checks: the last opened ones. */
const linksPerRequest = 20;
/**
 * The number of picks and notes in a transaction. Each needs two writes, and the counters of the session and the link
 * one each; DynamoDB allows 100.
 */
const reactionsPerTransaction = 40;
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
  reaction: ReactionRow;
  /** The values that stay with the guest: a note when the client has written another one. */
  remaining: Pick<ReactionRow, 'is_picked' | 'note'>;
  photo: ReadyPhoto;
  adopted: ReadyPhoto;
}

/**
 * Returns the picks and notes of this browser's guests in sessions of the client. Leaves out guests of whom the client
 * has said that they are somebody else.
 * @param credentials the guests' credentials by link
 */
export async function listOwnPicks(actor: Client, credentials: Map<string, string>): Promise<OwnPicks[]> {
  const lists = await Promise.all(
    [...credentials].slice(-linksPerRequest).map(async ([linkId, credential]) => {
      const guest = await findOwnGuest(actor, linkId, credential);
      if (!guest || guest.is_not_client) return [];
      const moves = await readMoves(actor, guest, await readReactions(linkId, guest.id));
      if (moves.length === 0) return [];
      const { session, name } = guest;
      return [
        {
          ...{ link_id: linkId, session_id: session.id, session_name: session.session_name, name },
          picks_count: moves.filter(({ reaction }) => reaction.is_picked).length,
          notes_count: moves.filter(movesNote).length,
        },
      ];
    }),
  );
  return lists.flat();
}

/**
 * Makes the guest's picks favorites of the client, and the guest's notes notes of the client where the client has
 * written none. Moves a limited number; a repeated request moves the remaining ones.
 * @returns the number that remains for the next request
 * @throws StudioError NOT_FOUND for a session of another client, and without the guest's credential
 */
export async function movePicks(actor: Client, linkId: string, credential: string | undefined): Promise<MovedPicks> {
  const guest = await requireOwnGuest(actor, linkId, credential);
  const photoIds = (await readMoves(actor, guest, await readReactions(linkId, guest.id))).map(({ photo }) => photo.id);
  const photosPerRequest = reactionsPerTransaction * transactionsPerRequest;
  for (let start = 0; start < Math.min(photoIds.length, photosPerRequest); start += reactionsPerTransaction) {
    const photoIdsOfBatch = photoIds.slice(start, start + reactionsPerTransaction);
    await retryOnConflict(async () =>
      moveTogether(
        actor,
        guest,
        await readMoves(actor, guest, await readReactionsOf(linkId, guest.id, photoIdsOfBatch)),
      ),
    );
  }
  return { left_count: Math.max(0, photoIds.length - photosPerRequest) };
}

/**
 * Records that the guest is somebody else, so that the client is not asked again.
 * @throws StudioError NOT_FOUND for a session of another client, and without the guest's credential
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

/** Returns the guest with this credential if the client owns the link's session, even after the link has ended. */
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

/** Returns the moves of these picks and notes on photos that the client sees, without moves that change nothing. */
async function readMoves(actor: Client, { session }: OwnGuest, reactions: ReactionRow[]): Promise<Move[]> {
  const byPhoto = new Map(reactions.map((reaction) => [reaction.photo_id, reaction]));
  const photos = await readReadable(session.id, [...byPhoto.keys()]);
  return photos
    .filter((photo) => canSee(actor, photo, session))
    .map((photo) => moveOf(byPhoto.get(photo.id)!, photo))
    .filter(({ reaction, remaining }) => reaction.is_picked || reaction.note !== remaining.note);
}

function moveOf(reaction: ReactionRow, photo: ReadyPhoto): Move {
  const keepsNote = photo.note !== '' && photo.note !== reaction.note;
  const favorite = reaction.is_picked && !photo.is_favorite ? withFavorite(photo, true) : photo;
  const takesNote = reaction.note !== '' && photo.note === '';
  return {
    reaction,
    remaining: { is_picked: false, note: keepsNote ? reaction.note : '' },
    photo,
    adopted: takesNote ? { ...favorite, note: reaction.note } : favorite,
  };
}

const movesNote = ({ reaction, remaining }: Move) => reaction.note !== remaining.note;

/**
 * Writes these moves in one transaction.
 * @throws WriteConflictError when a photo, pick or note changed since it was read; StudioError NOT_FOUND when the
 * session is in the trash
 */
async function moveTogether(actor: Client, { link, session }: OwnGuest, moves: Move[]): Promise<void> {
  if (moves.length === 0) return;
  const changedMoves = moves.filter(({ photo, adopted }) => photo !== adopted);
  const idsOf = (chosenMoves: Move[]) => chosenMoves.map(({ photo }) => photo.id);
  const favorites = idsOf(changedMoves.filter(({ photo, adopted }) => photo.is_favorite !== adopted.is_favorite));
  const notes = idsOf(changedMoves.filter(({ photo, adopted }) => photo.note !== adopted.note));
  const movedLength = moves.reduce(
    (sum, { reaction, remaining }) => sum + reaction.note.length - remaining.note.length,
    0,
  );
  if (movedLength > 0) await startCounts(link);
  await transact([
    ...moves.map(({ reaction, remaining }) => changeReaction(reaction, remaining)),
    ...(movedLength > 0
      ? [countOfGuests(link.id, 'notes_length', -movedLength, () => new StudioError('NOT_FOUND'))]
      : []),
    ...changedMoves.map(({ photo, adopted }) => changePhoto('adopt', photo, adopted)),
    // Written even if it adds nothing: the condition fails for a session in the trash.
    countFavorite(session.id, favorites.length, () => new StudioError('NOT_FOUND')),
    ...(favorites.length > 0
      ? recordActivity(actor, { kind: 'favorited', session, count: favorites.length, photo_ids: favorites })
      : []),
    ...(notes.length > 0
      ? recordActivity(actor, { kind: 'noted', session, count: notes.length, photo_ids: notes })
      : []),
  ]);
}
