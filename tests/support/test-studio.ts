import { addresses } from '../../local/addresses.ts';

const port = Number(process.env.STUDIO_TEST_PORT ?? 4700);

/** The studio that browser tests speak to: apart from `npm start`'s, so that both can run side by side. */
export const testStudio = addresses(port, `.cache/test-studio-${port}`);
