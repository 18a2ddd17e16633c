import * as buckets from './bucket-operations.ts';
import type { Context } from './context.ts';
import { copyObject } from './copies.ts';
import type { Answer, S3Request } from './http/request.ts';
import { S3Error } from './http/s3-error.ts';
import { listObjectsV2, listObjectVersions } from './listings.ts';
import * as multipart from './multipart.ts';
import { deleteObject, deleteObjects, getObject, overrides, putObject } from './objects.ts';

export interface Operation {
  /** AWS's name, by which faults name the operation. */
  name: string;
  method: string;
  on: 'service' | 'bucket' | 'object';
  /** Query parameters by whose presence the operation is recognized. */
  selectors?: string[];
  /** Whether the operation copies from another object: distinguishes CopyObject from PutObject. */
  copies?: true;
  /** Further query parameters that the operation supports. */
  parameters?: string[];
  /**
   * Further `x-amz-*` headers that the operation supports; a name that ends in `-` stands for all headers with that
   * prefix.
   */
  headers?: string[];
  /** Further plain headers that change the operation's effect and that it supports. */
  conditions?: string[];
  /** Whether checksum headers describe the resulting object, not the request's body. */
  checksumIsOfObject?: true;
  handle(context: Context): Promise<Answer>;
}

const readConditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'];
const writeConditions = ['if-match', 'if-none-match'];
const objectHeaders = ['x-amz-meta-', 'x-amz-storage-class', 'x-amz-server-side-encryption'];
const copySource = [
  'x-amz-copy-source',
  'x-amz-copy-source-if-match',
  'x-amz-copy-source-if-none-match',
  'x-amz-copy-source-if-modified-since',
  'x-amz-copy-source-if-unmodified-since',
];

const operations: Operation[] = [
  { name: 'ListBuckets', method: 'GET', on: 'service', handle: buckets.listBuckets },

  { name: 'CreateBucket', method: 'PUT', on: 'bucket', handle: buckets.createBucket },
  { name: 'HeadBucket', method: 'HEAD', on: 'bucket', handle: buckets.headBucket },
  { name: 'DeleteBucket', method: 'DELETE', on: 'bucket', handle: buckets.deleteBucket },
  { name: 'PutBucketCors', method: 'PUT', on: 'bucket', selectors: ['cors'], handle: buckets.putBucketCors },
  {
    name: 'PutBucketVersioning',
    method: 'PUT',
    on: 'bucket',
    selectors: ['versioning'],
    handle: buckets.putBucketVersioning,
  },
  {
    name: 'PutBucketNotificationConfiguration',
    method: 'PUT',
    on: 'bucket',
    selectors: ['notification'],
    handle: buckets.putBucketNotification,
  },
  {
    name: 'ListObjectsV2',
    method: 'GET',
    on: 'bucket',
    selectors: ['list-type'],
    parameters: ['prefix', 'delimiter', 'max-keys', 'start-after', 'continuation-token', 'encoding-type'],
    handle: listObjectsV2,
  },
  {
    name: 'ListObjectVersions',
    method: 'GET',
    on: 'bucket',
    selectors: ['versions'],
    parameters: ['prefix', 'delimiter', 'max-keys', 'key-marker', 'version-id-marker', 'encoding-type'],
    handle: listObjectVersions,
  },
  {
    name: 'ListMultipartUploads',
    method: 'GET',
    on: 'bucket',
    selectors: ['uploads'],
    parameters: ['prefix', 'max-uploads', 'key-marker', 'upload-id-marker', 'encoding-type'],
    handle: multipart.listMultipartUploads,
  },
  { name: 'DeleteObjects', method: 'POST', on: 'bucket', selectors: ['delete'], handle: deleteObjects },

  {
    name: 'PutObject',
    method: 'PUT',
    on: 'object',
    headers: objectHeaders,
    conditions: writeConditions,
    handle: putObject,
  },
  {
    name: 'CopyObject',
    method: 'PUT',
    on: 'object',
    copies: true,
    headers: [...objectHeaders, ...copySource, 'x-amz-metadata-directive', 'x-amz-checksum-algorithm'],
    conditions: writeConditions,
    handle: copyObject,
  },
  {
    name: 'GetObject',
    method: 'GET',
    on: 'object',
    parameters: ['versionId', ...overrides],
    headers: ['x-amz-checksum-mode'],
    conditions: readConditions,
    handle: getObject,
  },
  {
    name: 'HeadObject',
    method: 'HEAD',
    on: 'object',
    parameters: ['versionId', ...overrides],
    headers: ['x-amz-checksum-mode'],
    conditions: readConditions,
    handle: getObject,
  },
  { name: 'DeleteObject', method: 'DELETE', on: 'object', parameters: ['versionId'], handle: deleteObject },

  {
    name: 'CreateMultipartUpload',
    method: 'POST',
    on: 'object',
    selectors: ['uploads'],
    headers: [...objectHeaders, 'x-amz-checksum-algorithm', 'x-amz-checksum-type'],
    handle: multipart.createMultipartUpload,
  },
  {
    name: 'UploadPart',
    method: 'PUT',
    on: 'object',
    selectors: ['partNumber', 'uploadId'],
    handle: multipart.uploadPart,
  },
  {
    name: 'CompleteMultipartUpload',
    method: 'POST',
    on: 'object',
    selectors: ['uploadId'],
    headers: ['x-amz-checksum-type', 'x-amz-mp-object-size'],
    conditions: writeConditions,
    checksumIsOfObject: true,
    handle: multipart.completeMultipartUpload,
  },
  {
    name: 'AbortMultipartUpload',
    method: 'DELETE',
    on: 'object',
    selectors: ['uploadId'],
    handle: multipart.abortMultipartUpload,
  },
  {
    name: 'ListParts',
    method: 'GET',
    on: 'object',
    selectors: ['uploadId'],
    parameters: ['max-parts', 'part-number-marker'],
    handle: multipart.listParts,
  },
];

/** Headers of the signature and the body's transport, which any operation may have. */
const transportHeaders =
  /^x-amz-(date|content-sha256|user-agent|decoded-content-length|trailer|sdk-checksum-algorithm|checksum-(?!mode$|type$|algorithm$)\w+)$/;
/** Headers without the prefix `x-amz-` that change an operation's effect. */
const meaningfulHeaders = new Set([...readConditions, ...writeConditions]);

/**
 * Returns the operation of a request. Refuses every parameter and header that would change the meaning and is not
 * supported, instead of ignoring it: a PUT with `?tagging` is no PutObject.
 * @throws NotImplemented
 */
export function findOperation(request: S3Request): Operation {
  const target = request.key ? 'object' : request.bucket ? 'bucket' : 'service';
  // The SDK adds x-id for people who read logs.
  const parameters = request.query.map(([name]) => name).filter((name) => name !== 'x-id');
  const operation = operations.find(
    (candidate) =>
      candidate.method === request.method &&
      candidate.on === target &&
      (candidate.copies ?? false) === 'x-amz-copy-source' in request.headers &&
      (candidate.selectors ?? []).every((name) => parameters.includes(name)) &&
      parameters.every((name) => candidate.selectors?.includes(name) || candidate.parameters?.includes(name)),
  );
  if (!operation) {
    const withParameters = parameters.length > 0 ? ` with the parameters ${parameters.join(', ')}` : '';
    throw new S3Error(
      'NotImplemented',
      `This local S3 has no operation for ${request.method} on a ${target}${withParameters}.`,
    );
  }
  const supportedHeaders = operation.headers ?? [];
  for (const name of Object.keys(request.headers)) {
    const isKnown = name.startsWith('x-amz-')
      ? transportHeaders.test(name) ||
        supportedHeaders.some((supported) =>
          supported.endsWith('-') ? name.startsWith(supported) : name === supported,
        )
      : !meaningfulHeaders.has(name) || operation.conditions?.includes(name);
    if (!isKnown) {
      throw new S3Error('NotImplemented', `This local S3 does not know ${name} in ${operation.name}.`, {
        Header: name,
      });
    }
  }
  const encryption = request.headers['x-amz-server-side-encryption'];
  if (encryption !== undefined && encryption !== 'AES256') {
    throw new S3Error('NotImplemented', undefined, { Header: 'x-amz-server-side-encryption' });
  }
  return operation;
}
