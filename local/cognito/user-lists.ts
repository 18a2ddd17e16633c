import type { JsonRequest } from '../services/aws-json.ts';
import { attributesOf, summaryOf } from './profile.ts';
import { invalid, optionalText } from './requests.ts';
import type { User } from './users.ts';

/** Returns a user as Cognito's lists show one. */
export const listedUser = (user: User) => ({ ...summaryOf(user), Attributes: attributesOf(user) });

/** Returns a page of at most 60 users (Cognito's limit); the pagination token is the last user's sub. */
export function pageOfUsers(
  request: JsonRequest,
  tokenMember: string,
  all: User[],
): { users: User[]; next: string | undefined } {
  const limit = Math.min(typeof request.Limit === 'number' ? request.Limit : 60, 60);
  const after = optionalText(request, tokenMember);
  const start = after === undefined ? 0 : all.findIndex((user) => user.sub === after) + 1;
  if (after !== undefined && start === 0) throw invalid('Invalid pagination token.');
  const users = all.slice(start, start + limit);
  return { users, next: start + limit < all.length ? users.at(-1)?.sub : undefined };
}

/** Returns the test of ListUsers' Filter, which is one comparison, `email = "a@b.c"` or `email ^= "a@"`. */
export function filterOf(request: JsonRequest): (user: User) => boolean {
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
