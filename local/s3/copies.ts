import type { Segment } from './blobs.ts';
import type { Bucket, ObjectVersion } from './bucket.ts';
import { type Context, commitObject } from './context.ts';
import {
  type ChecksumAlgorithm,
  type ChecksumType,
  checksumAlgorithm,
  checksumElement,
  type Digest,
  digesting,
  type KeptChecksum,
  startDigest,
} from './http/checksums.ts';
import { checkCopySource, checkWrite, isConditionalWrite, readConditions } from './http/conditions.ts';
import { type Answer, isoTime, xmlAnswer } from './http/request.ts';
import { S3Error } from './http/s3-error.ts';
import { encryptionHeader, headersToStore, storageClassToStore, versionHeader } from './http/stored-headers.ts';
import { textElement, xmlDocument } from './http/xml.ts';
import { findVersion } from './objects.ts';

/** S3's limit for a copy in one request, in bytes. */
const maximumBytes = 5 * 1024 ** 3;

interface CopySource {
  bucket: Bucket;
  key: string;
  version: ObjectVersion;
}

/**
 * Returns the object that a copy's headers name, after checking its preconditions.
 * @throws InvalidArgument, NoSuchBucket, NoSuchKey, PreconditionFailed
 */
function findCopySource({ request, store }: Context): CopySource {
  const header = request.headers['x-amz-copy-source'] ?? '';
  const [path = '', query = ''] = header.split('?versionId=');
  let decoded: string;
  try {
    decoded = decodeURIComponent(path.replaceAll('+', ' ')).replace(/^\//, '');
  } catch {
    throw new S3Error('InvalidArgument', 'Invalid copy source encoding.', { ArgumentName: 'x-amz-copy-source' });
  }
  const slash = decoded.indexOf('/');
  if (slash < 1 || slash === decoded.length - 1 || query.includes('?')) {
    throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey', {
      ArgumentName: 'x-amz-copy-source',
    });
  }
  const bucket = store.bucket(decoded.slice(0, slash));
  const key = decoded.slice(slash + 1);
  const version = findVersion(bucket, key, query || undefined);
  checkCopySource(readConditions(request.headers, 'x-amz-copy-source-'), version);
  return { bucket, key, version };
}

function copySourceHeaders({ version }: CopySource): Record<string, string> {
  return {
    ...encryptionHeader,
    ...(version.versionId === 'null' ? {} : { 'x-amz-copy-source-version-id': version.versionId }),
  };
}

export async function copyObject(context: Context): Promise<Answer> {
  const { request, store } = context;
  const { headers } = request;
  const bucket = store.bucket(request.bucket);
  const source = findCopySource(context);
  const storageClass = storageClassToStore(headers);
  const directive = headers['x-amz-metadata-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw new S3Error('InvalidArgument', 'Unknown metadata directive.', { ArgumentName: 'x-amz-metadata-directive' });
  }
  const replaced = directive === 'REPLACE' ? headersToStore(headers) : source.version.headers;
  const isOntoItself =
    source.bucket === bucket && source.key === request.key && bucket.current(request.key) === source.version;
  if (isOntoItself && directive === 'COPY' && storageClass === source.version.storageClass) {
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  if (source.version.size > maximumBytes) {
    throw new S3Error(
      'InvalidRequest',
      'The specified copy source is larger than the maximum allowable size for a copy source',
    );
  }
  const requestedAlgorithm = headers['x-amz-checksum-algorithm'];
  const algorithm =
    requestedAlgorithm === undefined ? source.version.checksum?.algorithm : checksumAlgorithm(requestedAlgorithm);
  checkWrite(headers, request.key, bucket.current(request.key));
  return bucket.writing(request.key, isConditionalWrite(headers), async () => {
    const content = await copyContent(source, bucket, algorithm);
    const version = await commitObject(context, bucket, 'ObjectCreated:Copy', {
      ...content,
      size: source.version.size,
      headers: replaced,
      storageClass,
    });
    return xmlAnswer(copyResult('CopyObjectResult', version), {
      ...copySourceHeaders(source),
      ...versionHeader(version),
    });
  });
}

/** Returns the result of a copy, with the object or part that it created. */
function copyResult(
  name: string,
  copy: { etag: string; modified: number; checksum?: Omit<KeptChecksum, 'type'> & { type?: ChecksumType } },
): string {
  const { checksum } = copy;
  return xmlDocument(
    name,
    textElement('ETag', `"${copy.etag}"`),
    textElement('LastModified', isoTime(copy.modified)),
    ...(checksum
      ? [textElement(checksumElement(checksum.algorithm), checksum.value), textElement('ChecksumType', checksum.type)]
      : []),
  );
}

/**
 * Links the source's content into the target's bucket. The content is read only when a fact about the whole is unknown:
 * an object uploaded in parts gets a single-part ETag, and a missing checksum must be computed.
 */
async function copyContent(
  { bucket, version }: CopySource,
  target: Bucket,
  algorithm: ChecksumAlgorithm | undefined,
): Promise<{ segments: Segment[]; etag: string; checksum?: KeptChecksum }> {
  const release = bucket.blobs.hold(version.segments);
  try {
    const digests = new Map<ChecksumAlgorithm | 'MD5', Digest>();
    if (version.etag.includes('-')) digests.set('MD5', startDigest('MD5'));
    const hasChecksum = version.checksum?.algorithm === algorithm && version.checksum?.type !== 'COMPOSITE';
    if (algorithm && !hasChecksum) digests.set(algorithm, startDigest(algorithm));
    if (digests.size > 0) {
      const content = bucket.blobs.read(version.segments, 0, version.size - 1);
      for await (const _ of digesting(content, [...digests.values()]));
    }
    const value = algorithm && digests.get(algorithm)?.end().toString('base64');
    const checksum = algorithm && value ? { algorithm, type: 'FULL_OBJECT' as const, value } : version.checksum;
    return {
      etag: digests.get('MD5')?.end().toString('hex') ?? version.etag,
      ...(checksum ? { checksum } : {}),
      segments: await target.blobs.adopt(version.segments, bucket.blobs),
    };
  } finally {
    release();
  }
}
