import { type Addresses, addresses } from '../../local/addresses.ts';

/** A studio for tests on ports of its own, apart from `npm start`'s, with data that goes with it. */
export const testStudioAt = (port: number): Addresses => addresses(port, `.cache/test-studio-${port}`);

/** The one that browser tests speak to; another port lets two runs stand side by side. */
export const testStudio = testStudioAt(Number(process.env.STUDIO_TEST_PORT ?? 4700));
