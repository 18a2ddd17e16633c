import type { JsonRequest } from '../services/aws-json.ts';
import { AwsError } from '../services/service.ts';

/**
 * Returns a required member of a request.
 * @throws Cognito's validation error when it is missing
 */
export function text(request: JsonRequest, member: string): string {
  const value = request[member];
  if (typeof value === 'string' && value !== '') return value;
  const path = member[0]?.toLowerCase() + member.slice(1);
  throw invalid(
    `1 validation error detected: Value ${value === '' ? "''" : 'null'} at '${path}' failed to satisfy constraint: Member must not be null`,
  );
}

export function optionalText(request: JsonRequest, member: string): string | undefined {
  const value = request[member];
  return typeof value === 'string' ? value : undefined;
}

/** Returns a map of strings, such as AuthParameters; empty when the member is missing. */
export function texts(request: JsonRequest, member: string): Record<string, string> {
  const value = request[member];
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/**
 * Returns one of the challenge responses.
 * @throws Cognito's validation error when it is missing
 */
export function answer(answers: Record<string, string>, name: string): string {
  const value = answers[name];
  if (value === undefined) throw invalid(`Missing required parameter ${name}`);
  return value;
}

/** The attributes of a user pool without custom attributes. */
const knownAttributes = new Set(
  `address birthdate email email_verified family_name gender given_name locale middle_name name nickname phone_number
  phone_number_verified picture preferred_username profile updated_at website zoneinfo`.split(/\s+/),
);

/**
 * Returns UserAttributes as a plain object.
 * @throws for an attribute that is not in the pool's schema
 */
export function attributes(request: JsonRequest): Record<string, string> {
  const list = Array.isArray(request.UserAttributes)
    ? (request.UserAttributes as { Name?: string; Value?: string }[])
    : [];
  const entries = list.map(({ Name = '', Value = '' }) => [Name, Value] as const);
  for (const [name] of entries) {
    if (name === 'sub') throw invalid('Cannot modify the non-mutable attribute sub');
    if (!knownAttributes.has(name)) {
      throw invalid(`Attributes did not conform to the schema: ${name}: Attribute does not exist in the schema.`);
    }
  }
  return Object.fromEntries(entries);
}

export const invalid = (message: string) => new AwsError('InvalidParameterException', message);
export const notAuthorized = (message: string) => new AwsError('NotAuthorizedException', message);
/**
 * Returns the same error for a wrong password and for an unknown user, as Cognito does with PreventUserExistenceErrors.
 */
export const wrongPassword = () => notAuthorized('Incorrect username or password.');
