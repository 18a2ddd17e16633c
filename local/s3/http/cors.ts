import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './s3-error.ts';
import { allowChildren, childrenOf, parseDocument, textOf, textsOf } from './xml.ts';

interface CorsRule {
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders: string[];
  exposeHeaders: string[];
  maxAgeSeconds: string | undefined;
}

const methods = ['GET', 'PUT', 'HEAD', 'POST', 'DELETE'];

/**
 * Reads a CORS configuration.
 * @throws MalformedXML, InvalidRequest for methods and origins that S3 does not accept
 */
export function readCorsConfiguration(xml: string): CorsRule[] {
  const root = parseDocument(xml, 'CORSConfiguration');
  allowChildren(root, 'CORSRule');
  const rules = childrenOf(root, 'CORSRule').map((rule) => {
    allowChildren(rule, 'ID', 'AllowedOrigin', 'AllowedMethod', 'AllowedHeader', 'ExposeHeader', 'MaxAgeSeconds');
    return {
      allowedOrigins: textsOf(rule, 'AllowedOrigin'),
      allowedMethods: textsOf(rule, 'AllowedMethod'),
      allowedHeaders: textsOf(rule, 'AllowedHeader'),
      exposeHeaders: textsOf(rule, 'ExposeHeader'),
      maxAgeSeconds: textOf(rule, 'MaxAgeSeconds'),
    };
  });
  if (rules.length === 0) throw new S3Error('MalformedXML');
  for (const { allowedOrigins, allowedMethods, allowedHeaders } of rules) {
    if (allowedOrigins.length === 0 || allowedMethods.length === 0) throw new S3Error('MalformedXML');
    const method = allowedMethods.find((candidate) => !methods.includes(candidate));
    if (method !== undefined) {
      throw new S3Error(
        'InvalidRequest',
        `Found unsupported HTTP method in CORS config. Unsupported method is ${method}`,
      );
    }
    const pattern = [...allowedOrigins, ...allowedHeaders].find((candidate) => candidate.split('*').length > 2);
    if (pattern !== undefined) {
      throw new S3Error('InvalidRequest', `"${pattern}" can not have more than one wildcard.`);
    }
  }
  return rules;
}

const vary = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/** Returns the CORS headers of a response; none where no rule matches. */
export function corsHeaders(
  xml: string | undefined,
  method: string,
  headers: IncomingHttpHeaders,
): Record<string, string> {
  const rule = findRule(xml, method, headers.origin, []);
  return rule ? answerHeaders(rule, headers.origin ?? '') : {};
}

/**
 * Returns the headers of the response to a preflight.
 * @throws AccessForbidden when no rule matches
 */
export function preflightHeaders(xml: string | undefined, headers: IncomingHttpHeaders): Record<string, string> {
  const method = headers['access-control-request-method'];
  if (!headers.origin || !method) {
    throw new S3Error(
      'InvalidRequest',
      'Insufficient information. Origin and Access-Control-Request-Method headers needed.',
    );
  }
  const requestedHeaders = (headers['access-control-request-headers'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const rule = findRule(xml, method, headers.origin, requestedHeaders);
  if (!rule) throw new S3Error('AccessForbidden');
  return {
    ...answerHeaders(rule, headers.origin),
    ...(requestedHeaders.length > 0 ? { 'access-control-allow-headers': requestedHeaders.join(', ') } : {}),
    ...(rule.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': rule.maxAgeSeconds }),
  };
}

function findRule(
  xml: string | undefined,
  method: string,
  origin: string | undefined,
  requestedHeaders: string[],
): CorsRule | undefined {
  if (xml === undefined || origin === undefined) return undefined;
  return readCorsConfiguration(xml).find(
    (rule) =>
      rule.allowedMethods.includes(method) &&
      rule.allowedOrigins.some((pattern) => matches(pattern, origin)) &&
      requestedHeaders.every((name) => rule.allowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name))),
  );
}

function answerHeaders(rule: CorsRule, origin: string): Record<string, string> {
  const isOpen = rule.allowedOrigins.includes('*');
  return {
    'access-control-allow-origin': isOpen ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(isOpen ? {} : { 'access-control-allow-credentials': 'true' }),
    ...(rule.exposeHeaders.length > 0 ? { 'access-control-expose-headers': rule.exposeHeaders.join(', ') } : {}),
    vary,
  };
}

/** Whether a text matches a pattern, in which one `*` matches anything. */
function matches(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}
