import { buildSite } from '../web/build/site.ts';
import { localSite } from './addresses.ts';
import { amplifyOverHttp } from './services/amplify-over-http.ts';

/** Build the site for this machine, into a folder of its own: its Amplify uses plain http for the local user pool. */
await buildSite({ folder: localSite, plugins: [amplifyOverHttp()] });
