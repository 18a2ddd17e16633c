/** Types of the members of oidc-provider that the local Google uses; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
    };
  }

  interface Configuration {
    adapter: (model: string) => object;
    clients: object[];
    jwks: { keys: object[] };
    cookies: { keys: string[]; names: Record<'session' | 'interaction' | 'resume', string> };
    claims: Record<string, string[]>;
    conformIdTokenClaims: boolean;
    features: Record<string, { enabled: boolean }>;
    pkce: { required: () => boolean };
    ttl: Record<string, number>;
    findAccount: (
      context: Context,
      id: string,
    ) => { accountId: string; claims: () => { sub: string; [claim: string]: unknown } } | undefined;
    interactions: { url: (context: Context, interaction: { uid: string }) => string };
    loadExistingGrant: (context: Context) => Promise<Grant>;
    renderError: (context: { body: string; type: string }, out: { error: string; error_description?: string }) => void;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(): (model: string) => object;
}
