import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import config from '../../../studio.config.ts';
import { addressOf, run } from '../command-line.ts';
import { findUserPool, stackResources } from '../stack/deployed.ts';

const usage = `Usage: npm run studio:forget-login -- <email>

  Deletes a client's logins from Cognito. The client's record and photos are deleted in the admin area.`;

/**
 * Deletes all users with this address from the pool.
 * @returns the number of deleted users
 */
export async function forgetLogins(
  cognito: CognitoIdentityProviderClient,
  UserPoolId: string,
  email: string,
): Promise<number> {
  const Filter = `email = "${email.replaceAll(/["\\]/g, '\\$&')}"`;
  const names: string[] = [];
  for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId, Filter })) {
    names.push(...Users.flatMap(({ Username }) => Username ?? []));
  }
  for (const Username of names) await cognito.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
  return names.length;
}

async function main(): Promise<void> {
  const email = addressOf(process.argv[2], usage);
  const cognito = new CognitoIdentityProviderClient({ region: config.region });
  const count = await forgetLogins(
    cognito,
    await findUserPool(stackResources(new CloudFormationClient({ region: config.region }), config.prefix), 'clients'),
    email,
  );
  console.log(
    count === 0 ? `Nobody signs in as ${email}.` : `Deleted ${count} login${count > 1 ? 's' : ''} of ${email}.`,
  );
}

if (import.meta.main) run(main);
