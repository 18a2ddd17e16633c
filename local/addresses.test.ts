import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { studioAddresses } from './addresses.ts';

afterEach(() => vi.unstubAllEnvs());

test('STUDIO_PORT and STUDIO_DATA set the port and the folder', () => {
  vi.stubEnv('STUDIO_PORT', '5000');
  vi.stubEnv('STUDIO_DATA', 'elsewhere');
  expect(studioAddresses()).toMatchObject({ site: 'http://localhost:5000', data: resolve('elsewhere') });
});

test('empty settings are ignored, because a reset must not clear the current folder', () => {
  vi.stubEnv('STUDIO_PORT', '');
  vi.stubEnv('STUDIO_DATA', '');
  expect(studioAddresses()).toMatchObject({ site: 'http://localhost:4600', data: resolve('.local') });
});
