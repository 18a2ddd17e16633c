import type { StudioPage } from '#shared/contract/photos/photos.ts';
import type {
  Choice,
  Selection,
  SelectionDetails,
  SelectionState,
  Selections,
  StudioSelection,
  StudioSelectionDetails,
  StudioSelections,
  SubmittedRound,
} from '#shared/contract/selections.ts';
import type { SaidStanding } from '#shared/selections/say-standing.ts';
import { mostOf, sumOf } from '#shared/selections/selection-price.ts';
import { type QuoteFacts, type Retouched, standingOfSelection } from '#shared/selections/standing.ts';
import type { Admin, Client } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { without } from '../../platform/without.ts';
import { canSee, type Viewer, withoutEnd } from '../photos/access/access.ts';
import { sortInOrder } from '../photos/order/order.ts';
import { requireSession } from '../photos/row/find.ts';
import type { ReadyPhoto } from '../photos/row/lifecycle.ts';
import { readReadable } from '../photos/row/repository.ts';
import { toGalleryPhoto, toStudioPhoto } from '../photos/row/views.ts';
import { readOwnQuote, readStudioQuote } from '../quotes/quotes.ts';
import { readQuote, readQuotes, wasDecided } from '../quotes/repository.ts';
import { type RoundRow, readRounds } from '../rounds/repository.ts';
import { readRetouched } from '../rounds/retouched.ts';
import type { SessionRow } from '../sessions/repository.ts';
import { noteOn } from './choice-note.ts';
import { type ChoiceRow, readChosen, readSelection, readSelections, type SelectionRow } from './repository.ts';

/**
 * Returns a session's selections for its client, the oldest first.
 * @throws StudioError NOT_FOUND
 */
export async function listSelections(actor: Client, sessionId: string): Promise<Selections> {
  await requireSession(actor, sessionId);
  const { rows } = await readSelections(sessionId);
  return { items: await withAnswers(rows.filter(isNotDeleted)) };
}

/** Returns selections for their client, each with its standing after the studio's answer. */
export async function withAnswers(rows: SelectionRow[]): Promise<Selection[]> {
  const ids = rows.flatMap(({ quote_id }) => quote_id ?? []);
  const quotes = ids.length > 0 ? await readQuotes(ids) : [];
  const retouched = await readRetouched(quotes);
  const answers = new Map(quotes.map((quote) => [quote.id, { quote, retouched: retouched.get(quote.id) }]));
  return rows.map((row) => toSelection(row, row.quote_id === null ? undefined : answers.get(row.quote_id)));
}

/** The facts about a session's selections in the email about finished photos: the name and the standing of each. */
export interface ChoiceFacts {
  choices: { name: string; standing: SaidStanding }[];
}

/** Returns the session's selections whose photos are being retouched or are finished. */
export async function readChoiceFacts(sessionId: string): Promise<ChoiceFacts> {
  const { rows } = await readSelections(sessionId);
  const begunSelections = (await withAnswers(rows.filter(isNotDeleted))).filter(
    ({ standing }) => standing.state === 'retouching' || standing.state === 'finished',
  );
  return { choices: begunSelections.map(({ name, standing }) => ({ name, standing })) };
}

/**
 * Returns a session's selections for the studio, the oldest first.
 * @throws StudioError NOT_FOUND
 */
export async function listStudioSelections(actor: Admin, sessionId: string): Promise<StudioSelections> {
  await requireSession(actor, sessionId);
  const { rows, damaged } = await readSelections(sessionId);
  return {
    items: rows.filter(isNotDeleted).map(toStudioSelection),
    deleted: rows.filter((row) => !isNotDeleted(row)).map(toStudioSelection),
    ...(damaged && { damaged }),
  };
}

/**
 * Returns a selection for its client, with the chosen photos that they can see now.
 * @throws StudioError NOT_FOUND
 */
export async function getSelection(actor: Client, sessionId: string, id: string): Promise<SelectionDetails> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  return withDetails(actor, session, row);
}

/** Returns the details of a selection that was read, for its client. */
export async function withDetails(actor: Client, session: SessionRow, row: SelectionRow): Promise<SelectionDetails> {
  const [shownChoices, quote] = await Promise.all([
    readShown(actor, session, row),
    row.quote_id === null ? null : readOwnQuote(actor, row.quote_id),
  ]);
  return {
    ...toSelection(withVisibleCount(row, shownChoices)),
    ...(quote && { standing: quote.standing }),
    ...shownChoices,
    quote,
  };
}

/**
 * Returns a selection for the studio, with the chosen photos that the client can see now.
 * @throws StudioError NOT_FOUND
 */
export async function getStudioSelection(actor: Admin, sessionId: string, id: string): Promise<StudioSelectionDetails> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  return withStudioDetails(actor, session, row);
}

/** Returns the details of a selection that was read, for the studio. */
export async function withStudioDetails(
  actor: Admin,
  session: SessionRow,
  row: SelectionRow,
): Promise<StudioSelectionDetails> {
  const [shownChoices, quote] = await Promise.all([
    readShown({ kind: 'client', customer_id: session.customer_id }, withoutEnd(session), row, actor),
    row.quote_id === null ? null : readStudioQuote(actor, row.quote_id),
  ]);
  const keepsTerms = await keepsPrices(actor, row, shownChoices.rounds);
  return {
    ...toStudioSelection(withVisibleCount(row, shownChoices)),
    ...shownChoices,
    quote,
    ...(keepsTerms && { keeps_prices: true }),
  };
}

/**
 * Whether the actor may not change the numbers and prices of a selection: they are staff, and a quote of it was
 * decided.
 */
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
 * Returns the chosen photos that the studio can see, including hidden ones, in the session's order, as one page.
 * @throws StudioError NOT_FOUND
 */
export async function listChosenPhotos(actor: Admin, sessionId: string, id: string): Promise<StudioPage> {
  const { row, session } = await requireSelection(actor, sessionId, id);
  const { visibleChoices } = await readChoices(actor, session, row);
  return { items: visibleChoices.map(({ photo }) => toStudioPhoto(photo, session)), next_cursor: null };
}

/**
 * Returns the parts of a selection's details that are read from other rows.
 * @param viewer the client whose visible photos are listed
 * @param reader the actor who gets the photos, which decides between clean and marked ones
 */
async function readShown(viewer: Viewer, session: SessionRow, row: SelectionRow, reader = viewer) {
  const [{ visibleChoices, hiddenChoices }, rounds] = await Promise.all([
    readChoices(viewer, session, row),
    readRounds(row),
  ]);
  return {
    ...toShown(reader, session, visibleChoices),
    left_count: hiddenChoices.length,
    rounds: rounds.map((round): SubmittedRound => round),
  };
}

/** Returns the response's choices and photos, with their notes. */
export const toShown = (reader: Viewer, session: SessionRow, visibleChoices: VisibleChoice[]) => ({
  choices: visibleChoices.map(({ photo, note }): Choice => ({ photo_id: photo.id, note })),
  photos: visibleChoices.map(({ photo, note }) => ({ ...toGalleryPhoto(reader, photo, session), note })),
});

/**
 * Returns the selection with the number of its visible choices. Until it is submitted, photos that the client can't see
 * do not count.
 */
const withVisibleCount = (row: SelectionRow, { choices }: { choices: Choice[] }): SelectionRow =>
  row.status === 'submitted' ? row : { ...row, chosen_count: choices.length };

/** A chosen photo that the viewer can see, and the client's note on it. */
interface VisibleChoice {
  photo: ReadyPhoto;
  note: string;
}

/**
 * Returns the chosen photos that the viewer can see, in the session's order, and the choices of photos that they can no
 * longer see.
 */
export async function readChoices(
  viewer: Viewer,
  session: SessionRow,
  row: SelectionRow,
): Promise<{ visibleChoices: VisibleChoice[]; hiddenChoices: ChoiceRow[] }> {
  const choices = new Map((await readChosen(row)).map((choice) => [choice.photo_id, choice]));
  const photos = (await readReadable(session.id, [...choices.keys()])).filter((photo) =>
    canSee(viewer, photo, session),
  );
  const visibleChoices = sortInOrder(session, photos).map((photo) => ({
    photo,
    note: noteOn(photo, choices.get(photo.id)),
  }));
  for (const { photo } of visibleChoices) choices.delete(photo.id);
  return { visibleChoices, hiddenChoices: [...choices.values()] };
}

/**
 * Returns a selection and its session.
 * @throws StudioError NOT_FOUND, also for a deleted selection
 */
export async function requireSelection(
  actor: Viewer,
  sessionId: string,
  id: string,
): Promise<{ row: SelectionRow; session: SessionRow }> {
  const [session, row] = await Promise.all([requireSession(actor, sessionId), readSelection(sessionId, id)]);
  if (!row || !isNotDeleted(row)) throw new StudioError('NOT_FOUND');
  return { row, session };
}

const isNotDeleted = ({ deleted_at }: SelectionRow) => deleted_at === null;

/** Returns the state of a selection at this time. */
export const selectionState = (row: SelectionRow): SelectionState =>
  row.status === 'open' && hasEnded(row) ? 'ended' : row.status;

const hasEnded = ({ ends_at }: SelectionRow) => ends_at !== null && Date.parse(ends_at) <= Date.now();

/**
 * Returns a selection's response for its client.
 * @param answer the quote with the studio's answer to a submitted selection; without it, the studio has not answered
 * yet
 */
export function toSelection(
  row: SelectionRow,
  answer?: { quote: QuoteFacts; retouched: Retouched | undefined },
): Selection {
  const { chosen_count, revision, version } = row;
  const state = selectionState(row);
  return {
    ...row,
    // Changed terms need a new review, as changed choices do.
    revision: revision + version,
    ...sumOf(row, chosen_count),
    state,
    most: mostOf(row),
    standing: standingOfSelection({ ...row, state }, answer?.quote ?? null, answer?.retouched),
  };
}

/** Returns a selection's response for the studio. */
export const toStudioSelection = (row: SelectionRow): StudioSelection => ({
  ...row,
  ...without(toSelection(row), 'standing'),
});
