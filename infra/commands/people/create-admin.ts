import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { addressOf, run } from '../command-line.ts';
import { adminsOf } from './remove-admin.ts';

const usage = `Usage: npm run admin:add -- <email> <user pool id> [--staff] [--name 'Elena Ruiz'] [--reset-authenticator]

  Lets somebody run the studio: invites them by email with a password for three days, or invites them again.
  The user pool's id is what the deployment prints as StudioPoolId.
  --staff  as staff: all but deleting customers, changing prices of sent quotes, exports, and managing admins.
           Without it somebody becomes an admin, also who was staff before.
  --name   what the timeline calls them; otherwise the part of the address before the @, or 'The owner' for an admin
           whose address is the studio's: hello@, studio@. With it, this command names somebody anew.
  --reset-authenticator  takes a lost authenticator off and signs them out everywhere.`;

/**
 * Makes a person an admin, or staff, also after incomplete attempts: the person is invited, has a verified address, and
 * is in that group and not in the other one.
 * @returns a sentence for each thing that was done
 * @throws Error for a pool that is not the studio's, for a user who signs in without a password of this pool, and for
 * the last admin who would become staff
 */
export async function createAdmin(
  cognito: CognitoIdentityProviderClient,
  pool: string,
  email: string,
  { resetAuthenticator = false, staff = false, name = '' } = {},
): Promise<string[]> {
  const user = { UserPoolId: pool, Username: email };
  // Check the pool before anybody is invited: in another pool the person would get a login that opens no admin area.
  const admins = await adminsOf(cognito, pool);
  if (staff) await requireAnotherAdmin(cognito, pool, email, admins);
  const sentences: string[] = [await invite(cognito, user, name)];
  const [GroupName, otherGroup] = staff ? ['staff', 'admins'] : ['admins', 'staff'];
  await cognito.send(new AdminAddUserToGroupCommand({ ...user, GroupName }));
  await cognito.send(new AdminRemoveUserFromGroupCommand({ ...user, GroupName: otherGroup }));
  sentences.push(`${email} is ${staff ? 'staff' : 'an admin'}.`);
  if (resetAuthenticator) {
    await cognito.send(
      new AdminSetUserMFAPreferenceCommand({
        ...user,
        SoftwareTokenMfaSettings: { Enabled: false, PreferredMfa: false },
      }),
    );
    await cognito.send(new AdminUserGlobalSignOutCommand(user));
    sentences.push('The authenticator is off; a new one can be set up in the admin area under Security.');
  }
  return sentences;
}

async function requireAnotherAdmin(
  cognito: CognitoIdentityProviderClient,
  pool: string,
  email: string,
  admins: string[],
): Promise<void> {
  const { Username } = await cognito
    .send(new AdminGetUserCommand({ UserPoolId: pool, Username: email }))
    .catch((error: unknown) => {
      if (error instanceof Error && error.name === 'UserNotFoundException') return { Username: undefined };
      throw error;
    });
  if (Username !== undefined && admins.includes(Username) && admins.length === 1) {
    throw new Error(`${email} is the last admin. Add another one before this one becomes staff.`);
  }
}

const verifiedEmail = { Name: 'email_verified', Value: 'true' };

async function invite(
  cognito: CognitoIdentityProviderClient,
  user: Pick<AdminCreateUserCommandInput, 'UserPoolId'> & { Username: string },
  name: string,
): Promise<string> {
  const nameAttributes = name === '' ? [] : [{ Name: 'name', Value: name }];
  try {
    const UserAttributes = [{ Name: 'email', Value: user.Username }, verifiedEmail, ...nameAttributes];
    const invitation = {
      UserAttributes,
      TemporaryPassword: temporaryPassword(),
      DesiredDeliveryMediums: ['EMAIL'],
    } satisfies Partial<AdminCreateUserCommandInput>;
    await cognito.send(new AdminCreateUserCommand({ ...user, ...invitation }));
    return `An invitation with a password for three days is on its way to ${user.Username}.`;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UsernameExistsException') throw error;
  }
  const { UserStatus, Enabled } = await cognito.send(new AdminGetUserCommand(user));
  if (UserStatus === 'EXTERNAL_PROVIDER') {
    throw new Error(`${user.Username} signs in with Google; the studio needs an address with a password of its own.`);
  }
  // Enable an admin again who was removed.
  if (Enabled === false) await cognito.send(new AdminEnableUserCommand(user));
  // Without a verified address, a forgotten password could not be reset by email.
  await cognito.send(
    new AdminUpdateUserAttributesCommand({ ...user, UserAttributes: [verifiedEmail, ...nameAttributes] }),
  );
  if (UserStatus !== 'FORCE_CHANGE_PASSWORD') return `${user.Username} has a password already.`;
  await cognito.send(
    new AdminCreateUserCommand({
      ...user,
      MessageAction: 'RESEND',
      TemporaryPassword: temporaryPassword(),
      DesiredDeliveryMediums: ['EMAIL'],
    }),
  );
  return `${user.Username} has been invited before; a new password for three days is on its way.`;
}

/**
 * Returns a random password that fits the pool's policy, without characters that look alike, because somebody types it.
 * The invitation needs one: a pool with passwordless sign-in would create a user without a password.
 */
function temporaryPassword(): string {
  const pick = (characters: string, count: number) =>
    Array.from({ length: count }, () => characters[randomInt(characters.length)]).join('');
  return `${pick('ABCDEFGHJKLMNPQRSTUVWXYZ', 6)}-${pick('abcdefghijkmnpqrstuvwxyz', 6)}-${pick('23456789', 6)}`;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      staff: { type: 'boolean', default: false },
      name: { type: 'string', default: '' },
      'reset-authenticator': { type: 'boolean', default: false },
    },
  });
  const [typedEmail, pool = ''] = positionals;
  const email = addressOf(typedEmail, usage);
  const [, region] = /^([a-z]{2}-[a-z-]+-\d)_\w+$/.exec(pool) ?? [];
  if (!region) throw new Error(usage);
  const cognito = new CognitoIdentityProviderClient({ region });
  const { staff, name, 'reset-authenticator': resetAuthenticator } = values;
  const sentences = await createAdmin(cognito, pool, email, { staff, name: name.trim(), resetAuthenticator });
  console.log(sentences.join('\n'));
}

if (import.meta.main) run(main);
