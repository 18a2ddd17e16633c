import type { Waiting } from '#shared/contract/waiting.ts';
import { hasEnded } from '#shared/sessions/gallery-end.ts';
import { stateOfChoice } from '#shared/sessions/session-state.ts';
import { readCustomers } from '../customers/repository.ts';
import { listPending } from '../quotes/quotes.ts';
import { type QuoteRow, readQuotes } from '../quotes/repository.ts';
import { readRoundPhotos } from '../rounds/repository.ts';
import { readSessions, type SessionRow } from '../sessions/repository.ts';
import { hasNewlyFinished, readSessionChoices, type SessionChoice } from './session-states.ts';
import { firstRows, nameOf, photosPerSession, readPhotosBySession, toKind } from './waiting-kinds.ts';

/**
 * Returns accepted selections whose photos are to retouch, and sessions with finished photos that no email has
 * announced: of those with an accepted selection, and of the newest ones.
 */
export async function readAcceptedWork(newest: SessionRow[]): Promise<Pick<Waiting, 'retouch' | 'finished'>> {
  const waiting = await listPending('retouch');
  const customers = new Map(waiting.map(({ id, customer_name }) => [id, customer_name]));
  const quotes = waiting.length > 0 ? await readQuotes(waiting.map(({ id }) => id)) : [];
  const sessions = await readSessions(quotes.flatMap(({ selection }) => selection?.session_id ?? []));
  const choices = [...(await readSessionChoices([...sessions.values()])).values()].flat();
  const accepted = choices.flatMap((choice): AcceptedChoice[] => {
    const session = sessions.get(choice.row.session_id);
    const customer_name = choice.quote ? customers.get(choice.quote.id) : undefined;
    if (!session || !isAccepted(choice) || customer_name === undefined) return [];
    return stateOfChoice(choice) === 'to_retouch' ? [{ ...choice, session, customer_name }] : [];
  });
  const candidates = new Map([...newest, ...sessions.values()].map((session) => [session.id, session]));
  const [retouch, finished] = await Promise.all([toRetouch(accepted), toTell([...candidates.values()])]);
  return { ...(retouch && { retouch }), ...(finished && { finished }) };
}

type AcceptedQuote = QuoteRow & { accepted: NonNullable<QuoteRow['accepted']> };
type AcceptedChoice = SessionChoice & { quote: AcceptedQuote; session: SessionRow; customer_name: string };

const isAccepted = (choice: SessionChoice): choice is SessionChoice & { quote: AcceptedQuote } =>
  choice.quote !== null && choice.quote.accepted !== null;

/** Returns the accepted selections, the last accepted first, with the first of their photos. */
async function toRetouch(choices: AcceptedChoice[]): Promise<Waiting['retouch'] | null> {
  const acceptedAt = ({ quote }: AcceptedChoice) => quote.accepted.accepted_at;
  const latestFirst = choices.toSorted((first, second) => (acceptedAt(first) < acceptedAt(second) ? 1 : -1));
  const keys = await Promise.all(
    firstRows(latestFirst).map(async ({ row }) =>
      (await readRoundPhotos(row, row.round))
        .slice(0, photosPerSession)
        .map(({ photo_id }) => ({ session_id: row.session_id, id: photo_id })),
    ),
  );
  const uniqueKeys = new Map(keys.flat().map((key) => [key.id, key]));
  const photosOf = await readPhotosBySession([...uniqueKeys.values()]);
  const items = firstRows(latestFirst).map(({ row, quote, session, customer_name, retouched }, index) => {
    const shownIds = new Set(keys[index]?.map(({ id }) => id));
    return {
      ...nameOf(session),
      ...{ selection_id: row.id, customer_name, price_cents: quote.accepted.price_cents },
      chosen_count: retouched?.of ?? row.chosen_count,
      finished_count: retouched?.finished ?? 0,
      photos: photosOf(session.id).filter(({ id }) => shownIds.has(id)),
    };
  });
  return toKind(choices.length, choices.map(acceptedAt), items);
}

/** Returns the announced sessions with newly finished photos and an open gallery, of customers whose account is open. */
async function toTell(candidates: SessionRow[]): Promise<Waiting['finished'] | null> {
  const untold = candidates.filter(
    (session) => session.announced_at !== undefined && hasNewlyFinished(session) && !hasEnded(session),
  );
  const customers = untold.length > 0 ? await readCustomers(untold.map(({ customer_id }) => customer_id)) : new Map();
  const sessions = untold.filter(({ customer_id }) => customers.get(customer_id)?.status === 'active');
  return toKind(
    sessions.length,
    sessions.map(({ photos_changed_at, created_at }) => photos_changed_at ?? created_at),
    firstRows(sessions).map((session) => ({
      ...nameOf(session),
      photos_count: session.finished_new_count ?? session.finished_count,
    })),
  );
}
