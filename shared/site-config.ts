/** `/config.json`: what the browser must know of the deployment it talks to. Written at deploy time, so one build serves every stage. */
export interface SiteConfig {
  region: string;
  user_pool_id: string;
  user_pool_client_id: string;
  /** Host (and port) of the managed login, without a scheme, as Amplify takes it. */
  auth_domain: string;
  /** False while the studio has not set Google up yet: the login pages then say so. */
  google_enabled: boolean;
  /** Where the user pool answers when that is not AWS's own address for the region. */
  user_pool_endpoint?: string;
}
