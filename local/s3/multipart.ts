import { createHash, randomBytes } from 'node:crypto';
import type { Bucket, Part, Upload } from './bucket.ts';
import { type Context, decidePut } from './context.ts';
import {
  checkChecksumType,
  checksumAlgorithm,
  checksumAlgorithms,
  checksumElement,
  checksumHeader,
  defaultChecksumType,
  joinChecksums,
  type KeptChecksum,
} from './http/checksums.ts';
import { checkWrite, isConditionalWrite } from './http/conditions.ts';
import { type Answer, countParameter, isoTime, parameter, type S3Request, xmlAnswer } from './http/request.ts';
import { S3Error } from './http/s3-error.ts';
import { encryptionHeader, headersToStore, storageClassToStore, versionHeader } from './http/stored-headers.ts';
import {
  allowChildren,
  childrenOf,
  element,
  parseDocument,
  textElement,
  textOf,
  type XmlElement,
  xmlDocument,
} from './http/xml.ts';
import { compareKeys, encodeKey } from './keys.ts';

const maximumParts = 10_000;
/** Minimum size of every part but the last, in bytes. */
const minimumPartBytes = 5 << 20;

type OpenUpload = Upload & { parts: Map<number, Part> };

/**
 * Returns the upload that a request names.
 * @throws NoSuchUpload
 */
function findUpload(bucket: Bucket, request: S3Request): { id: string; upload: OpenUpload } {
  const id = parameter(request, 'uploadId') ?? '';
  const upload = bucket.uploads.get(id);
  if (upload?.key !== request.key) throw new S3Error('NoSuchUpload', undefined, { UploadId: id });
  return { id, upload };
}

export async function createMultipartUpload({ request, store }: Context): Promise<Answer> {
  const { headers, key } = request;
  const bucket = store.bucket(request.bucket);
  const id = randomBytes(32).toString('base64url');
  const upload: Upload = {
    key,
    started: Date.now(),
    headers: headersToStore(headers),
    storageClass: storageClassToStore(headers),
  };
  const named = headers['x-amz-checksum-algorithm'];
  const type = headers['x-amz-checksum-type'];
  if (named !== undefined) {
    const algorithm = checksumAlgorithm(named);
    upload.checksum = { algorithm, type: checkChecksumType(algorithm, type ?? defaultChecksumType(algorithm)) };
  } else if (type !== undefined) {
    throw new S3Error(
      'InvalidRequest',
      'The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.',
    );
  }
  await bucket.commit(() => ({ entries: [{ type: 'upload', id, upload }], result: undefined }));
  return xmlAnswer(
    xmlDocument(
      'InitiateMultipartUploadResult',
      textElement('Bucket', bucket.name),
      textElement('Key', key),
      textElement('UploadId', id),
    ),
    {
      ...encryptionHeader,
      ...(upload.checksum
        ? { 'x-amz-checksum-algorithm': upload.checksum.algorithm, 'x-amz-checksum-type': upload.checksum.type }
        : {}),
    },
  );
}

function readPartNumber(request: S3Request): number {
  const number = Number(parameter(request, 'partNumber'));
  if (!Number.isInteger(number) || number < 1 || number > maximumParts) {
    throw new S3Error('InvalidArgument', `Part number must be an integer between 1 and ${maximumParts}, inclusive`, {
      ArgumentName: 'partNumber',
    });
  }
  return number;
}

/** Stores a part, unless the upload has ended in the meantime. */
async function commitPart(bucket: Bucket, request: S3Request, number: number, part: Part): Promise<void> {
  try {
    await bucket.commit(() => {
      const { id } = findUpload(bucket, request);
      return { entries: [{ type: 'part', uploadId: id, number, part }], result: undefined };
    });
  } catch (error) {
    bucket.blobs.remove(part.segments);
    throw error;
  }
}

export async function uploadPart({ request, payload, store }: Context): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  const number = readPartNumber(request);
  const { upload } = findUpload(bucket, request);
  const expected = upload.checksum?.algorithm;
  if (expected && payload.algorithm !== expected) {
    throw new S3Error(
      'InvalidRequest',
      `Checksum Type mismatch occurred, expected checksum Type: ${expected.toLowerCase()}, actual checksum Type: ${payload.algorithm?.toLowerCase() ?? 'null'}`,
    );
  }
  const segments = await bucket.blobs.write(payload.content());
  const { size, md5, checksum } = payload.received;
  const part: Part = { etag: md5, size, modified: Date.now(), segments };
  if (expected && checksum) part.checksum = checksum.value;
  await commitPart(bucket, request, number, part);
  return {
    status: 200,
    headers: {
      etag: `"${md5}"`,
      ...encryptionHeader,
      ...(checksum ? { [checksumHeader(checksum.algorithm)]: checksum.value } : {}),
    },
  };
}

export async function completeMultipartUpload(context: Context): Promise<Answer> {
  const { request, payload, store } = context;
  const { headers, key } = request;
  const bucket = store.bucket(request.bucket);
  const root = parseDocument(await payload.text(), 'CompleteMultipartUpload');
  checkWrite(headers, key, bucket.current(key));
  return bucket.writing(key, isConditionalWrite(headers), async () => {
    const version = await bucket.commit(() => {
      // Within the commit, no other request can complete or abort the upload, or replace a part.
      const { id, upload } = findUpload(bucket, request);
      const whole = joinParts(upload, root, headers);
      const object = { ...whole, headers: upload.headers, storageClass: upload.storageClass };
      return decidePut(context, bucket, 'ObjectCreated:CompleteMultipartUpload', object, id);
    });
    return xmlAnswer(
      xmlDocument(
        'CompleteMultipartUploadResult',
        textElement('Location', `http://${headers.host}/${bucket.name}/${encodeKey(key)}`),
        textElement('Bucket', bucket.name),
        textElement('Key', key),
        textElement('ETag', `"${version.etag}"`),
        ...(version.checksum
          ? [
              textElement(checksumElement(version.checksum.algorithm), version.checksum.value),
              textElement('ChecksumType', version.checksum.type),
            ]
          : []),
      ),
      { ...encryptionHeader, ...versionHeader(version) },
    );
  });
}

/**
 * Returns the object made of a list of parts.
 * @throws InvalidPart, InvalidPartOrder, EntityTooSmall, InvalidRequest, BadDigest
 */
function joinParts(upload: OpenUpload, root: XmlElement, headers: Record<string, string>) {
  allowChildren(root, 'Part');
  const listed = childrenOf(root, 'Part');
  if (listed.length === 0 || listed.length > maximumParts) throw new S3Error('MalformedXML');
  const numbers = listed.map((item) => Number(textOf(item, 'PartNumber')));
  if (numbers.some((number, index) => index > 0 && number <= numbers[index - 1]!))
    throw new S3Error('InvalidPartOrder');
  const parts = listed.map((item, index) => {
    const number = numbers[index]!;
    const etag = textOf(item, 'ETag')?.replaceAll('"', '');
    const part = upload.parts.get(number);
    if (!part || part.etag !== etag) throw invalidPart(number, etag);
    checkPartChecksum(upload, item, number, part);
    if (index < listed.length - 1 && part.size < minimumPartBytes) {
      throw new S3Error('EntityTooSmall', undefined, {
        PartNumber: String(number),
        ProposedSize: String(part.size),
        MinSizeAllowed: String(minimumPartBytes),
      });
    }
    return part;
  });
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const declaredSize = headers['x-amz-mp-object-size'];
  if (declaredSize !== undefined && declaredSize !== String(size)) {
    throw new S3Error('InvalidRequest', 'The provided x-amz-mp-object-size does not match the size of the parts.');
  }
  const md5s = createHash('md5');
  for (const part of parts) md5s.update(part.etag, 'hex');
  const checksum = upload.checksum && joinPartChecksums(upload.checksum, parts, headers);
  return {
    size,
    etag: `${md5s.digest('hex')}-${parts.length}`,
    segments: parts.flatMap(({ segments }) => segments),
    ...(checksum ? { checksum } : {}),
  };
}

function invalidPart(number: number, etag: string | undefined): S3Error {
  return new S3Error('InvalidPart', undefined, { PartNumber: String(number), ETag: etag ?? '' });
}

/**
 * Checks a part's checksum in the list: a composite checksum requires it for each part, and a listed one must match.
 */
function checkPartChecksum(upload: OpenUpload, item: XmlElement, number: number, part: Part): void {
  if (!upload.checksum) return;
  const { algorithm, type } = upload.checksum;
  const listed = textOf(item, checksumElement(algorithm));
  if (listed === undefined && type === 'COMPOSITE') {
    throw new S3Error(
      'InvalidRequest',
      `The upload was created using a ${algorithm.toLowerCase()} checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`,
    );
  }
  if (listed !== undefined && listed !== part.checksum) throw invalidPart(number, part.etag);
}

function joinPartChecksums(
  { algorithm, type }: NonNullable<Upload['checksum']>,
  parts: Part[],
  headers: Record<string, string>,
): KeptChecksum {
  const named = checksumAlgorithms.find((candidate) => headers[checksumHeader(candidate)] !== undefined);
  const requestedType = headers['x-amz-checksum-type'];
  if ((named !== undefined && named !== algorithm) || (requestedType !== undefined && requestedType !== type)) {
    throw new S3Error(
      'InvalidRequest',
      `The upload was created using a ${algorithm.toLowerCase()} checksum of type ${type}.`,
    );
  }
  const values = parts.map(({ checksum = '', size }) => ({ value: checksum, size }));
  const joined = joinChecksums(algorithm, type, values);
  const declaredChecksum = headers[checksumHeader(algorithm)];
  if (declaredChecksum !== undefined && declaredChecksum.replace(/-\d+$/, '') !== joined.value.replace(/-\d+$/, '')) {
    throw new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
  }
  return joined;
}

export async function abortMultipartUpload({ request, store }: Context): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  await bucket.commit(() => ({
    entries: [{ type: 'abort', uploadId: findUpload(bucket, request).id }],
    result: undefined,
  }));
  return { status: 204, headers: {} };
}

export async function listParts({ request, store }: Context): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  const { id, upload } = findUpload(bucket, request);
  const limit = countParameter(request, 'max-parts', 1000);
  const isFirstPage = parameter(request, 'part-number-marker') === undefined;
  const after = isFirstPage ? 0 : countParameter(request, 'part-number-marker', maximumParts);
  const partsAfterMarker = [...upload.parts]
    .filter(([number]) => number > after)
    .sort(([left], [right]) => left - right);
  const page = partsAfterMarker.slice(0, limit);
  return xmlAnswer(
    xmlDocument(
      'ListPartsResult',
      textElement('Bucket', bucket.name),
      textElement('Key', request.key),
      textElement('UploadId', id),
      textElement('PartNumberMarker', after),
      textElement('NextPartNumberMarker', page.at(-1)?.[0] ?? after),
      textElement('MaxParts', limit),
      textElement('IsTruncated', page.length < partsAfterMarker.length),
      textElement('StorageClass', upload.storageClass),
      textElement('ChecksumAlgorithm', upload.checksum?.algorithm),
      textElement('ChecksumType', upload.checksum?.type),
      ...page.map(([number, part]) =>
        element(
          'Part',
          textElement('PartNumber', number),
          textElement('LastModified', isoTime(part.modified)),
          textElement('ETag', `"${part.etag}"`),
          textElement('Size', part.size),
          upload.checksum ? textElement(checksumElement(upload.checksum.algorithm), part.checksum) : '',
        ),
      ),
    ),
  );
}

export async function listMultipartUploads({ request, store }: Context): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  const prefix = parameter(request, 'prefix') ?? '';
  const limit = countParameter(request, 'max-uploads', 1000);
  const keyMarker = parameter(request, 'key-marker');
  const idMarker = parameter(request, 'upload-id-marker');
  const encoding = parameter(request, 'encoding-type');
  const encoded = encoding === 'url' ? encodeKey : (key: string) => key;
  const order = (left: [string, OpenUpload], right: [string, OpenUpload]) =>
    compareKeys(left[1].key, right[1].key) || left[1].started - right[1].started || compareKeys(left[0], right[0]);
  const sorted = [...bucket.uploads].filter(([, { key }]) => key.startsWith(prefix)).sort(order);
  const markerUpload = idMarker === undefined ? undefined : bucket.uploads.get(idMarker);
  const uploadsAfterMarker = sorted.filter((item) => {
    if (keyMarker === undefined) return true;
    const compared = compareKeys(item[1].key, keyMarker);
    if (compared !== 0 || idMarker === undefined || !markerUpload) return compared > 0;
    return order(item, [idMarker, markerUpload]) > 0;
  });
  const page = uploadsAfterMarker.slice(0, limit);
  const isTruncated = page.length < uploadsAfterMarker.length;
  const last = isTruncated ? page.at(-1) : undefined;
  return xmlAnswer(
    xmlDocument(
      'ListMultipartUploadsResult',
      textElement('Bucket', bucket.name),
      textElement('KeyMarker', keyMarker && encoded(keyMarker)),
      textElement('UploadIdMarker', idMarker),
      textElement('NextKeyMarker', last && encoded(last[1].key)),
      textElement('NextUploadIdMarker', last?.[0]),
      textElement('Prefix', encoded(prefix)),
      textElement('EncodingType', encoding),
      textElement('MaxUploads', limit),
      textElement('IsTruncated', isTruncated),
      ...page.map(([id, upload]) =>
        element(
          'Upload',
          textElement('Key', encoded(upload.key)),
          textElement('UploadId', id),
          textElement('StorageClass', upload.storageClass),
          textElement('Initiated', isoTime(upload.started)),
          textElement('ChecksumAlgorithm', upload.checksum?.algorithm),
          textElement('ChecksumType', upload.checksum?.type),
        ),
      ),
    ),
  );
}
