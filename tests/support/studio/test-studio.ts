import { type Addresses, addresses } from '../../../local/addresses.ts';

/** A studio for tests on its own ports, with its own temporary data. */
export const testStudioAt = (port: number): Addresses => addresses(port, `.cache/test-studio-${port}`);

/** The studio that browser tests use; `STUDIO_TEST_PORT` lets several runs work side by side. */
export const testStudio = testStudioAt(Number(process.env.STUDIO_TEST_PORT ?? 4700));
