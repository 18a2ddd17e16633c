import { addresses } from '../../local/addresses.ts';

/** The studio that browser tests speak to: apart from `npm start`'s, so that both can run side by side. */
export const testStudio = addresses(4700, '.cache/test-studio');
