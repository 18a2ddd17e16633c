import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../studio/api-studio.ts';
import { newClient, newSession } from '../studio/api-world.ts';
import { sized } from './long.ts';

/**
 * Rounds of concurrent requests: one succeeds, the others get a conflict, and no data is lost, duplicated or partial.
 * `beforeAll(startRounds)` starts a studio with one customer, `afterAll(stopRounds)` ends it.
 */

export const rounds = sized(24, 2_000);
export const timeout = rounds * 6_000;

let studio: ApiStudio;
export let login: Claims;
let customer: string;
export async function startRounds(): Promise<void> {
  studio = await startApiStudio();
  const made = await newClient();
  login = made.login;
  customer = made.profile.id;
}
export const stopRounds = () => studio?.close();

export const asStudio = (method: string, path: string, body?: unknown) =>
  call(admin, method, `/api/admin/${path}`, { as: adminClaims(), body });
export const asClient = (method: string, path: string, body?: unknown) =>
  call(client, method, `/api/client/${path}`, { as: login, body });

/** A session with a random label: suggested labels end after fifty of one name and month. */
export const freshSession = () => newSession(customer, { session_label: `label-${newId()}` });

/** The responses' status codes, sorted. */
export const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

/** A new session every ten rounds keeps the rounds equally fast. */
export const roundsPerSession = 10;

interface Row {
  id: string;
  state: string;
  is_approved: boolean;
  stage?: string;
  is_favorite?: boolean;
  favorite_of?: string;
}

/** Expects counters equal to rows, and exactly the right rows in the favorites index. */
export async function expectWhole(session_id: string): Promise<Row[]> {
  const { Item: session } = await dynamodb().send(
    new GetCommand({ TableName: 'sessions', Key: { id: session_id }, ConsistentRead: true }),
  );
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: 'photos',
      KeyConditionExpression: 'session_id = :session',
      ExpressionAttributeValues: { ':session': session_id },
      ConsistentRead: true,
    }),
  );
  const photos = Items as Row[];
  const ready = photos.filter(({ state }) => state === 'ready');
  const visible = ready.filter(({ is_approved }) => is_approved);
  expect({
    photos: session?.photos_count,
    visible: session?.visible_count,
    favorites: session?.favorites_count,
    finished: session?.finished_count,
  }).toEqual({
    photos: ready.length,
    visible: visible.length,
    favorites: visible.filter(({ is_favorite }) => is_favorite).length,
    finished: ready.filter(({ stage }) => stage === 'finished').length,
  });
  for (const photo of photos) {
    const isListed = photo.state === 'ready' && photo.is_approved && photo.is_favorite === true;
    expect(photo.favorite_of, photo.id).toBe(isListed ? customer : undefined);
  }
  return photos;
}
