import type { Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { sendResetCode } from './forgotten-password.ts';
import { groupOperations } from './groups.ts';
import { invitationOperations } from './invitations.ts';
import { attributesOf, authenticatorOf, setAuthenticatorPreference, summaryOf } from './profile.ts';
import { attributes, invalid, text } from './requests.ts';
import { filterOf, listedUser, pageOfUsers } from './user-lists.ts';
import { changeUser, checkPool, knownUser, setPassword, type UserPool } from './user-pool.ts';

/** Returns the operations that need AWS credentials: the studio's functions and the owner's commands call them. */
export function administrationOperations(pool: UserPool): Record<string, Operation> {
  return {
    ...invitationOperations(pool),
    ...groupOperations(pool),

    AdminGetUser(request) {
      const user = knownUser(pool, request);
      return { ...summaryOf(user), UserAttributes: attributesOf(user), ...authenticatorOf(user) };
    },

    AdminUpdateUserAttributes: changeUser(pool, (user, request) => {
      const newAttributes = attributes(request);
      if (newAttributes.email !== undefined && newAttributes.email !== user.attributes.email) {
        const otherUser = user.identity ? undefined : pool.users.find(newAttributes.email);
        if (otherUser && otherUser !== user) {
          throw new AwsError('AliasExistsException', 'An account with the given email already exists.');
        }
        // Cognito stores the old address until a code confirms the new one; that flow is not implemented here.
        if (newAttributes.email_verified !== 'true') {
          throw invalid('This local user pool changes an email only together with email_verified = true.');
        }
      }
      user.attributes = { ...user.attributes, ...newAttributes };
    }),

    AdminSetUserPassword: changeUser(pool, (user, request) => {
      if (user.identity) throw invalid(`${user.username} signs in at Google and has no password here.`);
      setPassword(pool, user, text(request, 'Password'), request.Permanent !== true);
    }),

    async AdminResetUserPassword(request) {
      const user = knownUser(pool, request);
      await sendResetCode(pool, user);
      user.status = 'RESET_REQUIRED';
      pool.users.save(user);
      return {};
    },

    AdminSetUserMFAPreference: changeUser(pool, setAuthenticatorPreference),
    AdminUserGlobalSignOut: changeUser(pool, (user) => {
      user.sign_ins = [];
    }),
    AdminEnableUser: changeUser(pool, (user) => {
      user.enabled = true;
    }),
    AdminDisableUser: changeUser(pool, (user) => {
      user.enabled = false;
      user.sign_ins = [];
    }),
    AdminDeleteUser(request) {
      pool.users.remove(knownUser(pool, request));
      return {};
    },

    /** The local sign-in pages are not at Cognito's addresses, so every domain is free and its description is empty. */
    DescribeUserPoolDomain: () => ({ DomainDescription: {} }),

    ListUsers(request) {
      checkPool(pool, request);
      const { users, next } = pageOfUsers(request, 'PaginationToken', pool.users.all().filter(filterOf(request)));
      return { Users: users.map(listedUser), ...(next && { PaginationToken: next }) };
    },
  };
}
