import { Session } from '#shared/contract/sessions/sessions.ts';
import { StudioError } from '../../platform/errors.ts';
import { readSession, type SessionRow } from './repository.ts';

/**
 * Returns a session that is not in the trash.
 * @throws StudioError NOT_FOUND
 */
export async function requireLive(id: string): Promise<SessionRow> {
  const row = await readSession(id);
  if (!row) throw new StudioError('NOT_FOUND');
  return row;
}

/**
 * Returns a session that is not in the trash, in the version that the request is based on.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the current session in `details.current`
 */
export async function requireVersion(id: string, version: number): Promise<SessionRow> {
  const row = await requireLive(id);
  if (row.version !== version) throw await changedMeanwhile(id);
  return row;
}

/** Returns the error for a request that lost a race: CHANGED_MEANWHILE with the current session, or NOT_FOUND. */
export async function changedMeanwhile(id: string): Promise<Error> {
  const row = await readSession(id);
  if (!row) return new StudioError('NOT_FOUND');
  return new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: Session.parse(row) } });
}
