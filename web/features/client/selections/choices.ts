import { type QueryClient, queryOptions, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import {
  type Choice,
  type ChoiceAnswer,
  type Selection,
  type SelectionDetails,
  sayFull,
} from '#shared/contract/selections.ts';
import { limits } from '#shared/limits.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { choosePhotos, noteChoice, type SelectionKey, selectionQuery, selectionsQuery } from './api.ts';

/** Why a photo's choice is not what was asked for. */
interface Trouble {
  message: string;
  /** What was asked for, where it can be asked for again. */
  again?: boolean;
}

/** What was asked for and is not stored, or was refused, of one selection. */
interface Unsaved {
  /** By photo: whether it is to be chosen. */
  wanted: ReadonlyMap<string, boolean>;
  troubles: ReadonlyMap<string, Trouble>;
  /** What happened to the selection as a whole. */
  said: string | null;
}

const nothing: Unsaved = { wanted: new Map(), troubles: new Map(), said: null };

/** Kept in the cache, because requests outlive the screen, and the screens of a selection share it. */
const unsavedQuery = (selection: string) =>
  queryOptions<Unsaved>({
    queryKey: ['unsaved-choices', selection],
    queryFn: skipToken,
    initialData: nothing,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Selections whose changes are being sent; one request after the other. */
const sending = new Map<string, Promise<void>>();

/** What is chosen in a selection, shown before it is stored, and functions that change it. */
export function useChoices(key: SelectionKey) {
  const queries = useQueryClient();
  const query = useQuery(selectionQuery(key));
  const { wanted, troubles, said } = useQuery(unsavedQuery(key.selection)).data ?? nothing;
  const { session, selection } = key;
  const acts = useMemo(() => actsOf(queries, { session, selection }), [queries, session, selection]);
  const { data } = query;
  const chosen = useMemo(() => shownChoices(data, wanted), [data, wanted]);
  const left = data && data.state !== 'submitted' && data.left_count > 0 ? leftWords(data.left_count) : null;
  return { query, details: data, chosen, troubles, said: said ?? left, isSaving: wanted.size > 0, ...acts };
}

/** The ids of the chosen photos: those stored, and those asked for as far as they fit. */
function shownChoices(details: SelectionDetails | undefined, wanted: Unsaved['wanted']): ReadonlySet<string> {
  const chosen = new Set(details?.choices.map(({ photo_id }) => photo_id));
  for (const [photo, is_chosen] of wanted) if (!is_chosen) chosen.delete(photo);
  for (const [photo, is_chosen] of wanted) if (is_chosen && chosen.size < (details?.most ?? 0)) chosen.add(photo);
  return chosen;
}

function actsOf(queries: QueryClient, key: SelectionKey) {
  const ask = (photos: string[], is_chosen: boolean) => {
    change(queries, key, ({ wanted, troubles }) => {
      const [nextWanted, nextTroubles] = [new Map(wanted), new Map(troubles)];
      for (const photo of photos) {
        nextWanted.delete(photo);
        nextWanted.set(photo, is_chosen);
        nextTroubles.delete(photo);
      }
      return { wanted: nextWanted, troubles: nextTroubles, said: null };
    });
    return saved(queries, key);
  };
  return {
    /** Resolves when all changes of the selection are stored or refused. */
    choose: ask,
    saved: () => sending.get(key.selection) ?? Promise.resolve(),
    dismiss: () => {
      queries.setQueryData(selectionQuery(key).queryKey, (details) => details && { ...details, left_count: 0 });
      change(queries, key, (now) => ({ ...now, said: null }));
    },
    /** Stores the note of a chosen photo, replacing `note_before`, for `useFavoritesAndNotes`. */
    sendNote: async (photo: string, note: string, note_before: string): Promise<Choice> => {
      try {
        const { selection, choice, left_count } = await noteChoice(key, photo, note, note_before);
        writeNote(queries, key, choice);
        merge(queries, key, selection);
        if (left_count > 0) sayLeft(queries, key, left_count);
        return choice;
      } catch (error) {
        if (error instanceof ApiError) {
          if (error.code === 'CHANGED_MEANWHILE') writeNote(queries, key, error.details.current as Choice);
          else takeSelection(queries, key, error);
        }
        throw error;
      }
    },
  };
}

function saved(queries: QueryClient, key: SelectionKey): Promise<void> {
  const running = sending.get(key.selection);
  if (running) return running;
  const run = sendAll(queries, key).finally(() => sending.delete(key.selection));
  sending.set(key.selection, run);
  return run;
}

/** Sends what is wanted until nothing is left: what is given up first, because it makes room. */
async function sendAll(queries: QueryClient, key: SelectionKey): Promise<void> {
  let isStale = false;
  for (;;) {
    const { wanted } = unsavedOf(queries, key);
    const some = (is_chosen: boolean) => [...wanted].filter(([, is]) => is === is_chosen).map(([photo]) => photo);
    const givenUp = some(false);
    const is_chosen = givenUp.length === 0;
    const photos = (is_chosen ? some(true) : givenUp).slice(0, limits.photosPerChoice);
    if (photos.length === 0) break;
    const before = detailsOf(queries, key)?.revision;
    try {
      const answer = await choosePhotos(key, photos, is_chosen);
      apply(queries, key, photos, is_chosen, answer);
      const now = detailsOf(queries, key);
      // Chosen or given up by somebody else in the meantime.
      isStale ||= now?.chosen_count !== now?.choices.length || answer.selection.revision > (before ?? 0) + 1;
    } catch (error) {
      refuse(queries, key, photos, is_chosen, error);
      isStale ||= error instanceof ApiError && error.code !== 'OFFLINE';
    }
  }
  if (isStale) await refetch(queries, key);
}

const refetch = (queries: QueryClient, key: SelectionKey) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: selectionQuery(key).queryKey }),
    queries.invalidateQueries({ queryKey: selectionsQuery(key.session).queryKey }),
  ]);

/** Writes what a request has stored. */
function apply(
  queries: QueryClient,
  key: SelectionKey,
  photos: string[],
  is_chosen: boolean,
  { selection, full_ids, gone_ids, left_count }: ChoiceAnswer,
): void {
  const refused = new Set([...full_ids, ...gone_ids]);
  const done = new Set(photos.filter((photo) => !refused.has(photo)));
  queries.setQueryData(selectionQuery(key).queryKey, (details) => {
    if (!details) return details;
    const others = details.choices.filter(({ photo_id }) => !done.has(photo_id));
    const notes = new Map(details.photos.map(({ id, note }) => [id, note]));
    const added = [...done].map((photo_id) => ({ photo_id, note: notes.get(photo_id) ?? '' }));
    // The request has given up what the studio has hidden.
    return { ...details, choices: is_chosen ? [...others, ...added] : others, left_count: 0 };
  });
  merge(queries, key, selection);
  settle(queries, key, photos, is_chosen, (photo) => {
    if (gone_ids.includes(photo)) return { message: 'This photo is no longer in your gallery.' };
    return full_ids.includes(photo) ? { message: sayFull(selection) } : undefined;
  });
  if (full_ids.length > 0 && photos.length > 1) {
    say(queries, key, `${formatCounted(full_ids.length, 'photo')} did not fit. ${sayFull(selection)}`);
  }
  if (left_count > 0) sayLeft(queries, key, left_count);
}

function refuse(queries: QueryClient, key: SelectionKey, photos: string[], is_chosen: boolean, error: unknown): void {
  console.warn('The choice was not saved.', error);
  const selection = error instanceof ApiError ? takeSelection(queries, key, error) : undefined;
  const code = error instanceof ApiError ? error.code : undefined;
  const isFinal = code === 'SELECTION_FULL' || code === 'SELECTION_CLOSED' || code === 'NOT_FOUND';
  const trouble: Trouble = isFinal
    ? { message: code === 'NOT_FOUND' ? 'This photo is no longer in your gallery.' : (error as ApiError).message }
    : { message: 'Your choice was not saved.', again: is_chosen };
  settle(queries, key, photos, is_chosen, () => trouble);
  if (code === 'SELECTION_FULL' && selection && photos.length > 1) {
    say(queries, key, `${formatCounted(photos.length, 'photo')} did not fit. ${sayFull(selection)}`);
  }
}

/** Ends what was asked for with a request, unless something else is wanted since. */
function settle(
  queries: QueryClient,
  key: SelectionKey,
  photos: string[],
  is_chosen: boolean,
  troubleOf: (photo: string) => Trouble | undefined,
): void {
  change(queries, key, ({ wanted, troubles, said }) => {
    const [nextWanted, nextTroubles] = [new Map(wanted), new Map(troubles)];
    for (const photo of photos) {
      if (nextWanted.get(photo) !== is_chosen) continue;
      nextWanted.delete(photo);
      const trouble = troubleOf(photo);
      if (trouble) nextTroubles.set(photo, trouble);
    }
    return { wanted: nextWanted, troubles: nextTroubles, said };
  });
}

/** Writes the selection that comes with a refusal. */
function takeSelection(queries: QueryClient, key: SelectionKey, error: ApiError): Selection | undefined {
  const selection = error.details.selection as Selection | undefined;
  if (selection) merge(queries, key, selection);
  return selection;
}

/** Writes a response's selection to the details and to the list, and requests again what is read of them meanwhile. */
function merge(queries: QueryClient, key: SelectionKey, selection: Selection): void {
  overwrite<SelectionDetails>(
    queries,
    selectionQuery(key).queryKey,
    (details) => details && { ...details, ...selection },
  );
  overwrite<Selection[]>(queries, selectionsQuery(key.session).queryKey, (items) =>
    items?.map((item) => (item.id === selection.id ? { ...item, ...selection } : item)),
  );
}

function writeNote(queries: QueryClient, key: SelectionKey, { photo_id, note }: Choice): void {
  queries.setQueryData(
    selectionQuery(key).queryKey,
    (details) =>
      details && {
        ...details,
        choices: details.choices.map((choice) => (choice.photo_id === photo_id ? { ...choice, note } : choice)),
        photos: details.photos.map((photo) => (photo.id === photo_id ? { ...photo, note } : photo)),
      },
  );
}

const leftWords = (count: number) =>
  count === 1
    ? 'The studio has hidden 1 chosen photo. It left your choice.'
    : `The studio has hidden ${count} chosen photos. They left your choice.`;

const sayLeft = (queries: QueryClient, key: SelectionKey, count: number) => say(queries, key, leftWords(count));
const say = (queries: QueryClient, key: SelectionKey, said: string) =>
  change(queries, key, (now) => ({ ...now, said }));

const detailsOf = (queries: QueryClient, key: SelectionKey) => queries.getQueryData(selectionQuery(key).queryKey);
const unsavedOf = (queries: QueryClient, { selection }: SelectionKey) =>
  queries.getQueryData<Unsaved>(unsavedQuery(selection).queryKey) ?? nothing;
const change = (queries: QueryClient, key: SelectionKey, by: (now: Unsaved) => Unsaved) =>
  queries.setQueryData<Unsaved>(unsavedQuery(key.selection).queryKey, by(unsavedOf(queries, key)));
