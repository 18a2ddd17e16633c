import { Duration, RemovalPolicy, SecretValue, Stack, Validations } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { studio } from '#shared/studio.ts';
import type { StudioConfig } from '../config.ts';

/**
 * Cognito's own pages in the colors of web/app/theme.css (RGB and opacity); what is not named here stays as Cognito has it.
 * Clients pass them by on their way to Google; they are seen when something goes wrong there.
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

/** Who can sign in: clients by Google, the studio by e-mail and password. Being an admin is a matter of the group. */
export class Identity extends Construct {
  readonly pool: cognito.UserPool;
  /** Host of Cognito's sign-in pages, known before anything is deployed. */
  readonly authDomain: string;
  /** Who signed a token. */
  readonly issuer: string;
  readonly #google: cognito.UserPoolIdentityProviderGoogle | undefined;

  constructor(
    scope: Construct,
    id: string,
    { config, deletionProtection }: { config: StudioConfig; deletionProtection: boolean },
  ) {
    super(scope, id);
    const { region, urlSuffix } = Stack.of(this);
    this.pool = new cognito.UserPool(this, 'Pool', {
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      // By password only who was invited; whom Google vouches for comes in as nobody's customer yet.
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      standardAttributes: { email: { required: true, mutable: true } },
      autoVerify: { email: true },
      // A changed address counts only once it is confirmed.
      keepOriginal: { email: true },
      passwordPolicy: {
        minLength: 14,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      userInvitation: {
        emailSubject: `Your sign-in for ${studio.name}`,
        emailBody: `You can now sign in to the admin area of ${studio.name}. Your user name is {username} and your first password, good for three days, is {####}`,
      },
      userVerification: {
        emailSubject: `Your code for ${studio.name}`,
        emailBody: `Your code for ${studio.name} is {####}. If you did not ask for it, just ignore this letter.`,
      },
      deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.issuer = `https://cognito-idp.${region}.${urlSuffix}/${this.pool.userPoolId}`;
    new cognito.UserPoolGroup(this, 'Admins', {
      userPool: this.pool,
      groupName: 'admins',
      description: 'They run the studio.',
    });
    this.pool.addDomain('SignInPages', {
      cognitoDomain: { domainPrefix: config.signInPrefix },
      managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    this.authDomain = `${config.signInPrefix}.auth.${region}.amazoncognito.com`;
    this.#google = config.google && this.#addGoogle(config.google);
    Validations.of(this.pool).acknowledge(
      {
        id: 'AwsSolutions-COG2',
        reason:
          'Clients sign in with Google, who holds their second factor; admins can add an authenticator of their own.',
      },
      {
        id: 'AwsSolutions-COG8',
        reason:
          'The Plus plan asks a price per user and looks at password sign-ins only, of which a studio has a handful.',
      },
    );
  }

  #addGoogle({ clientId, secretName }: NonNullable<StudioConfig['google']>) {
    return new cognito.UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool: this.pool,
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

  /** The site as an application of the user pool: no secret, codes with PKCE, passwords by SRP only. */
  addSite(origin: string): cognito.UserPoolClient {
    const { COGNITO, GOOGLE } = cognito.UserPoolClientIdentityProvider;
    const client = this.pool.addClient('Site', {
      generateSecret: false,
      authFlows: { userSrp: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(30),
      idTokenValidity: Duration.minutes(30),
      refreshTokenValidity: Duration.days(30),
      // Each use of a refresh token gives a new one; the old one works a little longer, for a second tab or a lost answer.
      refreshTokenRotationGracePeriod: Duration.seconds(60),
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [
          cognito.OAuthScope.OPENID,
          cognito.OAuthScope.EMAIL,
          cognito.OAuthScope.PROFILE,
          cognito.OAuthScope.COGNITO_ADMIN,
        ],
        // The first is where Amplify lands when it can't tell by the page's path.
        callbackUrls: [`${origin}/dashboard`, `${origin}/client-login`],
        logoutUrls: [`${origin}/client-login`],
      },
      supportedIdentityProviders: this.#google ? [COGNITO, GOOGLE] : [COGNITO],
    });
    if (this.#google) client.node.addDependency(this.#google);
    new cognito.CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.pool.userPoolId,
      clientId: client.userPoolClientId,
      settings: signInLook,
    });
    return client;
  }
}
