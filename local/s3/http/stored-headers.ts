import type { ObjectVersion } from '../bucket.ts';
import { S3Error } from './s3-error.ts';

const storedHeaders = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
];
const metadataPrefix = 'x-amz-meta-';
const maximumMetadataBytes = 2048;

/** The classes whose objects can be read at once. An archive's objects can't, and archives are not implemented here. */
const storageClasses = ['STANDARD', 'STANDARD_IA', 'ONEZONE_IA', 'INTELLIGENT_TIERING', 'GLACIER_IR'];
const archiveClasses = ['GLACIER', 'DEEP_ARCHIVE'];

/**
 * Returns the headers of a request that are stored with its object.
 * @throws MetadataTooLarge
 */
export function headersToStore(headers: Record<string, string>): Record<string, string> {
  const objectHeaders: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  let metadataBytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (storedHeaders.includes(name)) objectHeaders[name] = value;
    if (!name.startsWith(metadataPrefix)) continue;
    objectHeaders[name] = value;
    metadataBytes += name.length - metadataPrefix.length + Buffer.byteLength(value, 'latin1');
  }
  if (metadataBytes > maximumMetadataBytes) throw new S3Error('MetadataTooLarge');
  const encoding = (objectHeaders['content-encoding'] ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item && item !== 'aws-chunked')
    .join(',');
  // aws-chunked is the encoding of the transfer, not of the content.
  if (encoding) objectHeaders['content-encoding'] = encoding;
  else delete objectHeaders['content-encoding'];
  return objectHeaders;
}

/**
 * Returns the storage class of a request.
 * @throws InvalidStorageClass, NotImplemented for archives
 */
export function storageClassToStore(headers: Record<string, string>): string {
  const storageClass = headers['x-amz-storage-class'] ?? 'STANDARD';
  if (archiveClasses.includes(storageClass))
    throw new S3Error('NotImplemented', undefined, { Header: 'x-amz-storage-class' });
  if (!storageClasses.includes(storageClass)) throw new S3Error('InvalidStorageClass');
  return storageClass;
}

/** Returns the headers that S3 sends for an object besides its content. */
export function headersOf(version: ObjectVersion): Record<string, string> {
  return {
    ...version.headers,
    etag: `"${version.etag}"`,
    'last-modified': new Date(version.modified).toUTCString(),
    'accept-ranges': 'bytes',
    ...encryptionHeader,
    ...versionHeader(version),
    ...(version.storageClass === 'STANDARD' ? {} : { 'x-amz-storage-class': version.storageClass }),
  };
}

/** S3 encrypts everything with its own keys, whether requested or not. */
export const encryptionHeader = { 'x-amz-server-side-encryption': 'AES256' };

export function versionHeader(version: { versionId: string }): Record<string, string> {
  return version.versionId === 'null' ? {} : { 'x-amz-version-id': version.versionId };
}
