import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { Faults } from '../../services/faults.ts';
import { readJsonFile, replaceFile } from '../../services/journal.ts';
import { AwsError, type Handler, type RunningService, readBody, serve, suffer } from '../../services/service.ts';
import { sendPage } from '../page.ts';
import { chooserPage, type Typed } from './chooser-page.ts';
import { type GoogleAccount, googleClient } from './google-client.ts';

export interface GoogleOptions {
  port: number;
  /** The folder in which typed accounts are stored. */
  dir: string;
  /** Cognito's `/oauth2/idpresponse`, the only redirect URI that Google accepts. */
  redirectUri: string;
  /** The accounts that the chooser offers. */
  people: readonly GoogleAccount[];
}

/**
 * Starts Google on this machine: a real OpenID Connect provider with an account chooser in place of passwords. Faults
 * name its endpoints `auth`, `token`, `jwks` and `chooser`.
 */
export async function startGoogle(options: GoogleOptions): Promise<RunningService> {
  const faults = new Faults();
  let handle: Handler = async (_request, response) => {
    response.writeHead(503).end();
  };
  const service = await serve('Google', options.port, faults, (request, response) => handle(request, response));

  const accounts = rememberedAccounts(options);
  const provider = await providerOf(`http://localhost:${service.port}`, options.redirectUri, accounts);
  const oidc = provider.callback();

  handle = async (request, response) => {
    const first = request.url?.split(/[/?]/)[1] ?? '';
    try {
      if (!(await suffer(faults.take(first), response))) return;
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      response
        .writeHead(error.status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: error.code }));
      return;
    }
    if (first === 'chooser') await choose(request, response);
    else await oidc(request, response);
  };
  return service;

  async function choose(...[request, response]: Parameters<Handler>): Promise<void> {
    const interaction = await provider.interactionDetails(request, response).catch(() => undefined);
    if (!interaction) {
      const explanation =
        'This sign-in is over, or was begun in another browser. Go back to the site and sign in again.';
      return sendPage(response, 400, 'Sign-in is over', `<h1>Sign-in is over</h1><p>${explanation}</p>`);
    }
    const show = (status: number, error?: string, typed?: Typed) => {
      sendPage(response, status, 'Choose an account', chooserPage(accounts.all(), error, typed));
    };
    if (request.method !== 'POST') return show(200);

    const form = new URLSearchParams((await readBody(request)).toString());
    if (form.has('cancel')) {
      const result = { error: 'access_denied', error_description: 'The user cancelled the sign-in at Google.' };
      return provider.interactionFinished(request, response, result);
    }
    const typed = {
      name: form.get('name')?.trim() ?? '',
      email: form.get('email')?.trim() ?? '',
      unverified: form.has('unverified'),
    };
    const chosen = form.get('account');
    if (chosen === null && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(typed.email)) {
      return show(400, 'Type an email address, such as name@example.com.', typed);
    }
    if (chosen === null && typed.name === '') return show(400, 'Type a name.', typed);
    const account = chosen === null ? accounts.add(typed) : accounts.get(chosen);
    if (!account) return show(400, 'This account is not on the list any more. Choose another.');
    await provider.interactionFinished(request, response, { login: { accountId: account.sub, remember: false } });
  }
}

/** Returns all accounts: the predefined ones and the typed ones. */
function rememberedAccounts({ dir, people }: GoogleOptions) {
  const file = join(dir, 'accounts.json');
  let typedOnes = readJsonFile<GoogleAccount[]>(file) ?? [];
  const all = () => [...people, ...typedOnes];
  return {
    all,
    get: (sub: string) => all().find((account) => account.sub === sub),
    /**
     * Returns the account of an address, added if new. A predefined account never changes; any other has the values
     * that were typed last.
     */
    add({ name, email, unverified }: Typed): GoogleAccount {
      const offered = people.find((account) => account.email === email.toLowerCase());
      if (offered) return offered;
      const account = { sub: subOf(email), name, email: email.toLowerCase(), email_verified: !unverified };
      typedOnes = [...typedOnes.filter(({ sub }) => sub !== account.sub), account];
      replaceFile(file, JSON.stringify(typedOnes, undefined, 2));
      return account;
    },
  };
}

/** Returns 21 digits like Google's ids, derived from the address. */
function subOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}

async function providerOf(
  issuer: string,
  redirectUri: string,
  accounts: { get(sub: string): GoogleAccount | undefined },
) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' };
  const hour = 3_600;
  return new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: googleClient.id,
        client_secret: googleClient.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [key] },
    // Cookies on localhost are shared by all ports, so their names must be unique.
    cookies: {
      keys: [randomUUID()],
      names: { session: 'google_session', interaction: 'google_interaction', resume: 'google_resume' },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    // Cognito uses a client secret and no PKCE with Google.
    pkce: { required: () => false },
    ttl: { AccessToken: hour, AuthorizationCode: 60, Grant: hour, IdToken: hour, Interaction: hour, Session: hour },
    findAccount: (_context, id) => {
      const account = accounts.get(id);
      return account && { accountId: id, claims: () => ({ ...account }) };
    },
    interactions: { url: (_context, interaction) => `/chooser/${interaction.uid}` },
    // Choosing an account counts as consent, so there is no consent page.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (context, { error, error_description }) => {
      context.type = 'text';
      context.body = `The local Google can't go on: ${error}. ${error_description ?? ''}`;
    },
  });
}
