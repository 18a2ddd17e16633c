import { buildStale } from '../../../local/build.ts';

/** Builds what is stale of the functions and the site, before steps of `npm test` that use both side by side. */
await buildStale(console.log);
