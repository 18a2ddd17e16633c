import { randomUUID } from 'node:crypto';
import type { JsonRequest, Operation } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';
import { sendResetCode } from './forgotten-password.ts';
import { temporaryPassword } from './passwords.ts';
import { attributesOf, authenticatorOf, setAuthenticatorPreference, summaryOf } from './profile.ts';
import { attributes, invalid, optionalText, text } from './requests.ts';
import { invitation } from './settings.ts';
import { checkPool, knownUser, setPassword, type UserPool } from './user-pool.ts';
import type { User } from './users.ts';

/** Returns the operations that need AWS credentials: the studio's functions and the owner's commands call them. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table of operations, each of a few lines
export function administrationOperations(pool: UserPool): Record<string, Operation> {
  /** Returns an operation that changes and saves the user that a request names; its response is empty. */
  const change = (act: (user: User, request: JsonRequest) => void): Operation => {
    return (request) => {
      const user = knownUser(pool, request);
      act(user, request);
      user.modified = Date.now();
      pool.users.save(user);
      return {};
    };
  };

  return {
    AdminCreateUser(request) {
      checkPool(pool, request);
      const resend = optionalText(request, 'MessageAction') === 'RESEND';
      const user = resend ? invitedBefore(request) : newUser(request);
      // A pool with passwordless sign-in creates a user without a password, unless the request names one.
      const isPasswordless = pool.authFlow === 'USER_AUTH' && optionalText(request, 'TemporaryPassword') === undefined;
      if (!isPasswordless) return invite(request, user);
      user.status = 'CONFIRMED';
      pool.users.save(user);
      return { User: listedUser(user) };
    },

    AdminGetUser(request) {
      const user = knownUser(pool, request);
      return { ...summaryOf(user), UserAttributes: attributesOf(user), ...authenticatorOf(user) };
    },

    AdminUpdateUserAttributes: change((user, request) => {
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

    AdminSetUserPassword: change((user, request) => {
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

    AdminSetUserMFAPreference: change(setAuthenticatorPreference),
    AdminUserGlobalSignOut: change((user) => {
      user.sign_ins = [];
    }),
    AdminEnableUser: change((user) => {
      user.enabled = true;
    }),
    AdminDisableUser: change((user) => {
      user.enabled = false;
      user.sign_ins = [];
    }),
    AdminDeleteUser(request) {
      pool.users.remove(knownUser(pool, request));
      return {};
    },

    AdminAddUserToGroup: change((user, request) => {
      user.groups = [...new Set([...user.groups, groupOf(request)])];
    }),
    AdminRemoveUserFromGroup: change((user, request) => {
      const group = groupOf(request);
      user.groups = user.groups.filter((name) => name !== group);
    }),
    AdminListGroupsForUser(request) {
      return {
        Groups: knownUser(pool, request).groups.map((GroupName) => ({ GroupName, UserPoolId: pool.id })),
      };
    },

    ListUsersInGroup(request) {
      checkPool(pool, request);
      const group = groupOf(request);
      const { users, next } = page(
        request,
        'NextToken',
        pool.users.all().filter((user) => user.groups.includes(group)),
      );
      return { Users: users.map(listedUser), ...(next && { NextToken: next }) };
    },

    /** The local sign-in pages are not at Cognito's addresses, so every domain is free and its description is empty. */
    DescribeUserPoolDomain: () => ({ DomainDescription: {} }),

    ListUsers(request) {
      checkPool(pool, request);
      const { users, next } = page(request, 'PaginationToken', pool.users.all().filter(filterOf(request)));
      return { Users: users.map(listedUser), ...(next && { PaginationToken: next }) };
    },
  };

  function newUser(request: JsonRequest): User {
    const email = text(request, 'Username');
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw invalid('Username should be an email.');
    if (pool.users.find(email)) throw new AwsError('UsernameExistsException', 'User account already exists');
    const sub = randomUUID();
    const now = Date.now();
    return {
      username: sub,
      sub,
      status: 'FORCE_CHANGE_PASSWORD',
      enabled: true,
      attributes: { email, ...attributes(request) },
      groups: [],
      created: now,
      modified: now,
      sign_ins: [],
    };
  }

  function invitedBefore(request: JsonRequest): User {
    const user = knownUser(pool, request);
    if (user.status !== 'FORCE_CHANGE_PASSWORD') {
      throw new AwsError(
        'UnsupportedUserStateException',
        `Resend not possible. ${user.username} status is not FORCE_CHANGE_PASSWORD`,
      );
    }
    return user;
  }

  /** Sets a temporary password and sends it, unless MessageAction is SUPPRESS or the delivery medium is SMS only. */
  async function invite(request: JsonRequest, user: User) {
    const password = optionalText(request, 'TemporaryPassword') ?? temporaryPassword();
    setPassword(pool, user, password, true);
    pool.users.save(user);
    const mediums = Array.isArray(request.DesiredDeliveryMediums) ? request.DesiredDeliveryMediums : ['EMAIL'];
    const email = user.attributes.email;
    if (request.MessageAction !== 'SUPPRESS' && mediums.includes('EMAIL') && email) {
      // Tests start pools that belong to no site.
      const [callback] = pool.callbackUrls;
      const origin = callback ? new URL(callback).origin : '';
      await pool.sendEmail(email, invitation(origin, email, password));
    }
    return { User: listedUser(user) };
  }

  function groupOf(request: JsonRequest): string {
    const group = text(request, 'GroupName');
    if (!pool.groups.includes(group)) {
      throw new AwsError('ResourceNotFoundException', 'Group not found.');
    }
    return group;
  }
}

const listedUser = (user: User) => ({ ...summaryOf(user), Attributes: attributesOf(user) });

/** Returns a page of at most 60 users (Cognito's limit); the pagination token is the last user's sub. */
function page(request: JsonRequest, tokenMember: string, all: User[]): { users: User[]; next: string | undefined } {
  const limit = Math.min(typeof request.Limit === 'number' ? request.Limit : 60, 60);
  const after = optionalText(request, tokenMember);
  const start = after === undefined ? 0 : all.findIndex((user) => user.sub === after) + 1;
  if (after !== undefined && start === 0) throw invalid('Invalid pagination token.');
  const users = all.slice(start, start + limit);
  return { users, next: start + limit < all.length ? users.at(-1)?.sub : undefined };
}

/** Parses ListUsers' Filter: one comparison, `email = "a@b.c"` or `email ^= "a@"`. */
function filterOf(request: JsonRequest): (user: User) => boolean {
  const filter = optionalText(request, 'Filter');
  if (!filter) return () => true;
  const [, name, operator, value] = filter.match(/^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/) ?? [];
  if (name === undefined || value === undefined) throw invalid('Error while parsing filter.');
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw invalid(`Invalid search attribute: ${name}`);
  const comparand = value.replaceAll(/\\(.)/g, '$1').toLowerCase();
  return (user) => {
    const fieldValue = field(user)?.toLowerCase();
    return operator === '=' ? fieldValue === comparand : fieldValue?.startsWith(comparand) === true;
  };
}

const fields: Record<string, (user: User) => string | undefined> = {
  username: (user) => user.username,
  sub: (user) => user.sub,
  email: (user) => user.attributes.email,
  name: (user) => user.attributes.name,
  given_name: (user) => user.attributes.given_name,
  family_name: (user) => user.attributes.family_name,
  preferred_username: (user) => user.attributes.preferred_username,
  phone_number: (user) => user.attributes.phone_number,
  'cognito:user_status': (user) => user.status,
  status: (user) => (user.enabled ? 'Enabled' : 'Disabled'),
};
