import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as local from '../../../local/cognito/settings.ts';
import { synthesize, textOf, zone } from '../synthesized.ts';

const { stack, ofType, named, only } = synthesize();

describe('identity', () => {
  const google = { clientId: '1-a.apps.googleusercontent.com', secretName: 'studio/google' };
  const origin = 'https://Edge/Distribution.DomainName';
  type Type = 'UserPool' | 'UserPoolClient' | 'UserPoolIdentityProvider';
  /** The properties of the resource at this path below `Identity`. */
  const propertiesOf = (type: Type, path: string, changes = {}) => {
    const byPath = Object.keys(changes).length > 0 ? synthesize(changes).named : named;
    return byPath(`AWS::Cognito::${type}`)[`Identity/${path}`]!.Properties;
  };

  test('self sign-up is off; users with a password have long ones', () => {
    for (const path of ['Pool', 'Studio']) {
      const pool = propertiesOf('UserPool', path);
      expect(pool.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(true);
      expect(pool.DeletionProtection).toBe('ACTIVE');
      expect(pool.Policies.PasswordPolicy.MinimumLength).toBe(14);
    }
  });

  test('admins need an authenticator, unless the config relaxes it; their pool takes no code by email as a factor', () => {
    const studioPool = propertiesOf('UserPool', 'Studio');
    expect(studioPool).toMatchObject({ MfaConfiguration: 'ON', EnabledMfas: ['SOFTWARE_TOKEN_MFA'] });
    expect(studioPool.Policies.SignInPolicy).toBeUndefined();
    expect(propertiesOf('UserPool', 'Studio', { authenticator: 'optional' }).MfaConfiguration).toBe('OPTIONAL');
    const groups = ofType('AWS::Cognito::UserPoolGroup').map(([, { Properties }]) => Properties);
    const inStudio = { UserPoolId: { Ref: expect.stringMatching(/^IdentityStudio/) } };
    expect(groups).toMatchObject([
      { GroupName: 'admins', ...inStudio },
      { GroupName: 'staff', ...inStudio },
    ]);
    const site = propertiesOf('UserPoolClient', 'Studio/Site');
    expect(site.ExplicitAuthFlows).toEqual(['ALLOW_USER_SRP_AUTH']);
    expect(site.AllowedOAuthFlowsUserPoolClient ?? false).toBe(false);
    expect(site.SupportedIdentityProviders).toEqual(['COGNITO']);
  });

  test('clients sign in with Google or the code of an email; nobody can set a password by email', () => {
    const pool = propertiesOf('UserPool', 'Pool');
    expect(pool.Policies.SignInPolicy.AllowedFirstAuthFactors.toSorted()).toEqual(['EMAIL_OTP', 'PASSWORD']);
    expect(pool.MfaConfiguration).toBe('OFF');
    expect(pool.AccountRecoverySetting.RecoveryMechanisms).toEqual([{ Name: 'admin_only', Priority: 1 }]);
    const site = propertiesOf('UserPoolClient', 'Pool/Site');
    expect(site).toMatchObject({ AllowedOAuthFlows: ['code'], ExplicitAuthFlows: ['ALLOW_USER_AUTH'] });
    const urls = site.CallbackURLs.map((url: unknown) => textOf(stack, url));
    expect(urls).toEqual([`${origin}/dashboard`, `${origin}/client-login`]);
  });

  test.each(['Pool/Site', 'Studio/Site'])(
    '%s is a public client with short-lived rotating tokens and revocation',
    (path) => {
      expect(propertiesOf('UserPoolClient', path)).toMatchObject({
        GenerateSecret: false,
        AccessTokenValidity: 30,
        IdTokenValidity: 30,
        RefreshTokenValidity: 30 * 24 * 60,
        TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
        RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        EnableTokenRevocation: true,
        PreventUserExistenceErrors: 'ENABLED',
      });
    },
  );

  test('codes are sent by SES once the config says so, with the words that the local pool uses', () => {
    const before = propertiesOf('UserPool', 'Pool');
    expect(before.EmailConfiguration?.EmailSendingAccount).not.toBe('DEVELOPER');
    // Cognito refuses these texts without SES.
    expect(before).not.toHaveProperty('EmailAuthenticationMessage');
    for (const path of ['Pool', 'Studio']) {
      const { EmailConfiguration } = propertiesOf('UserPool', path, { codesBySes: true });
      expect(EmailConfiguration.EmailSendingAccount).toBe('DEVELOPER');
      expect(EmailConfiguration.From).toContain('<hello@magnolia.studio>');
      expect(JSON.stringify(EmailConfiguration.SourceArn)).toContain(':identity/hello@magnolia.studio');
    }
    const pool = propertiesOf('UserPool', 'Pool', { codesBySes: true });
    const { EmailAuthenticationSubject: subject, EmailAuthenticationMessage: text } = pool;
    expect({ subject, text }).toEqual(local.signInCode('{####}'));
    const inZone = propertiesOf('UserPool', 'Pool', {
      codesBySes: true,
      domain: { name: 'www.magnolia.studio', hostedZone: zone },
    });
    expect(JSON.stringify(inZone.EmailConfiguration.SourceArn)).toContain(':identity/magnolia.studio');
  });

  test('the local pools have the same settings', () => {
    const pool = propertiesOf('UserPool', 'Studio');
    expect(pool.Policies.PasswordPolicy).toEqual(local.passwordPolicy);
    const email = (subject: string, text: string) => ({ subject, text });
    const { EmailSubject, EmailMessage } = pool.AdminCreateUserConfig.InviteMessageTemplate;
    expect(email(EmailSubject, textOf(stack, EmailMessage))).toEqual(local.invitation(origin, '{username}', '{####}'));
    const { EmailSubject: subject, EmailMessage: text } = pool.VerificationMessageTemplate;
    expect(email(subject, text)).toEqual(local.verification('{####}'));

    const site = propertiesOf('UserPoolClient', 'Pool/Site', { google });
    expect(site.AuthSessionValidity * 60).toBe(local.authSessionSeconds);
    expect(site.AllowedOAuthScopes).toEqual(local.allowedScopes);
    expect(site.AllowedOAuthScopes).not.toContain('aws.cognito.signin.user.admin');
    expect(site.ReadAttributes).toEqual(local.readAttributes);
    // Exactly the claims that Cognito maps from Google; Cognito does not let an app client write email_verified.
    expect(site.WriteAttributes).toEqual(local.mappedClaims.filter((name) => name !== 'email_verified').toSorted());
    expect(site.AccessTokenValidity * 60).toBe(local.tokenSeconds);
    expect(site.IdTokenValidity * 60).toBe(local.tokenSeconds);
    expect(site.RefreshTokenValidity * 60).toBe(local.refreshTokenSeconds);
    expect(site.RefreshTokenRotation.RetryGracePeriodSeconds).toBe(local.rotationGraceSeconds);
    const mapped = propertiesOf('UserPoolIdentityProvider', 'Google', { google }).AttributeMapping;
    expect(Object.keys(mapped).toSorted()).toEqual(local.mappedClaims.toSorted());
  });

  test('the managed login has the site’s colors', () => {
    const { UseCognitoProvidedValues, Settings } = only('AWS::Cognito::ManagedLoginBranding').Properties;
    expect(UseCognitoProvidedValues).not.toBe(true);
    const theme = readFileSync('web/app/styles/theme.css', 'utf8');
    const colors = JSON.stringify(Settings).match(/"[0-9a-f]{8}"/g) ?? [];
    expect(colors.length).toBeGreaterThan(8);
    for (const color of colors) expect(theme).toContain(`#${color.slice(1, 7)}`);
  });

  test('Google’s secret is a reference to Secrets Manager and not in the template', () => {
    const withGoogle = synthesize({ google });
    const [, provider] = withGoogle.ofType('AWS::Cognito::UserPoolIdentityProvider')[0]!;
    expect(provider.Properties.ProviderDetails.client_secret).toBe(
      '{{resolve:secretsmanager:studio/google:SecretString:::}}',
    );
    expect(propertiesOf('UserPoolClient', 'Pool/Site', { google }).SupportedIdentityProviders).toEqual([
      'COGNITO',
      'Google',
    ]);
  });
});
