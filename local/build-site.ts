import { buildSite } from '../web/build/site.ts';
import { amplifyOverHttp } from './amplify-over-http.ts';
import { localSite } from './build.ts';

/** The site for this machine, apart from the one that is deployed: its Amplify speaks plain http to the local user pool. */
await buildSite({ folder: localSite, plugins: [amplifyOverHttp()] });
