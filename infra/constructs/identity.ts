import { Duration, RemovalPolicy, SecretValue, Stack, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import type { UserPoolName } from '#shared/site-config.ts';
import { studio } from '#shared/studio.ts';
import { identityOf, type StudioConfig } from '../config.ts';

/**
 * The colors of web/app/styles/theme.css (RGB and opacity) for Cognito's managed login; other settings keep Cognito's
 * defaults. Clients see these pages only when sign-in with Google fails.
 */
const [paper, ink, mute, edge, leaf, leafDeep, white] = [
  'fafaf7ff',
  '171916ff',
  '5c5d55ff',
  '86857cff',
  '2f4b3aff',
  '1f3529ff',
  'ffffffff',
];
const leafButton = (backgroundColor: string) => ({ backgroundColor, textColor: white });
const signInLook = {
  categories: { global: { colorSchemeMode: 'LIGHT' } },
  componentClasses: {
    buttons: { borderRadius: 6 },
    focusState: { lightMode: { borderColor: leaf } },
    input: { borderRadius: 6, lightMode: { defaults: { backgroundColor: white, borderColor: edge } } },
    link: { lightMode: { defaults: { textColor: leaf }, hover: { textColor: leafDeep } } },
  },
  components: {
    pageBackground: { image: { enabled: false }, lightMode: { color: paper } },
    pageText: { lightMode: { headingColor: ink, bodyColor: ink, descriptionColor: mute } },
    primaryButton: {
      lightMode: { defaults: leafButton(leaf), hover: leafButton(leafDeep), active: leafButton(leafDeep) },
    },
  },
};

/** The password policy of both pools. No client has a password: Cognito only requires the factor to be listed. */
const passwordPolicy: cognito.PasswordPolicy = {
  minLength: 14,
  requireDigits: true,
  requireLowercase: true,
  requireUppercase: true,
  requireSymbols: true,
  tempPasswordValidity: Duration.days(3),
};

/** The lifetimes of both app clients' tokens. */
const tokens = {
  enableTokenRevocation: true,
  accessTokenValidity: Duration.minutes(30),
  idTokenValidity: Duration.minutes(30),
  refreshTokenValidity: Duration.days(30),
  // Each use of a refresh token returns a new token. The old token stays valid for a short time, because a second tab
  // may use it, or the response may be lost.
  refreshTokenRotationGracePeriod: Duration.seconds(60),
} satisfies cognito.UserPoolClientOptions;

type CommonSettings = ReturnType<typeof commonSettings>;

function commonSettings({ codesBySes, emails, domain, region }: StudioConfig, deletionProtection: boolean) {
  const identity = identityOf(emails.sender, domain);
  return {
    featurePlan: cognito.FeaturePlan.ESSENTIALS,
    // Only the studio or Google creates users. A Google user signs in without a customer record.
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    standardAttributes: { email: { required: true, mutable: true } },
    autoVerify: { email: true },
    // A changed address applies only after it is verified.
    keepOriginal: { email: true },
    passwordPolicy,
    ...(codesBySes && {
      email: cognito.UserPoolEmail.withSES({
        fromEmail: emails.sender,
        fromName: studio.name,
        sesRegion: region,
        ...(identity !== emails.sender && { sesVerifiedDomain: identity }),
      }),
    }),
    deletionProtection,
    // The rollback of a failed creation deletes the empty pool; every other operation retains it.
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  } satisfies cognito.UserPoolProps;
}

/**
 * The two user pools: clients sign in with Google or an emailed code, the studio with email address, password and
 * authenticator. All app clients of a pool share its factors, so with one pool for both an admin's mailbox would be
 * enough to sign in as that admin.
 */
export class Identity extends Construct {
  readonly pools: Record<UserPoolName, cognito.UserPool>;
  /** The host of Cognito's sign-in pages, known before the deployment. */
  readonly authDomain: string;
  /** Whether every admin needs an authenticator. */
  readonly requiresAuthenticator: boolean;
  readonly #google: cognito.UserPoolIdentityProviderGoogle | undefined;

  constructor(
    scope: Construct,
    id: string,
    { config, deletionProtection }: { config: StudioConfig; deletionProtection: boolean },
  ) {
    super(scope, id);
    this.requiresAuthenticator = config.authenticator !== 'optional';
    const common = commonSettings(config, deletionProtection);
    this.pools = { clients: this.#addClients(common, config), studio: this.#addStudio(common) };
    new cognito.UserPoolGroup(this, 'Admins', {
      userPool: this.pools.studio,
      groupName: 'admins',
      description: 'They run the studio.',
    });
    new cognito.UserPoolGroup(this, 'Staff', {
      userPool: this.pools.studio,
      groupName: 'staff',
      description: 'They work for the studio, and may not do all that admins may.',
    });
    this.pools.clients.addDomain('SignInPages', {
      cognitoDomain: { domainPrefix: config.signInPrefix },
      managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.authDomain = `${config.signInPrefix}.auth.${Stack.of(this).region}.amazoncognito.com`;
    this.#google = config.google && this.#addGoogle(config.google);
    Validations.of(this.pools.clients).acknowledge({
      id: 'AwsSolutions-COG2',
      reason: 'Clients sign in with Google, who holds their second factor; no client has a password.',
    });
    if (!this.requiresAuthenticator) {
      Validations.of(this.pools.studio).acknowledge({
        id: 'AwsSolutions-COG2',
        reason: 'The owner has relaxed it in studio.config.ts; each admin can add an authenticator.',
      });
    }
    for (const pool of Object.values(this.pools)) {
      Validations.of(pool).acknowledge({
        id: 'AwsSolutions-COG8',
        reason:
          'The Plus plan asks a price per user and looks at password sign-ins only, of which a studio has a handful.',
      });
    }
  }

  /** Returns the issuer (`iss`) of a pool's tokens. */
  issuerOf(pool: UserPoolName): string {
    const { region, urlSuffix } = Stack.of(this);
    return `https://cognito-idp.${region}.${urlSuffix}/${this.pools[pool].userPoolId}`;
  }

  #addClients(common: CommonSettings, { codesBySes }: StudioConfig): cognito.UserPool {
    const pool = new cognito.UserPool(this, 'Pool', {
      ...common,
      signInPolicy: { allowedFirstAuthFactors: { password: true, emailOtp: true } },
      mfa: cognito.Mfa.OFF,
      // Nobody can set a password by email.
      accountRecovery: cognito.AccountRecovery.NONE,
    });
    if (codesBySes) {
      // Cognito accepts texts for this email only where SES sends it.
      const properties = pool.node.defaultChild as cognito.CfnUserPool;
      properties.emailAuthenticationSubject = `Your sign-in code for ${studio.name}`;
      properties.emailAuthenticationMessage = `Your sign-in code for ${studio.name} is {####}. If you did not ask for it, just ignore this email.`;
    }
    return pool;
  }

  #addStudio(common: CommonSettings): cognito.UserPool {
    return new cognito.UserPool(this, 'Studio', {
      ...common,
      mfa: this.requiresAuthenticator ? cognito.Mfa.REQUIRED : cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      userVerification: {
        emailSubject: `Your code for ${studio.name}`,
        emailBody: `Your code for ${studio.name} is {####}. If you did not ask for it, just ignore this email.`,
      },
    });
  }

  #addGoogle({ clientId, secretName }: NonNullable<StudioConfig['google']>) {
    return new cognito.UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool: this.pools.clients,
      clientId,
      clientSecretValue: SecretValue.secretsManager(secretName),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        email: cognito.ProviderAttribute.GOOGLE_EMAIL,
        emailVerified: cognito.ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: cognito.ProviderAttribute.GOOGLE_NAME,
      },
    });
  }

  /**
   * Adds the site's app client to each pool; neither has a secret.
   * @returns their ids
   */
  addSite(origin: string): Record<UserPoolName, string> {
    return {
      clients: this.#addClientsSite(origin).userPoolClientId,
      studio: this.#addStudioSite(origin).userPoolClientId,
    };
  }

  /** Adds the clients' app client, which signs in with the authorization code and PKCE. */
  #addClientsSite(origin: string): cognito.UserPoolClient {
    const { COGNITO, GOOGLE } = cognito.UserPoolClientIdentityProvider;
    const client = this.pools.clients.addClient('Site', {
      ...tokens,
      generateSecret: false,
      // USER_AUTH asks for an emailed code; it could also ask for a password, but no client has one.
      authFlows: { user: true },
      // An emailed code may take some minutes to arrive.
      authSessionValidity: Duration.minutes(10),
      preventUserExistenceErrors: true,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        // Without aws.cognito.signin.user.admin, a client's token can't read or change the account in Cognito. The API
        // reads the verified email with its own permission (AdminGetUser).
        scopes: [cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL, cognito.OAuthScope.PROFILE],
        // The first URL is Amplify's default when no URL matches the page's path.
        callbackUrls: [`${origin}/dashboard`, `${origin}/client-login`],
        logoutUrls: [`${origin}/client-login`],
      },
      readAttributes: new cognito.ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
        fullname: true,
      }),
      // The app client must be able to write the attributes that the mapping copies from Google; otherwise the sign-in
      // fails.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ email: true, fullname: true }),
      supportedIdentityProviders: this.#google ? [COGNITO, GOOGLE] : [COGNITO],
    });
    if (this.#google) client.node.addDependency(this.#google);
    new cognito.CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pools.clients.userPoolId,
      clientId: client.userPoolClientId,
      settings: signInLook,
    });
    return client;
  }

  /**
   * Adds the studio's app client, which accepts passwords by SRP only. Its tokens have the scope
   * aws.cognito.signin.user.admin, to set up an authenticator.
   */
  #addStudioSite(origin: string): cognito.UserPoolClient {
    // The invitation contains the sign-in page's address, which is known only once the distribution exists.
    const pool = this.pools.studio.node.defaultChild as cognito.CfnUserPool;
    pool.adminCreateUserConfig = {
      allowAdminCreateUserOnly: true,
      inviteMessageTemplate: {
        emailSubject: `Your sign-in for ${studio.name}`,
        emailMessage: `You can now sign in to the admin area of ${studio.name} at ${origin}/admin-login with your email address. Your user name is {username} and your first password, good for three days, is {####}`,
      },
    };
    return this.pools.studio.addClient('Site', {
      ...tokens,
      generateSecret: false,
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      disableOAuth: true,
      readAttributes: new cognito.ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ email: true }),
      supportedIdentityProviders: [cognito.UserPoolClientIdentityProvider.COGNITO],
    });
  }
}
