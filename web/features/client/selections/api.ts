import { queryOptions } from '@tanstack/react-query';
import type { AskForChange, SubmitSelection } from '#shared/contract/selections.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { repeatable } from '../../../lib/query/patience.ts';

const selections = clientApi.sessions[':session'].selections;
const selection = selections[':selection'];

/** The ids of a selection and its session. */
export interface SelectionKey {
  session: string;
  selection: string;
}

/** A session's selections, the oldest first, without their choices. */
export const selectionsQuery = (session: string) =>
  queryOptions({
    queryKey: ['selections', session],
    queryFn: async () => (await answerOf(selections.$get({ param: { session } }))).items,
    refetchOnWindowFocus: 'always',
  });

/** A selection with its choices, its submitted rounds and its quote. */
export const selectionQuery = (key: SelectionKey) =>
  queryOptions({
    queryKey: ['selection', key.session, key.selection],
    queryFn: () => answerOf(selection.$get({ param: key })),
    refetchOnWindowFocus: 'always',
  });

/** The photos of one submitted round, with their notes. */
export const roundQuery = (key: SelectionKey, round: number) =>
  queryOptions({
    queryKey: ['selection-round', key.session, key.selection, round],
    queryFn: () => answerOf(selection.rounds[':round'].$get({ param: { ...key, round: String(round) } })),
  });

/** Chooses photos, or removes them from the choice. `keepalive` completes the request even if the page is closed. */
export const choosePhotos = (param: SelectionKey, photo_ids: string[], is_chosen: boolean) =>
  answerOf(
    selection.choices.$post({ param, json: { photo_ids, is_chosen } }, { init: { keepalive: true, ...repeatable } }),
  );

/** Saves the note of a chosen photo, which replaces `note_before`. */
export const noteChoice = (key: SelectionKey, photo: string, note: string, note_before: string) =>
  answerOf(
    selection.choices[':photo'].$patch(
      { param: { ...key, photo }, json: { note, note_before } },
      { init: { keepalive: true } },
    ),
  );

/** Asks the studio to open a submitted selection again. */
export const askForChange = (param: SelectionKey, json: AskForChange) =>
  answerOf(selection['change-request'].$post({ param, json }, { init: repeatable }));

export const submitSelection = (param: SelectionKey, json: SubmitSelection) =>
  answerOf(selection.submit.$post({ param, json }));
