import { randomBytes } from 'node:crypto';
import type { Bucket, Entry, ObjectVersion } from './bucket.ts';
import { type EventName, eventEntries } from './events.ts';
import { checkWrite } from './http/conditions.ts';
import type { Payload } from './http/payload.ts';
import type { S3Request } from './http/request.ts';
import type { Store } from './store.ts';

/** The context of an operation. */
export interface Context {
  request: S3Request;
  payload: Payload;
  store: Store;
  /** Whether there is an SQS to send events to. */
  canNotify: boolean;
  /** Whether a fault delivers this request's events twice. */
  doubled: boolean;
}

/** Returns a new version id where versioning is enabled; `null` otherwise. */
export function newVersionId(bucket: Bucket): string {
  return versioningStatus(bucket) === 'Enabled' ? randomBytes(24).toString('base64url') : 'null';
}

/** Returns the versioning status; undefined while versioning has never been set. */
export function versioningStatus(bucket: Bucket): string | undefined {
  return /<Status>(\w+)<\/Status>/.exec(bucket.settings.get('versioning') ?? '')?.[1];
}

/** An object to be stored under its key. */
type NewObject = Omit<ObjectVersion, 'versionId' | 'modified'>;

/**
 * Returns the entries that store an object now, with its event; call it within a commit. Conditions are checked against
 * the key's object at that moment.
 * @param uploadId id of the multipart upload that this completes
 */
export function decidePut(
  { request, doubled }: Context,
  bucket: Bucket,
  eventName: EventName,
  object: NewObject,
  uploadId?: string,
): { entries: Entry[]; result: ObjectVersion } {
  const { key, headers } = request;
  checkWrite(headers, key, bucket.current(key));
  const version = { ...object, versionId: newVersionId(bucket), modified: Date.now() };
  const put: Entry = { type: 'put', key, version, ...(uploadId === undefined ? {} : { uploadId }) };
  return { entries: [put, ...eventEntries(bucket, request, eventName, key, version, doubled)], result: version };
}

/**
 * Stores an object and its event in one commit. On failure the content is released.
 * @param object its segments are already among the bucket's files and belong to no other object
 */
export async function commitObject(
  context: Context,
  bucket: Bucket,
  eventName: EventName,
  object: NewObject,
): Promise<ObjectVersion> {
  try {
    return await bucket.commit(() => decidePut(context, bucket, eventName, object));
  } catch (error) {
    bucket.blobs.remove(object.segments);
    throw error;
  }
}
