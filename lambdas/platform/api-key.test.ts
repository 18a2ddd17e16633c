import { expect, test, vi } from 'vitest';
import { apiKey } from './api-key.ts';

vi.mock('./cached.ts', () => ({ cached: async () => 'k'.repeat(64) }));

test('each purpose has its own key, the same at each call', async () => {
  const [cursors, guards] = [await apiKey('cursors'), await apiKey('guards')];
  expect(cursors).toHaveLength(32);
  expect(guards).not.toEqual(cursors);
  expect(await apiKey('cursors')).toEqual(cursors);
});
