import type { ObjectVersion } from '../bucket.ts';
import { S3Error } from './s3-error.ts';

interface Conditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
  ifModifiedSince?: string | undefined;
  ifUnmodifiedSince?: string | undefined;
}

/**
 * Reads a request's conditions.
 * @param prefix `x-amz-copy-source-` for a copy's conditions on its source; empty for the object itself
 */
export function readConditions(headers: Record<string, string>, prefix = ''): Conditions {
  return {
    ifMatch: headers[`${prefix}if-match`],
    ifNoneMatch: headers[`${prefix}if-none-match`],
    ifModifiedSince: headers[`${prefix}if-modified-since`],
    ifUnmodifiedSince: headers[`${prefix}if-unmodified-since`],
  };
}

/**
 * Returns whether to send the object (RFC 9110: a condition on the ETag precedes one on the date).
 * @throws PreconditionFailed
 */
export function checkRead(conditions: Conditions, version: ObjectVersion): 'send' | 'not-modified' {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = conditions;
  const modified = Math.floor(version.modified / 1000) * 1000;
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, version.etag)) throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-Match' });
  } else if (ifUnmodifiedSince !== undefined && modified > Date.parse(ifUnmodifiedSince)) {
    throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-Unmodified-Since' });
  }
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, version.etag) ? 'not-modified' : 'send';
  return ifModifiedSince !== undefined && modified <= Date.parse(ifModifiedSince) ? 'not-modified' : 'send';
}

/**
 * Checks a copy's conditions.
 * @throws PreconditionFailed also where a read would respond 'not modified'
 */
export function checkCopySource(conditions: Conditions, version: ObjectVersion): void {
  if (checkRead(conditions, version) === 'not-modified') throw new S3Error('PreconditionFailed');
}

/** Whether a write has a condition on the key's current object. */
export function isConditionalWrite(headers: Record<string, string>): boolean {
  return headers['if-none-match'] !== undefined || headers['if-match'] !== undefined;
}

/**
 * Checks a write's conditions.
 * @param current the key's current object
 * @throws PreconditionFailed; NoSuchKey for If-Match without an object; NotImplemented for conditions that S3 does not
 * accept
 */
export function checkWrite(headers: Record<string, string>, key: string, current: ObjectVersion | undefined): void {
  const { ifMatch, ifNoneMatch } = readConditions(headers);
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch !== '*') throw new S3Error('NotImplemented', undefined, { Header: 'If-None-Match' });
    if (current) throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-None-Match' });
  }
  if (ifMatch !== undefined) {
    if (!current) throw new S3Error('NoSuchKey', undefined, { Key: key });
    if (!matches(ifMatch, current.etag)) throw new S3Error('PreconditionFailed', undefined, { Condition: 'If-Match' });
  }
}

function matches(list: string, etag: string): boolean {
  return list.split(',').some((item) => {
    const candidate = item.trim().replace(/^W\//, '').replaceAll('"', '');
    return candidate === '*' || candidate === etag;
  });
}
