import { createVerify } from 'node:crypto';

/** CloudFront's signed URLs and signed cookies. */

/** The signature parameters of a request, by CloudFront's names. */
type Credentials = Partial<Record<'Policy' | 'Expires' | 'Signature' | 'Key-Pair-Id', string>>;

/** The reason for a denial, as CloudFront's code and message. */
export interface Denial {
  code: 'MissingKey' | 'InvalidKey' | 'AccessDenied';
  message: string;
}

const names = ['Policy', 'Expires', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm'];

/**
 * Decides on a request for a private object. A signature in the URL takes precedence over cookies.
 * @param origin scheme, host and port as the viewer sent them
 * @param path path as sent, not decoded
 * @param trustedKeys public keys (PEM) by CloudFront's key id
 * @returns undefined when access is granted
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/private-content-signed-urls.html
 */
export function denialOf(
  { origin, path, rawQuery, cookie }: { origin: string; path: string; rawQuery: string; cookie: string },
  trustedKeys: Record<string, string>,
  now = Date.now(),
): Denial | undefined {
  const inQuery = credentialsIn(rawQuery.split('&'), '');
  const presented = inQuery['Key-Pair-Id'] ? inQuery : credentialsIn(cookie.split(/; */), 'CloudFront-');
  const { 'Key-Pair-Id': keyId, Signature: signature, Policy: policy, Expires: expires } = presented;
  if (!keyId) return { code: 'MissingKey', message: 'Missing Key-Pair-Id query parameter or cookie value' };
  const key = Object.hasOwn(trustedKeys, keyId) ? trustedKeys[keyId] : undefined;
  if (!key) return { code: 'InvalidKey', message: 'Unknown Key' };

  const denied: Denial = { code: 'AccessDenied', message: 'Access denied' };
  if (!signature || (policy === undefined) === (expires === undefined)) return denied;
  const unsignedPairs = rawQuery.split('&').filter((pair) => pair !== '' && !names.includes(pair.split('=')[0] ?? ''));
  const resource = `${origin}${path}${unsignedPairs.length > 0 ? `?${unsignedPairs.join('&')}` : ''}`;
  const text = policy === undefined ? cannedPolicy(resource, expires ?? '') : decode(policy).toString();
  const isSigned = createVerify('RSA-SHA1').update(text).verify(key, decode(signature));
  return isSigned && allows(text, resource, now / 1000) ? undefined : denied;
}

/** Returns the values of CloudFront's parameters in `name=value` pairs; the first value of a repeated name. */
function credentialsIn(pairs: string[], prefix: string): Credentials {
  const signatureParameters: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const parameterName = name.slice(prefix.length);
    if (name.startsWith(prefix) && names.includes(parameterName))
      signatureParameters[parameterName] ??= pair.slice(at + 1);
  }
  return signatureParameters;
}

/** Returns the canned policy of a URL with `Expires`; CloudFront signs exactly these characters. */
const cannedPolicy = (resource: string, expires: string) =>
  `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;

/** Decodes CloudFront's base64: `-`, `_` and `~` replace `+`, `=` and `/`. */
const decode = (text: string) =>
  Buffer.from(text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'), 'base64');

interface Statement {
  Resource: string;
  Condition: Partial<Record<string, { 'AWS:EpochTime': number }>>;
}

/**
 * Whether a policy allows a resource now.
 * @param now epoch seconds
 */
function allows(policy: string, resource: string, now: number): boolean {
  let statements: Statement[];
  try {
    statements = (JSON.parse(policy) as { Statement: Statement[] }).Statement;
  } catch {
    return false;
  }
  // CloudFront accepts exactly one statement.
  const [statement] = statements;
  if (statements.length !== 1 || !statement) return false;
  const { DateLessThan: before, DateGreaterThan: after, ...otherConditions } = statement.Condition;
  // Deny conditions that are not implemented here (an IP range) instead of ignoring them.
  if (!before || Object.keys(otherConditions).length > 0) return false;
  if (now >= before['AWS:EpochTime'] || (after && now < after['AWS:EpochTime'])) return false;
  return wildcards(statement.Resource).test(resource);
}

/** Returns a pattern in which `*` matches any characters, including slashes, and `?` one character. */
function wildcards(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
}
