import { randomBytes } from 'node:crypto';
import type { Bucket, Entry, ObjectVersion } from './bucket.ts';
import { checkWrite } from './conditions.ts';
import { type EventName, eventEntries } from './events.ts';
import type { Payload } from './payload.ts';
import type { S3Request } from './request.ts';
import type { Store } from './store.ts';

/** What an operation works with. */
export interface Context {
  request: S3Request;
  payload: Payload;
  store: Store;
  /** Whether there is a queue service to send events to. */
  canNotify: boolean;
  /** Whether a fault wants this request's events delivered twice. */
  doubled: boolean;
}

/** Where versioning is enabled, a version's own id; `null` otherwise. */
export function newVersionId(bucket: Bucket): string {
  return versioningStatus(bucket) === 'Enabled' ? randomBytes(24).toString('base64url') : 'null';
}

/** Undefined while versioning has never been set. */
export function versioningStatus(bucket: Bucket): string | undefined {
  return /<Status>(\w+)<\/Status>/.exec(bucket.settings.get('versioning') ?? '')?.[1];
}

/**
 * Puts an object in its place and sends its event, in one commit. Conditions are checked against what the key holds at
 * that moment. When it fails, the content is given back.
 * @param segments content that is in the bucket's files already and belongs to nobody else
 * @param uploadId of the multipart upload that this completes; its content stays with it when this fails
 */
export async function commitObject(
  { request, doubled }: Context,
  bucket: Bucket,
  eventName: EventName,
  object: Omit<ObjectVersion, 'versionId' | 'modified'>,
  uploadId?: string,
): Promise<ObjectVersion> {
  const { key, headers } = request;
  try {
    return await bucket.commit(() => {
      checkWrite(headers, key, bucket.current(key));
      const version = { ...object, versionId: newVersionId(bucket), modified: Date.now() };
      const put: Entry = { type: 'put', key, version, ...(uploadId === undefined ? {} : { uploadId }) };
      return { entries: [put, ...eventEntries(bucket, request, eventName, key, version, doubled)], result: version };
    });
  } catch (error) {
    if (uploadId === undefined) bucket.blobs.remove(object.segments);
    throw error;
  }
}
