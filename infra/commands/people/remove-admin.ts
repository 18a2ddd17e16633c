import { parseArgs } from 'node:util';
import {
  AdminDisableUserCommand,
  AdminGetUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  paginateListUsersInGroup,
} from '@aws-sdk/client-cognito-identity-provider';
import { addressOf, run } from '../command-line.ts';

const usage = `Usage: npm run admin:remove -- <email> <user pool id> [--even-the-last]

  Takes the right to run the studio from somebody, signs them out everywhere, and closes their sign-in.
  'npm run admin:add' gives it back.
  --even-the-last  though nobody is left then who could sign in as the studio.`;

/**
 * Removes a person's rights as admin or staff; idempotent.
 * @returns sentences about what was done
 * @throws Error for an unknown user, and for the last admin unless forced
 */
export async function removeAdmin(
  cognito: CognitoIdentityProviderClient,
  pool: string,
  email: string,
  { evenTheLast = false } = {},
): Promise<string[]> {
  const user = { UserPoolId: pool, Username: email };
  const admins = await adminsOf(cognito, pool);
  const { Username } = await cognito.send(new AdminGetUserCommand(user)).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'UserNotFoundException') {
      throw new Error(`Nobody signs in as ${email} in ${pool}.`);
    }
    throw error;
  });
  const otherAdmins = admins.filter((name) => name !== Username);
  if (otherAdmins.length === 0 && !evenTheLast) {
    throw new Error(`${email} is the last admin. Add another one first, or say --even-the-last.`);
  }
  for (const GroupName of ['admins', 'staff']) {
    await cognito.send(new AdminRemoveUserFromGroupCommand({ ...user, GroupName }));
  }
  await cognito.send(new AdminUserGlobalSignOutCommand(user));
  await cognito.send(new AdminDisableUserCommand(user));
  return [
    `${email} is neither admin nor staff any more, signed out everywhere, and can't sign in.`,
    'A copied access token is valid for up to 30 minutes.',
  ];
}

/**
 * Returns the user names of the admins who can sign in.
 * @throws Error for a pool that is not the studio's, which has no such group
 */
export async function adminsOf(cognito: CognitoIdentityProviderClient, UserPoolId: string): Promise<string[]> {
  const names: string[] = [];
  const pages = paginateListUsersInGroup({ client: cognito }, { UserPoolId, GroupName: 'admins' });
  try {
    for await (const { Users = [] } of pages) {
      names.push(...Users.filter(({ Enabled }) => Enabled !== false).flatMap(({ Username }) => Username ?? []));
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceNotFoundException') throw error;
    throw new Error(
      `${UserPoolId} is not the studio's user pool, and nothing was changed: give the one that the deployment printed as StudioPoolId (CloudFormation console → the stack → Outputs). The clients have a pool of their own.`,
    );
  }
  return names;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'even-the-last': { type: 'boolean', default: false } },
  });
  const [typedEmail, pool = ''] = positionals;
  const email = addressOf(typedEmail, usage);
  const [, region] = /^([a-z]{2}-[a-z-]+-\d)_\w+$/.exec(pool) ?? [];
  if (!region) throw new Error(usage);
  const cognito = new CognitoIdentityProviderClient({ region });
  const sentences = await removeAdmin(cognito, pool, email, { evenTheLast: values['even-the-last'] });
  console.log(sentences.join('\n'));
}

if (import.meta.main) run(main);
