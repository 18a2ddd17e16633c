import type { StudioPage } from '#shared/contract/photos/photos.ts';
import type {
  Choice,
  ChosenVersion,
  RoundDetails,
  Selection,
  SelectionDetails,
  Selections,
  StudioSelection,
  StudioSelectionDetails,
  StudioSelections,
  SubmittedRound,
} from '#shared/contract/selections.ts';
import { mostOf, sumOf } from '#shared/selections/selection-price.ts';
import { type QuoteFacts, type Retouched, standingOfSelection } from '#shared/selections/standing.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { without } from '../../platform/without.ts';
import { canSee, type Viewer } from '../photos/access/access.ts';
import { versionIdOf } from '../photos/files/file-keys.ts';
import { sortInOrder } from '../photos/order/order.ts';
import { requireSession } from '../photos/row/find.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readReadable } from '../photos/row/repository.ts';
import { toGalleryPhoto, toStudioPhoto } from '../photos/row/views.ts';
import { readOwnQuote, readStudioQuote } from '../quotes/quotes.ts';
import { readQuote, readQuotes, wasDecided } from '../quotes/repository.ts';
import { type ChosenPhoto, type RoundRow, readRound, readRoundPhotos, readRounds } from '../rounds/repository.ts';
import { readRetouched } from '../rounds/retouched.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { noteOn } from './choice-note.ts';
import {
  type ChoiceRow,
  readChoicesOf,
  readChosen,
  readSelection,
  readSelections,
  type SelectionRow,
} from './repository.ts';

/**
 * Returns a session's selections as its client sees them, the oldest first.
 * @throws StudioError NOT_FOUND
 */
export async function listSelections(actor: Client, sessionId: string): Promise<Selections> {
  await requireSession(actor, sessionId);
  const { rows } = await readSelections(sessionId);
  return { items: await withAnswers(rows.filter(isThere)) };
}

/** Returns selections as their client sees them, each with where the studio's answer has taken it. */
export async function withAnswers(rows: SelectionRow[]): Promise<Selection[]> {
  const ids = rows.flatMap(({ quote_id }) => quote_id ?? []);
  const quotes = ids.length > 0 ? await readQuotes(ids) : [];
  const retouched = await readRetouched(quotes);
  const answers = new Map(quotes.map((quote) => [quote.id, { quote, retouched: retouched.get(quote.id) }]));
  return rows.map((row) => toSelection(row, row.quote_id === null ? undefined : answers.get(row.quote_id)));
}

/** What the email about finished photos says of the session's choices: the name of each, and where it stands. */
export interface ChoiceFacts {
  choices: { name: string; line: string }[];
}

/** Returns the session's choices of which photos are finished. */
export async function readChoiceFacts(sessionId: string): Promise<ChoiceFacts> {
  const { rows } = await readSelections(sessionId);
  const begun = (await withAnswers(rows.filter(isThere))).filter(
    ({ standing }) => standing.state === 'retouching' || standing.state === 'finished',
  );
  return { choices: begun.map(({ name, standing }) => ({ name, line: standing.line })) };
}

/**
 * Returns a session's selections for the studio, the oldest first.
 * @throws StudioError NOT_FOUND
 */
export async function listStudioSelections(actor: Admin, sessionId: string): Promise<StudioSelections> {
  await requireSession(actor, sessionId);
  const { rows, damaged } = await readSelections(sessionId);
  return {
    items: rows.filter(isThere).map(toStudioSelection),
    deleted: rows.filter((row) => !isThere(row)).map(toStudioSelection),
    ...(damaged && { damaged }),
  };
}

/**
 * Returns a selection with what its client has chosen and can see now.
 * @throws StudioError NOT_FOUND
 */
export async function getSelection(actor: Client, sessionId: string, id: string): Promise<SelectionDetails> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  return withDetails(actor, session, row);
}

/** Returns the selection with its details, as it was read. */
export async function withDetails(actor: Client, session: SessionRow, row: SelectionRow): Promise<SelectionDetails> {
  const [shown, quote] = await Promise.all([
    readShown(actor, session, row),
    row.quote_id === null ? null : readOwnQuote(actor, row.quote_id),
  ]);
  return { ...toSelection(counted(row, shown)), ...(quote && { standing: quote.standing }), ...shown, quote };
}

/**
 * Returns a selection for the studio, with what its client has chosen and can see now.
 * @throws StudioError NOT_FOUND
 */
export async function getStudioSelection(actor: Admin, sessionId: string, id: string): Promise<StudioSelectionDetails> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  return withStudioDetails(actor, session, row);
}

/** Returns the selection with its details for the studio. */
export async function withStudioDetails(
  actor: Admin,
  session: SessionRow,
  row: SelectionRow,
): Promise<StudioSelectionDetails> {
  const [shown, quote] = await Promise.all([
    readShown({ kind: 'client', customer_id: session.customer_id }, session, row, actor),
    row.quote_id === null ? null : readStudioQuote(actor, row.quote_id),
  ]);
  const isKept = await keepsPrices(actor, row, shown.rounds);
  return { ...toStudioSelection(counted(row, shown)), ...shown, quote, ...(isKept && { keeps_prices: true }) };
}

/** Whether the actor can't change the numbers and prices of a selection: they are staff, and a quote was decided. */
export async function keepsPrices(
  { role }: Admin,
  { round }: SelectionRow,
  rounds: Pick<RoundRow, 'quote_id'>[],
): Promise<boolean> {
  if (role === 'admin' || round === 0) return false;
  const quotes = await Promise.all(rounds.map(({ quote_id }) => readQuote(quote_id)));
  return quotes.some((quote) => quote !== undefined && wasDecided(quote));
}

/**
 * Returns the photos that are chosen now, hidden ones too, in the session's order, as one page.
 * @throws StudioError NOT_FOUND
 */
export async function listChosenPhotos(actor: Admin, sessionId: string, id: string): Promise<StudioPage> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  const { seen } = await readChoices(actor, session, row);
  return { items: seen.map(({ photo }) => toStudioPhoto(photo, session)), next_cursor: null };
}

/**
 * What a selection's details add to it, for a client.
 * @param reader who gets the pictures
 */
async function readShown(viewer: Viewer, session: SessionRow, row: SelectionRow, reader = viewer) {
  const [{ seen, left }, rounds] = await Promise.all([readChoices(viewer, session, row), readRounds(row)]);
  return {
    ...toShown(reader, session, seen),
    left_count: left.length,
    rounds: rounds.map((round): SubmittedRound => round),
  };
}

/** Returns chosen photos with their notes. */
export const toShown = (reader: Viewer, session: SessionRow, seen: SeenChoice[]) => ({
  choices: seen.map(({ photo, note }): Choice => ({ photo_id: photo.id, note })),
  photos: seen.map(({ photo, note }) => ({ ...toGalleryPhoto(reader, photo, session), note })),
});

/** Until the submit, photos that the client can't see do not count. */
const counted = (row: SelectionRow, { choices }: { choices: Choice[] }): SelectionRow =>
  row.status === 'submitted' ? row : { ...row, chosen_count: choices.length };

/** A chosen photo, and the client's note on it. */
interface SeenChoice {
  photo: ReadyPhoto;
  note: string;
}

/** Returns what is chosen, in the session's order; `left`: choices of photos that the client can't see anymore. */
export async function readChoices(
  viewer: Viewer,
  session: SessionRow,
  row: SelectionRow,
): Promise<{ seen: SeenChoice[]; left: ChoiceRow[] }> {
  const choices = new Map((await readChosen(row)).map((choice) => [choice.photo_id, choice]));
  const photos = (await readReadable(session.id, [...choices.keys()])).filter((photo) =>
    canSee(viewer, photo, session),
  );
  const seen = sortInOrder(session, photos).map((photo) => ({ photo, note: noteOn(photo, choices.get(photo.id)) }));
  for (const { photo } of seen) choices.delete(photo.id);
  return { seen, left: [...choices.values()] };
}

/**
 * Returns which file of a photo was submitted, for the studio.
 * @param photo as it is now; undefined when it is gone
 * @returns null where the round is from before it was stored
 */
export function toChosenVersion(
  { file_name, version }: ChosenPhoto,
  photo: ReadyPhoto | undefined,
): ChosenVersion | null {
  if (!version) return null;
  const { id, stage, file_name: own = file_name } = version;
  return { stage, file_name: own, is_current: photo !== undefined && versionIdOf(photo) === id };
}

/**
 * Returns one submit with its photos and their notes, as they were submitted and, where they differ, as they are now.
 * The client gets only photos that they can see now; the studio gets all, and those that are gone without a picture.
 * @throws StudioError NOT_FOUND
 */
export async function getRound(
  actor: Admin | Client,
  sessionId: string,
  id: string,
  number: number,
): Promise<RoundDetails> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  const [round, submitted] = await Promise.all([readRound(row, number), readRoundPhotos(row, number)]);
  if (!round) throw new StudioError('NOT_FOUND');
  const found = await readReadable(
    sessionId,
    submitted.map(({ photo_id }) => photo_id),
  );
  const seen = new Map(found.filter((photo) => canSee(actor, photo, session)).map((photo) => [photo.id, photo]));
  const notesNow = await readNotesNow(row, submitted, seen);
  const photos = submitted.map((one) => {
    const photo = seen.get(one.photo_id);
    const version = toChosenVersion(one, photo);
    return {
      ...one,
      note_now: notesNow.get(one.photo_id) ?? null,
      // Clients know a photo by one name.
      version: version && actor.kind === 'client' ? { ...version, file_name: one.file_name } : version,
      photo: photo ? toGalleryPhoto(actor, photo, session) : null,
    };
  });
  return { ...round, photos: actor.kind === 'admin' ? photos : photos.filter(({ photo }) => photo !== null) };
}

/** Returns the notes that are not what was submitted anymore, by the photo's id. */
async function readNotesNow(
  row: SelectionRow,
  submitted: ChosenPhoto[],
  photos: ReadonlyMap<string, ReadyPhoto>,
): Promise<Map<string, string>> {
  const changed = submitted.flatMap((one) => {
    const photo = photos.get(one.photo_id);
    return photo && photo.note !== one.note ? [{ photo, before: one.note }] : [];
  });
  const choices = await readChoicesOf(
    row,
    changed.map(({ photo }) => photo.id),
  );
  const byPhoto = new Map(choices.map((choice) => [choice.photo_id, choice]));
  return new Map(
    changed.flatMap(({ photo, before }): [string, string][] => {
      const note = noteOn(photo, byPhoto.get(photo.id));
      return note === before ? [] : [[photo.id, note]];
    }),
  );
}

/**
 * Returns a selection and its session.
 * @throws StudioError NOT_FOUND, also for a deleted one
 */
export async function requireSelection(
  actor: Viewer,
  sessionId: string,
  id: string,
): Promise<{ row: SelectionRow; session: SessionRow }> {
  const [session, row] = await Promise.all([requireSession(actor, sessionId), readSelection(sessionId, id)]);
  if (!row || !isThere(row)) throw new StudioError('NOT_FOUND');
  return { row, session };
}

const isThere = ({ deleted_at }: SelectionRow) => deleted_at === null;

const hasEnded = ({ ends_at }: SelectionRow) => ends_at !== null && Date.parse(ends_at) <= Date.now();

/**
 * Returns the row as its client sees it.
 * @param answer the studio's, to a submitted selection; without it, it is with the studio
 */
export function toSelection(
  row: SelectionRow,
  answer?: { quote: QuoteFacts; retouched: Retouched | undefined },
): Selection {
  const { status, chosen_count, revision, version } = row;
  const state = status === 'open' && hasEnded(row) ? 'ended' : status;
  return {
    ...row,
    // Other terms are to be reviewed as other choices are.
    revision: revision + version,
    ...sumOf(row, chosen_count),
    state,
    most: mostOf(row),
    standing: standingOfSelection({ ...row, state }, answer?.quote ?? null, answer?.retouched),
  };
}

/** Returns the row as the studio sees it. */
export const toStudioSelection = (row: SelectionRow): StudioSelection => ({
  ...row,
  ...without(toSelection(row), 'standing'),
});
