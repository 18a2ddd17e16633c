import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { SelectionDetails, StudioSelectionDetails } from '#shared/contract/selections.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { everyRow } from '../rows/every-row.ts';
import { type Answer, type ApiStudio, adminClaims, type Claims, call, startApiStudio } from './api-studio.ts';
import { choose as chooseIn, newClient, newPhoto, newSelection, newSession } from './api-world.ts';

/** A client's session with four photos, from which they choose, and what client and studio do with its selections. */

export const as = adminClaims();
export let login: Claims;
/** Where the client's emails go. */
export let address: string;
export let session: Session;
/** The ids of the session's photos. */
export let photos: [string, string, string, string];

/** Starts a studio for the tests of this file, and makes a new client, session and photos before each of them. */
export function startSelections(): void {
  let studio: ApiStudio;
  beforeAll(async () => {
    studio = await startApiStudio();
  });
  afterAll(() => studio?.close());

  beforeEach(async () => {
    const made = await newClient();
    login = made.login;
    address = made.profile.emails_to;
    session = await newSession(made.profile.id);
    photos = [await newPhoto(session), await newPhoto(session), await newPhoto(session), await newPhoto(session)];
  });
}

/** Signs another client in, as whom `byClient` asks until the end of the test. */
export function signInAs(another: Claims): void {
  login = another;
}

export const day = 24 * 60 * 60_000;
export const lastDay = new Date(Date.now() + 30 * day).toISOString().slice(0, 10);
const path = (rest = '') => `sessions/${session.id}/selections${rest}`;
export const byStudio = (method: string, rest = '', body?: unknown) =>
  call(admin, method, `/api/admin/${path(rest)}`, { as, body });
export const byClient = (method: string, rest = '', body?: unknown) =>
  call(client, method, `/api/client/${path(rest)}`, { as: login, body });
export const open = (values: object = {}) => newSelection(session.id, { ...values });
export const details = async (id: string) => (await byClient('GET', `/${id}`)).json<SelectionDetails>();
export const ofStudio = async (id: string) => (await byStudio('GET', `/${id}`)).json<StudioSelectionDetails>();
export const choose = (selection: string, photo_ids: string[], is_chosen = true): Promise<Answer> =>
  chooseIn(login, { session: session.id, selection }, photo_ids, is_chosen);
/** Asks again while others keep the rows busy: nothing was changed then. */
export async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  return answer.outcome === '503 BUSY' ? untilAnswered(ask) : answer;
}
export const note = (id: string, photo: string, words: string, note_before = '') =>
  byClient('PATCH', `/${id}/choices/${photo}`, { note: words, note_before });
export const notePhoto = (photo: string, words: string, note_before = '') =>
  call(client, 'PATCH', `/api/client/sessions/${session.id}/photos/${photo}`, {
    as: login,
    body: { note: words, note_before },
  });
export const idsOf = ({ choices }: SelectionDetails) => choices.map(({ photo_id }) => photo_id);
export const submitAs = (id: string, { round, revision }: { round: number; revision: number }, values: object = {}) =>
  byClient('POST', `/${id}/submit`, { round: round + 1, revision, ...values });
export const submit = async (id: string, values: object = {}) => submitAs(id, await details(id), values);
export const edit = async (id: string, values: object) =>
  byStudio('PATCH', `/${id}`, { version: (await ofStudio(id)).version, ...values });
const approve = (photo_ids: string[], is_approved: boolean) =>
  call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as, body: { photo_ids, is_approved } });
export const hide = (...photo_ids: string[]) => approve(photo_ids, false);
export const show = (...photo_ids: string[]) => approve(photo_ids, true);
export const trash = (photo: string) =>
  call(admin, 'DELETE', `/api/admin/sessions/${session.id}/photos/${photo}`, { as });
export const decide = (id: string, body: object) => call(admin, 'PATCH', `/api/admin/quotes/${id}`, { as, body });
export const accept = (id: string, body: object) =>
  call(client, 'POST', `/api/client/quotes/${id}/accept`, { as: login, body });

/** The stored rows about a selection or its quotes. */
export async function stored(table: string, part: string): Promise<Record<string, unknown>[]> {
  const rows = ((await everyRow())[table] ?? []) as Record<string, unknown>[];
  return rows.filter((row) => JSON.stringify(row).includes(part));
}
