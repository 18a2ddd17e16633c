import { describe, expect, it } from 'vitest';
import { retryOnConflict, WriteConflictError } from './conflicts.ts';
import { StudioError } from './errors.ts';

describe('retryOnConflict', () => {
  it('retries the work after a conflict and returns its result', async () => {
    const result = await retryOnConflict(async (attempt) => {
      if (attempt === 1) throw new WriteConflictError();
      if (attempt === 2) throw new StudioError('CHANGED_MEANWHILE');
      return attempt;
    });
    expect(result).toBe(3);
  });

  it('throws BUSY after five conflicts', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw new WriteConflictError();
    };
    await expect(retryOnConflict(work)).rejects.toMatchObject({ code: 'BUSY' });
    expect(attempts).toBe(5);
  });

  it('does not retry after other errors', async () => {
    let attempts = 0;
    const work = async () => {
      attempts += 1;
      throw new StudioError('NOT_FOUND');
    };
    await expect(retryOnConflict(work)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(attempts).toBe(1);
  });
});
