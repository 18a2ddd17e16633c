import { Logger } from '@aws-lambda-powertools/logger';
import { currentRequest } from './request.ts';

/** Names of fields that contain personal data or credentials. */
const secretNames =
  /authorization|cookie|token|secret|password|signature|credential|private_?key|^(body|message_body|note|notes|reply|policy)$/i;

/**
 * Patterns of what grants access in a text (an SDK's error, a URL), with what replaces it: JWTs, and a signed link's
 * query.
 */
const secretTexts: [RegExp, string][] = [
  [/eyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(X-Amz-(?:Signature|Credential|Security-Token)|Signature|Policy|Key-Pair-Id)=[^&\s"']+/gi, '$1=[redacted]'],
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
];

/**
 * Returns the value as it may be logged under this field name: without tokens, cookies, signed links and texts that
 * people wrote.
 */
export function redact(name: string, value: unknown): unknown {
  if (secretNames.test(name) && value !== undefined) return '[redacted]';
  if (typeof value !== 'string') return value;
  return secretTexts.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), value);
}

const logger = new Logger({
  serviceName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'studio',
  jsonReplacerFn: redact,
});

type Fields = Record<string, unknown>;

const at = (level: 'info' | 'warn' | 'error') => (message: string, fields: Fields) => {
  const request_id = currentRequest();
  logger[level](message, { ...(request_id && { request_id }), ...fields });
};

/** Writes structured logs: one JSON object per line, with the request's id. Never log whole requests or events. */
export const log = { info: at('info'), warn: at('warn'), error: at('error') };
