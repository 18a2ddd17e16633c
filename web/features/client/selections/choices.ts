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

/** The reason why a change of a photo's choice failed. */
interface Trouble {
  message: string;
  /** Whether a retry is to choose the photo or to remove it; undefined if a retry can't succeed. */
  again?: boolean;
}

/** The changes of one selection that are not stored yet or were refused. */
interface Unsaved {
  /** The requested changes by photo id: whether the photo is to be chosen. */
  requested: ReadonlyMap<string, boolean>;
  troubles: ReadonlyMap<string, Trouble>;
  /** A message about the selection as a whole. */
  notice: string | null;
}

const nothing: Unsaved = { requested: new Map(), troubles: new Map(), notice: null };

/**
 * Unsaved changes are in the query cache, because requests outlive the screen and the screens of a selection share
 * them.
 */
const unsavedQuery = (selection: string) =>
  queryOptions<Unsaved>({
    queryKey: ['unsaved-choices', selection],
    queryFn: skipToken,
    initialData: nothing,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Running sends by selection; a selection sends one request after the other. */
const sending = new Map<string, Promise<void>>();

/** Returns the choices of a selection, shown before they are stored, and functions that change them. */
export function useChoices(key: SelectionKey) {
  const queries = useQueryClient();
  const query = useQuery(selectionQuery(key));
  const { requested, troubles, notice } = useQuery(unsavedQuery(key.selection)).data ?? nothing;
  const { session, selection } = key;
  const acts = useMemo(() => actsOf(queries, { session, selection }), [queries, session, selection]);
  const { data } = query;
  const chosen = useMemo(() => shownChoices(data, requested), [data, requested]);
  const removalNotice = data && data.state !== 'submitted' && data.left_count > 0 ? removalText(data.left_count) : null;
  return {
    query,
    details: data,
    chosen,
    troubles,
    notice: notice ?? removalNotice,
    isSaving: requested.size > 0,
    ...acts,
  };
}

/** Returns the ids of the chosen photos: the stored choices with the requested changes, as far as these fit. */
function shownChoices(details: SelectionDetails | undefined, requested: Unsaved['requested']): ReadonlySet<string> {
  const chosen = new Set(details?.choices.map(({ photo_id }) => photo_id));
  for (const [photo, is_chosen] of requested) if (!is_chosen) chosen.delete(photo);
  for (const [photo, is_chosen] of requested) if (is_chosen && chosen.size < (details?.most ?? 0)) chosen.add(photo);
  return chosen;
}

function actsOf(queries: QueryClient, key: SelectionKey) {
  const requestChange = (photos: string[], is_chosen: boolean) => {
    change(queries, key, ({ requested, troubles }) => {
      const [nextRequested, nextTroubles] = [new Map(requested), new Map(troubles)];
      for (const photo of photos) {
        nextRequested.delete(photo);
        nextRequested.set(photo, is_chosen);
        nextTroubles.delete(photo);
      }
      return { requested: nextRequested, troubles: nextTroubles, notice: null };
    });
    return sendAndWait(queries, key);
  };
  return {
    /** Resolves when all changes of the selection are stored or refused. */
    choose: requestChange,
    saved: () => sending.get(key.selection) ?? Promise.resolve(),
    dismiss: () => {
      queries.setQueryData(selectionQuery(key).queryKey, (details) => details && { ...details, left_count: 0 });
      change(queries, key, (unsaved) => ({ ...unsaved, notice: null }));
    },
    /** Stores the note of a chosen photo, which replaces `note_before`, for `useFavoritesAndNotes`. */
    sendNote: async (photo: string, note: string, note_before: string): Promise<Choice> => {
      try {
        const { selection, choice, left_count } = await noteChoice(key, photo, note, note_before);
        writeNote(queries, key, choice);
        merge(queries, key, selection);
        if (left_count > 0) showRemovals(queries, key, left_count);
        return choice;
      } catch (error) {
        if (error instanceof ApiError) {
          if (error.code === 'CHANGED_MEANWHILE') writeNote(queries, key, error.details.current as Choice);
          else storeSelection(queries, key, error);
        }
        throw error;
      }
    },
  };
}

function sendAndWait(queries: QueryClient, key: SelectionKey): Promise<void> {
  const currentRun = sending.get(key.selection);
  if (currentRun) return currentRun;
  const newRun = sendAll(queries, key).finally(() => sending.delete(key.selection));
  sending.set(key.selection, newRun);
  return newRun;
}

/** Sends the requested changes until none is left. Removals go first, because they make room. */
async function sendAll(queries: QueryClient, key: SelectionKey): Promise<void> {
  let isStale = false;
  for (;;) {
    const { requested } = unsavedOf(queries, key);
    const photosToSet = (is_chosen: boolean) =>
      [...requested].filter(([, isToChoose]) => isToChoose === is_chosen).map(([photo]) => photo);
    const removals = photosToSet(false);
    const is_chosen = removals.length === 0;
    const photos = (is_chosen ? photosToSet(true) : removals).slice(0, limits.photosPerChoice);
    if (photos.length === 0) break;
    const revisionBefore = detailsOf(queries, key)?.revision;
    try {
      const answer = await choosePhotos(key, photos, is_chosen);
      apply(queries, key, photos, is_chosen, answer);
      const latest = detailsOf(queries, key);
      // Somebody else has chosen or removed photos in the meantime.
      isStale ||=
        latest?.chosen_count !== latest?.choices.length || answer.selection.revision > (revisionBefore ?? 0) + 1;
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

/** Writes the result of a request into the cached selection. */
function apply(
  queries: QueryClient,
  key: SelectionKey,
  photos: string[],
  is_chosen: boolean,
  { selection, full_ids, gone_ids, left_count }: ChoiceAnswer,
): void {
  const refused = new Set([...full_ids, ...gone_ids]);
  const stored = new Set(photos.filter((photo) => !refused.has(photo)));
  queries.setQueryData(selectionQuery(key).queryKey, (details) => {
    if (!details) return details;
    const otherChoices = details.choices.filter(({ photo_id }) => !stored.has(photo_id));
    const notes = new Map(details.photos.map(({ id, note }) => [id, note]));
    const addedChoices = [...stored].map((photo_id) => ({ photo_id, note: notes.get(photo_id) ?? '' }));
    // The request has removed the photos that the studio has hidden.
    return { ...details, choices: is_chosen ? [...otherChoices, ...addedChoices] : otherChoices, left_count: 0 };
  });
  merge(queries, key, selection);
  settle(queries, key, photos, is_chosen, (photo) => {
    if (gone_ids.includes(photo)) return { message: 'This photo is no longer in your gallery.' };
    return full_ids.includes(photo) ? { message: sayFull(selection) } : undefined;
  });
  if (full_ids.length > 0 && photos.length > 1) {
    showNotice(queries, key, `${formatCounted(full_ids.length, 'photo')} did not fit. ${sayFull(selection)}`);
  }
  if (left_count > 0) showRemovals(queries, key, left_count);
}

function refuse(queries: QueryClient, key: SelectionKey, photos: string[], is_chosen: boolean, error: unknown): void {
  console.warn('The choice was not saved.', error);
  const selection = error instanceof ApiError ? storeSelection(queries, key, error) : undefined;
  const code = error instanceof ApiError ? error.code : undefined;
  const isFinal = code === 'SELECTION_FULL' || code === 'SELECTION_CLOSED' || code === 'NOT_FOUND';
  const trouble: Trouble = isFinal
    ? { message: code === 'NOT_FOUND' ? 'This photo is no longer in your gallery.' : (error as ApiError).message }
    : { message: 'Your choice was not saved.', again: is_chosen };
  settle(queries, key, photos, is_chosen, () => trouble);
  if (code === 'SELECTION_FULL' && selection && photos.length > 1) {
    showNotice(queries, key, `${formatCounted(photos.length, 'photo')} did not fit. ${sayFull(selection)}`);
  }
}

/** Ends the changes that a request carried, unless the client has requested another change of the photo since. */
function settle(
  queries: QueryClient,
  key: SelectionKey,
  photos: string[],
  is_chosen: boolean,
  troubleOf: (photo: string) => Trouble | undefined,
): void {
  change(queries, key, ({ requested, troubles, notice }) => {
    const [nextRequested, nextTroubles] = [new Map(requested), new Map(troubles)];
    for (const photo of photos) {
      if (nextRequested.get(photo) !== is_chosen) continue;
      nextRequested.delete(photo);
      const trouble = troubleOf(photo);
      if (trouble) nextTroubles.set(photo, trouble);
    }
    return { requested: nextRequested, troubles: nextTroubles, notice };
  });
}

/** Writes the selection that a refusal contains, and returns it. */
function storeSelection(queries: QueryClient, key: SelectionKey, error: ApiError): Selection | undefined {
  const selection = error.details.selection as Selection | undefined;
  if (selection) merge(queries, key, selection);
  return selection;
}

/**
 * Writes a response's selection into the details and the list, and refetches requests for them that started before.
 */
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

const removalText = (count: number) =>
  count === 1
    ? 'The studio has hidden 1 chosen photo. It left your choice.'
    : `The studio has hidden ${count} chosen photos. They left your choice.`;

const showRemovals = (queries: QueryClient, key: SelectionKey, count: number) =>
  showNotice(queries, key, removalText(count));
const showNotice = (queries: QueryClient, key: SelectionKey, notice: string) =>
  change(queries, key, (unsaved) => ({ ...unsaved, notice }));

const detailsOf = (queries: QueryClient, key: SelectionKey) => queries.getQueryData(selectionQuery(key).queryKey);
const unsavedOf = (queries: QueryClient, { selection }: SelectionKey) =>
  queries.getQueryData<Unsaved>(unsavedQuery(selection).queryKey) ?? nothing;
const change = (queries: QueryClient, key: SelectionKey, update: (unsaved: Unsaved) => Unsaved) =>
  queries.setQueryData<Unsaved>(unsavedQuery(key.selection).queryKey, update(unsavedOf(queries, key)));
