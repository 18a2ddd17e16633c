import { byteRange } from '../services/byte-range.ts';
import { type Bucket, type DeleteMarker, type Entry, isDeleteMarker, type ObjectVersion } from './bucket.ts';
import { type Context, commitObject, newVersionId, versioningStatus } from './context.ts';
import { eventEntries } from './events.ts';
import { checksumHeader } from './http/checksums.ts';
import { checkRead, checkWrite, isConditionalWrite, readConditions } from './http/conditions.ts';
import { type Answer, parameter, type S3Request, xmlAnswer } from './http/request.ts';
import { S3Error } from './http/s3-error.ts';
import {
  encryptionHeader,
  headersOf,
  headersToStore,
  storageClassToStore,
  versionHeader,
} from './http/stored-headers.ts';
import { allowChildren, childrenOf, element, parseDocument, textElement, textOf, xmlDocument } from './http/xml.ts';

const maximumDeletes = 1000;

/** Response headers that a signed request may override. */
const overridable = [
  'content-type',
  'content-language',
  'expires',
  'cache-control',
  'content-disposition',
  'content-encoding',
];
export const overrides = overridable.map((name) => `response-${name}`);

export async function putObject(context: Context): Promise<Answer> {
  const { request, payload, store } = context;
  const bucket = store.bucket(request.bucket);
  const headers = headersToStore(request.headers);
  const storageClass = storageClassToStore(request.headers);
  checkWrite(request.headers, request.key, bucket.current(request.key));
  return bucket.writing(request.key, isConditionalWrite(request.headers), async () => {
    const segments = await bucket.blobs.write(payload.content());
    const { size, md5, checksum } = payload.received;
    const version = await commitObject(context, bucket, 'ObjectCreated:Put', {
      size,
      etag: md5,
      segments,
      headers,
      storageClass,
      ...(checksum ? { checksum: { ...checksum, type: 'FULL_OBJECT' as const } } : {}),
    });
    return {
      status: 200,
      headers: { etag: `"${md5}"`, ...encryptionHeader, ...versionHeader(version), ...checksumHeaders(version) },
    };
  });
}

function checksumHeaders({ checksum }: ObjectVersion): Record<string, string> {
  return checksum ? { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type } : {};
}

/**
 * Returns the version that a request names, else the current one.
 * @throws NoSuchKey, NoSuchVersion, and S3's errors for a delete marker
 */
export function findVersion(bucket: Bucket, key: string, versionId: string | undefined): ObjectVersion {
  const versions = bucket.versions.get(key) ?? [];
  const version =
    versionId === undefined ? versions[0] : versions.find((candidate) => candidate.versionId === versionId);
  if (!version) {
    if (versionId === undefined) throw new S3Error('NoSuchKey', undefined, { Key: key });
    throw new S3Error('NoSuchVersion', undefined, { Key: key, VersionId: versionId });
  }
  if (!isDeleteMarker(version)) return version;
  const headers = { 'x-amz-delete-marker': 'true', ...versionHeader(version) };
  if (versionId === undefined) throw new S3Error('NoSuchKey', undefined, { Key: key }, headers);
  throw new S3Error('MethodNotAllowed', undefined, { Method: 'GET', ResourceType: 'DeleteMarker' }, headers);
}

/** Runs GetObject and HeadObject; the server omits HeadObject's body. */
export async function getObject({ request, store }: Context): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  const version = findVersion(bucket, request.key, parameter(request, 'versionId'));
  const headers = headersOf(version);
  if (checkRead(readConditions(request.headers), version) === 'not-modified') {
    const { etag = '', 'last-modified': lastModified = '', 'cache-control': cacheControl } = headers;
    const cacheHeaders = { etag, 'last-modified': lastModified, ...versionHeader(version) };
    return {
      status: 304,
      headers: cacheControl === undefined ? cacheHeaders : { ...cacheHeaders, 'cache-control': cacheControl },
    };
  }
  for (const name of overridable) {
    const override = parameter(request, `response-${name}`);
    if (override === undefined) continue;
    if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(override)) {
      throw new S3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.', {
        ArgumentName: `response-${name}`,
      });
    }
    headers[name] = override;
  }
  const range = readRange(request, version);
  if (!range && request.headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED') {
    Object.assign(headers, checksumHeaders(version));
  }
  const { first, last } = range ?? { first: 0, last: version.size - 1 };
  headers['content-length'] = String(last - first + 1);
  if (range) headers['content-range'] = `bytes ${first}-${last}/${version.size}`;
  const answer: Answer = { status: range ? 206 : 200, headers };
  if (request.method === 'GET') {
    answer.body = bucket.blobs.read(version.segments, first, last);
    answer.release = bucket.blobs.hold(version.segments);
  }
  return answer;
}

/**
 * Returns the result of `byteRange`; undefined also when If-Range does not match.
 * @throws InvalidRange
 */
function readRange(request: S3Request, version: ObjectVersion): { first: number; last: number } | undefined {
  const ifRange = request.headers['if-range'];
  const lastModified = new Date(version.modified).toUTCString();
  if (ifRange !== undefined && ifRange !== `"${version.etag}"` && ifRange !== lastModified) return undefined;
  const range = byteRange(request.headers.range, version.size);
  if (range === null) {
    throw new S3Error(
      'InvalidRange',
      undefined,
      { RangeRequested: request.headers.range ?? '', ActualObjectSize: String(version.size) },
      { 'content-range': `bytes */${version.size}` },
    );
  }
  return range;
}

interface Deleted {
  entries: Entry[];
  /** The version that was deleted permanently, or the delete marker that was created. */
  versionId: string | undefined;
  isMarker: boolean;
}

/** Returns the entries of a delete; call it within a commit. */
function decideDelete(context: Context, bucket: Bucket, key: string, versionId: string | undefined): Deleted {
  const { request, doubled } = context;
  const events = (name: 'Delete' | 'DeleteMarkerCreated', id: string) =>
    eventEntries(bucket, request, `ObjectRemoved:${name}`, key, { versionId: id }, doubled);
  if (versionId === undefined && versioningStatus(bucket) !== undefined) {
    const marker: DeleteMarker = { versionId: newVersionId(bucket), modified: Date.now(), deleteMarker: true };
    const entries: Entry[] = [
      { type: 'put', key, version: marker },
      ...events('DeleteMarkerCreated', marker.versionId),
    ];
    return { entries, versionId: marker.versionId, isMarker: true };
  }
  const id = versionId ?? 'null';
  const foundVersion = bucket.versions.get(key)?.find((version) => version.versionId === id);
  if (!foundVersion) return { entries: [], versionId, isMarker: false };
  return {
    entries: [{ type: 'remove', key, versionId: id }, ...events('Delete', id)],
    versionId,
    isMarker: isDeleteMarker(foundVersion),
  };
}

export async function deleteObject(context: Context): Promise<Answer> {
  const { request, store } = context;
  const bucket = store.bucket(request.bucket);
  const deleted = await bucket.commit(() => {
    const result = decideDelete(context, bucket, request.key, parameter(request, 'versionId'));
    return { entries: result.entries, result };
  });
  return {
    status: 204,
    headers: {
      ...(deleted.versionId === undefined ? {} : { 'x-amz-version-id': deleted.versionId }),
      ...(deleted.isMarker ? { 'x-amz-delete-marker': 'true' } : {}),
    },
  };
}

export async function deleteObjects(context: Context): Promise<Answer> {
  const { request, payload, store } = context;
  const bucket = store.bucket(request.bucket);
  if (!payload.isProtected)
    throw new S3Error('InvalidRequest', 'Missing required header for this request: Content-MD5');
  const root = parseDocument(await payload.text(), 'Delete');
  allowChildren(root, 'Object', 'Quiet');
  const objects = childrenOf(root, 'Object').map((object) => {
    allowChildren(object, 'Key', 'VersionId');
    const key = textOf(object, 'Key');
    if (!key) throw new S3Error('MalformedXML');
    return { key, versionId: textOf(object, 'VersionId') };
  });
  if (objects.length === 0 || objects.length > maximumDeletes) throw new S3Error('MalformedXML');
  const results: string[] = [];
  for (const { key, versionId } of objects) {
    const deleted = await bucket.commit(() => {
      const result = decideDelete(context, bucket, key, versionId);
      return { entries: result.entries, result };
    });
    results.push(
      element(
        'Deleted',
        textElement('Key', key),
        textElement('VersionId', versionId),
        textElement('DeleteMarker', deleted.isMarker || undefined),
        textElement('DeleteMarkerVersionId', deleted.isMarker ? deleted.versionId : undefined),
      ),
    );
  }
  return xmlAnswer(xmlDocument('DeleteResult', ...(textOf(root, 'Quiet') === 'true' ? [] : results)));
}
