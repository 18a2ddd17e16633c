import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escaped } from '../services/html.ts';
import { AwsError, type Handler, readBody } from '../services/service.ts';
import { GoogleRefusalError, googleSignIn } from './google/google-sign-in.ts';
import { sendPage } from './page.ts';
import { allowedScopes } from './settings.ts';
import { ShortLived } from './short-lived.ts';
import type { Issued } from './tokens.ts';
import type { UserPool } from './user-pool.ts';
import type { User } from './users.ts';

const codeSeconds = 300;
/** Seconds that Cognito's browser session lasts: a new sign-in within the hour skips Google. */
const browserSessionSeconds = 3_600;
const sessionCookie = 'cognito';
const stateCookie = 'csrf-state';

/** The parameters of /oauth2/authorize. */
interface AuthorizeRequest {
  redirectUri: string;
  state: string | undefined;
  scope: string;
  codeChallenge: string;
  nonce: string | undefined;
}

/** The sign-in that a code stands for. */
type IssuedCode = AuthorizeRequest & { sub: string; authTime: number };

/**
 * Returns Cognito's managed login: OAuth's authorization code flow with PKCE, with Google as the only identity
 * provider.
 * @param origin the origin of the managed login in the browser
 * @param google origin of the Google that it redirects to
 * @returns handlers by method and path
 */
export function managedLogin(pool: UserPool, origin: string, google: string): Record<string, Handler> {
  const signIn = googleSignIn(pool, google, `${origin}/oauth2/idpresponse`);
  const pendingRequests = new ShortLived<AuthorizeRequest>(codeSeconds);
  const codes = new ShortLived<IssuedCode>(codeSeconds);
  const browsers = new ShortLived<{ sub: string; authTime: number }>(browserSessionSeconds);

  const authorize: Handler = async (request, response) => {
    const query = queryOf(request, origin);
    const redirectUri = query.get('redirect_uri') ?? '';
    // Redirect only to registered callback URLs; any other request ends on an error page here.
    if (query.get('client_id') !== pool.clientId) return refuse(response, 'Client does not exist.');
    if (!pool.callbackUrls.includes(redirectUri)) return refuse(response, 'redirect_mismatch');
    const authorizeRequest = authorizeRequestOf(query, redirectUri);
    const fail = (error: string, description: string) =>
      redirectBack(response, authorizeRequest, { error, error_description: description });
    const refusal = refusalOf(query, authorizeRequest);
    if (refusal) return fail(...refusal);

    const prompt = query.get('prompt');
    const browser = browsers.get(cookiesOf(request)[sessionCookie]);
    const asksForNewSignIn = prompt === 'login' || prompt === 'select_account';
    const user = browser && !asksForNewSignIn ? pool.users.find(browser.sub) : undefined;
    if (browser && user?.enabled) return giveCode(response, authorizeRequest, user, browser.authTime);
    if (prompt === 'none') return fail('login_required', 'login_required');

    const provider = query.get('identity_provider') ?? 'COGNITO';
    if (provider === 'COGNITO') return sendPage(response, 200, 'Sign in', choicePage(query));
    if (provider !== 'Google') return fail('invalid_request', `Identity provider ${provider} does not exist`);
    const state = pendingRequests.put(authorizeRequest);
    setCookie(response, stateCookie, state, codeSeconds);
    redirect(response, signIn.address(state));
  };

  const idpResponse: Handler = async (request, response) => {
    const query = queryOf(request, origin);
    const state = query.get('state') ?? '';
    // The state cookie binds the callback to the browser that began the sign-in, which prevents login CSRF. All tabs
    // share one cookie: of several sign-ins in one browser, only the one that began last can end.
    const isOwn = cookiesOf(request)[stateCookie] === state;
    const authorizeRequest = isOwn ? pendingRequests.take(state) : undefined;
    if (isOwn) setCookie(response, stateCookie, '', 0);
    if (!authorizeRequest)
      return refuse(response, 'Invalid state: this sign-in is too old, or was begun in another browser.');
    try {
      const user = await signIn.complete(query);
      const authTime = Math.floor(Date.now() / 1_000);
      setCookie(response, sessionCookie, browsers.put({ sub: user.sub, authTime }), browserSessionSeconds);
      giveCode(response, authorizeRequest, user, authTime);
    } catch (error) {
      if (!(error instanceof GoogleRefusalError)) throw error;
      redirectBack(response, authorizeRequest, { error: error.code, error_description: error.message });
    }
  };

  const logout: Handler = async (request, response) => {
    const query = queryOf(request, origin);
    const logoutUri = query.get('logout_uri') ?? '';
    if (query.get('client_id') !== pool.clientId) return refuse(response, 'Client does not exist.');
    if (!pool.logoutUrls.includes(logoutUri))
      return refuse(response, 'Invalid logout_uri: the app client does not list it.');
    browsers.take(cookiesOf(request)[sessionCookie]);
    setCookie(response, sessionCookie, '', 0);
    redirect(response, logoutUri);
  };

  return {
    'GET /oauth2/authorize': authorize,
    'GET /oauth2/idpresponse': idpResponse,
    'POST /oauth2/token': tokenEndpoint(pool, codes),
    'GET /logout': logout,
  };

  function giveCode(response: ServerResponse, authorizeRequest: AuthorizeRequest, user: User, authTime: number): void {
    redirectBack(response, authorizeRequest, {
      code: codes.put({ ...authorizeRequest, sub: user.sub, authTime }, randomUUID()),
    });
  }
}

const authorizeRequestOf = (query: URLSearchParams, redirectUri: string): AuthorizeRequest => ({
  redirectUri,
  state: query.get('state') ?? undefined,
  scope: query.get('scope') || allowedScopes.join(' '),
  codeChallenge: query.get('code_challenge') ?? '',
  nonce: query.get('nonce') ?? undefined,
});

/** Returns the error and its description for a request that the app client may not make. */
function refusalOf(query: URLSearchParams, { scope, codeChallenge }: AuthorizeRequest): [string, string] | undefined {
  if (query.get('response_type') !== 'code') return ['unauthorized_client', 'response_type must be code'];
  if (scope.split(' ').some((each) => !allowedScopes.includes(each))) return ['invalid_request', 'invalid_scope'];
  if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    return ['invalid_request', 'code_challenge with code_challenge_method S256 is required'];
  }
  return undefined;
}

/** Returns the handler that issues tokens for the code of a sign-in, or for a refresh token. */
function tokenEndpoint(pool: UserPool, codes: ShortLived<IssuedCode>): Handler {
  return async (request, response) => {
    const form = new URLSearchParams((await readBody(request)).toString());
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    if (form.get('client_id') !== pool.clientId) return answer(400, { error: 'invalid_client' });
    try {
      if (form.get('grant_type') === 'refresh_token') {
        return answer(200, asOAuth(await pool.tokens.refresh(form.get('refresh_token') ?? '')));
      }
      if (form.get('grant_type') !== 'authorization_code') return answer(400, { error: 'unsupported_grant_type' });
      const code = codes.take(form.get('code') ?? undefined);
      const user = code ? pool.users.find(code.sub) : undefined;
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (!code || !user?.enabled || code.redirectUri !== form.get('redirect_uri') || proof !== code.codeChallenge) {
        return answer(400, { error: 'invalid_grant' });
      }
      answer(200, asOAuth(await pool.tokens.begin(user, code.scope, code.authTime, code.nonce)));
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      answer(400, { error: 'invalid_grant' });
    }
  };
}

function choicePage(query: URLSearchParams): string {
  const link = new URLSearchParams(query);
  link.set('identity_provider', 'Google');
  return `
    <p class="notice">This is Amazon Cognito's stand-in on this machine.</p>
    <h1>Sign in</h1>
    <p><a class="button" href="/oauth2/authorize?${escaped(link.toString())}">Continue with Google</a></p>`;
}

function refuse(response: ServerResponse, reason: string): void {
  sendPage(
    response,
    400,
    'An error was encountered',
    `<h1>An error was encountered with the requested page.</h1><p class="error">${escaped(reason)}</p>`,
  );
}

function redirectBack(
  response: ServerResponse,
  authorizeRequest: AuthorizeRequest,
  answer: Record<string, string>,
): void {
  const url = new URL(authorizeRequest.redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (authorizeRequest.state !== undefined) url.searchParams.set('state', authorizeRequest.state);
  redirect(response, url.href);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location, 'cache-control': 'no-store' }).end();
}

/**
 * Sets a cookie without `Secure`, because everything here is plain http. Browsers share cookies among the ports of
 * localhost, so the names are Cognito's own.
 */
function setCookie(response: ServerResponse, name: string, value: string, maxAge: number): void {
  response.appendHeader('set-cookie', `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`);
}

function cookiesOf(request: IncomingMessage): Record<string, string | undefined> {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('=', 2) as [string, string]);
  return Object.fromEntries(pairs);
}

function queryOf(request: IncomingMessage, origin: string): URLSearchParams {
  return new URL(request.url ?? '/', origin).searchParams;
}

function asOAuth(issued: Issued) {
  return {
    id_token: issued.IdToken,
    access_token: issued.AccessToken,
    refresh_token: issued.RefreshToken,
    expires_in: issued.ExpiresIn,
    token_type: issued.TokenType,
  };
}
