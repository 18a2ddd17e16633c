import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { studioAddresses } from './addresses.ts';

afterEach(() => vi.unstubAllEnvs());

test('a studio moves to the port and the folder that it is told', () => {
  vi.stubEnv('STUDIO_PORT', '5000');
  vi.stubEnv('STUDIO_DATA', 'elsewhere');
  expect(studioAddresses()).toMatchObject({ site: 'http://localhost:5000', data: resolve('elsewhere') });
});

test('settings that are empty are none: a reset must not clear the folder it is run in', () => {
  vi.stubEnv('STUDIO_PORT', '');
  vi.stubEnv('STUDIO_DATA', '');
  expect(studioAddresses()).toMatchObject({ site: 'http://localhost:4600', data: resolve('.local') });
});
