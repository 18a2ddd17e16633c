import { parseArgs } from 'node:util';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { run } from './command-line.ts';

const usage = `Usage: npm run admin:add -- <e-mail> <user pool id> [--reset-authenticator]

  Lets somebody run the studio: invites them by e-mail with a password for three days, or invites them again.
  The user pool's id is what the deployment prints as UserPoolId.
  --reset-authenticator  takes a lost authenticator off and signs them out everywhere.`;

/**
 * Makes somebody an admin, however far an earlier try came: invited, address counted as verified, in the group.
 * @returns what was done, a sentence each.
 * @throws Error for somebody who has no password of ours.
 */
export async function createAdmin(
  cognito: CognitoIdentityProviderClient,
  pool: string,
  email: string,
  { resetAuthenticator = false } = {},
): Promise<string[]> {
  const user = { UserPoolId: pool, Username: email };
  const said: string[] = [await invite(cognito, user)];
  await cognito.send(new AdminAddUserToGroupCommand({ ...user, GroupName: 'admins' }));
  said.push(`${email} is an admin.`);
  if (resetAuthenticator) {
    await cognito.send(
      new AdminSetUserMFAPreferenceCommand({
        ...user,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    );
    await cognito.send(new AdminUserGlobalSignOutCommand(user));
    said.push('The authenticator is off; a new one can be set up in the admin area under Security.');
  }
  return said;
}

const verified = { Name: 'email_verified', Value: 'true' };

async function invite(
  cognito: CognitoIdentityProviderClient,
  user: Pick<AdminCreateUserCommandInput, 'UserPoolId'> & { Username: string },
): Promise<string> {
  try {
    const UserAttributes = [{ Name: 'email', Value: user.Username }, verified];
    await cognito.send(new AdminCreateUserCommand({ ...user, UserAttributes, DesiredDeliveryMediums: ['EMAIL'] }));
    return `An invitation with a password for three days is on its way to ${user.Username}.`;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UsernameExistsException') throw error;
  }
  const { UserStatus, Enabled } = await cognito.send(new AdminGetUserCommand(user));
  if (UserStatus === 'EXTERNAL_PROVIDER') {
    throw new Error(`${user.Username} signs in with Google; the studio needs an address with a password of its own.`);
  }
  // Whoever was removed comes back.
  if (Enabled === false) await cognito.send(new AdminEnableUserCommand(user));
  // Without it a forgotten password could not be replaced by e-mail.
  await cognito.send(new AdminUpdateUserAttributesCommand({ ...user, UserAttributes: [verified] }));
  if (UserStatus !== 'FORCE_CHANGE_PASSWORD') return `${user.Username} has a password already.`;
  await cognito.send(
    new AdminCreateUserCommand({ ...user, MessageAction: 'RESEND', DesiredDeliveryMediums: ['EMAIL'] }),
  );
  return `${user.Username} has been invited before; a new password for three days is on its way.`;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'reset-authenticator': { type: 'boolean', default: false } },
  });
  const [email = '', pool = ''] = positionals;
  const [, region] = /^([a-z]{2}-[a-z-]+-\d)_\w+$/.exec(pool) ?? [];
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || !region) throw new Error(usage);
  const cognito = new CognitoIdentityProviderClient({ region });
  const said = await createAdmin(cognito, pool, email, { resetAuthenticator: values['reset-authenticator'] });
  console.log(said.join('\n'));
}

if (import.meta.main) run(main);
