/**
 * The two Cognito user pools: clients sign in with Google or a code, the studio with password and authenticator. In one
 * pool, access to an admin's mailbox would be enough to become that admin.
 */
export type UserPoolName = 'clients' | 'studio';

/**
 * `/config.json`: the deployment's settings for the browser. Written at deploy time, so that one build serves every
 * stage.
 */
export interface SiteConfig {
  region: string;
  user_pools: Record<UserPoolName, { user_pool_id: string; user_pool_client_id: string }>;
  /** Host (and port) of the clients' managed login at Cognito, without a scheme, as Amplify expects it. */
  auth_domain: string;
  /** False until Google is configured as an identity provider; the sign-in pages then say so. */
  google_enabled: boolean;
  /** Whether every admin must have an authenticator; otherwise each may set one up. */
  authenticator_required: boolean;
  /** Endpoint of the user pools when it is not AWS's default for the region. */
  user_pool_endpoint?: string;
}
