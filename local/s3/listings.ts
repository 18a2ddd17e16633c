import { type Bucket, isDeleteMarker, type Version } from './bucket.ts';
import type { Context } from './context.ts';
import { type Answer, countParameter, isoTime, parameter, type S3Request, xmlAnswer } from './http/request.ts';
import { S3Error } from './http/s3-error.ts';
import { element, textElement, xmlDocument } from './http/xml.ts';
import { compareKeys, encodeKey } from './keys.ts';

const maximumKeys = 1000;

type Item = { key: string } | { commonPrefix: string };

/**
 * Yields keys in order; keys with a common prefix up to the delimiter are combined into one item.
 * @param start the first key to consider
 * @param isListed whether a key is listed
 */
function* listItems(
  bucket: Bucket,
  prefix: string,
  delimiter: string,
  start: string | undefined,
  isListed: (key: string) => boolean,
): Generator<Item> {
  let key = start;
  while (key?.startsWith(prefix)) {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    if (!isListed(key)) {
      key = bucket.keys.after(key);
    } else if (end < 0) {
      yield { key };
      key = bucket.keys.after(key);
    } else {
      const commonPrefix = key.slice(0, end + delimiter.length);
      yield { commonPrefix };
      key = bucket.keys.afterPrefix(commonPrefix);
    }
  }
}

/** Returns the first key of a page: the key after the last item of the previous page, within the prefix. */
function firstKey(bucket: Bucket, prefix: string, last: Item | undefined): string | undefined {
  if (last === undefined) return bucket.keys.atOrAfter(prefix);
  const next = 'key' in last ? bucket.keys.after(last.key) : bucket.keys.afterPrefix(last.commonPrefix);
  return next !== undefined && compareKeys(next, prefix) < 0 ? bucket.keys.atOrAfter(prefix) : next;
}

/** Returns the encoding of keys in a listing. */
function encoder(request: S3Request): (key: string) => string {
  const encoding = parameter(request, 'encoding-type');
  if (encoding === undefined) return (key) => key;
  if (encoding === 'url') return encodeKey;
  throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request', {
    ArgumentName: 'encoding-type',
  });
}

/** Reads at most one item more than fits, to detect whether there are further items. */
function takePage(items: Iterable<Item>, limit: number): { page: Item[]; isTruncated: boolean } {
  const page: Item[] = [];
  if (limit === 0) return { page, isTruncated: false };
  for (const item of items) {
    if (page.length === limit) return { page, isTruncated: true };
    page.push(item);
  }
  return { page, isTruncated: false };
}

export async function listObjectsV2({ request, store }: Context): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  if (parameter(request, 'list-type') !== '2')
    throw new S3Error('InvalidArgument', undefined, { ArgumentName: 'list-type' });
  const encoded = encoder(request);
  const prefix = parameter(request, 'prefix') ?? '';
  const delimiter = parameter(request, 'delimiter') ?? '';
  const limit = countParameter(request, 'max-keys', maximumKeys);
  const token = parameter(request, 'continuation-token');
  const after = parameter(request, 'start-after');
  const last = token === undefined ? (after === undefined ? undefined : { key: after }) : readToken(token);
  const isListed = (key: string) => bucket.current(key) !== undefined;
  const items = listItems(bucket, prefix, delimiter, firstKey(bucket, prefix, last), isListed);
  const { page, isTruncated } = takePage(items, limit);
  const end = page.at(-1);
  return xmlAnswer(
    xmlDocument(
      'ListBucketResult',
      textElement('Name', bucket.name),
      textElement('Prefix', encoded(prefix)),
      textElement('Delimiter', delimiter ? encoded(delimiter) : undefined),
      textElement('StartAfter', after && encoded(after)),
      textElement('EncodingType', parameter(request, 'encoding-type')),
      textElement('MaxKeys', limit),
      textElement('KeyCount', page.length),
      textElement('IsTruncated', isTruncated),
      textElement('ContinuationToken', token),
      textElement('NextContinuationToken', isTruncated && end ? writeToken(end) : undefined),
      ...page.map((item) => {
        if ('commonPrefix' in item) return element('CommonPrefixes', textElement('Prefix', encoded(item.commonPrefix)));
        return element('Contents', textElement('Key', encoded(item.key)), describe(bucket.current(item.key)));
      }),
    ),
  );
}

/** Returns a version's fields in a listing, besides its key and id. */
function describe(version: Version | undefined): string {
  if (!version) return '';
  const modified = textElement('LastModified', isoTime(version.modified));
  if (isDeleteMarker(version)) return modified;
  return [
    modified,
    textElement('ETag', `"${version.etag}"`),
    textElement('ChecksumAlgorithm', version.checksum?.algorithm),
    textElement('ChecksumType', version.checksum?.type),
    textElement('Size', version.size),
    textElement('StorageClass', version.storageClass),
  ].join('');
}

function writeToken(item: Item): string {
  return Buffer.from(JSON.stringify(item)).toString('base64url');
}

function readToken(token: string): Item {
  try {
    const item = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>;
    if (typeof item.key === 'string') return { key: item.key };
    if (typeof item.commonPrefix === 'string') return { commonPrefix: item.commonPrefix };
  } catch {
    // The token is unknown; the error is thrown below.
  }
  throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
}

export async function listObjectVersions({ request, store }: Context): Promise<Answer> {
  const bucket = store.bucket(request.bucket);
  const encoded = encoder(request);
  const prefix = parameter(request, 'prefix') ?? '';
  const delimiter = parameter(request, 'delimiter') ?? '';
  const limit = countParameter(request, 'max-keys', maximumKeys);
  const keyMarker = parameter(request, 'key-marker') || undefined;
  const versionMarker = parameter(request, 'version-id-marker') || undefined;
  if (versionMarker !== undefined && keyMarker === undefined) {
    throw new S3Error('InvalidArgument', 'A version-id marker cannot be specified without a key marker.');
  }
  const rows = takeVersions(bucket, { prefix, delimiter, limit: limit + 1, keyMarker, versionMarker });
  const page = rows.slice(0, limit);
  const end = rows.length > limit ? page.at(-1) : undefined;
  return xmlAnswer(
    xmlDocument(
      'ListVersionsResult',
      textElement('Name', bucket.name),
      textElement('Prefix', encoded(prefix)),
      textElement('Delimiter', delimiter ? encoded(delimiter) : undefined),
      textElement('KeyMarker', encoded(keyMarker ?? '')),
      textElement('VersionIdMarker', versionMarker ?? ''),
      textElement('EncodingType', parameter(request, 'encoding-type')),
      textElement('MaxKeys', limit),
      textElement('IsTruncated', end !== undefined),
      textElement('NextKeyMarker', end && encoded('commonPrefix' in end ? end.commonPrefix : end.key)),
      textElement('NextVersionIdMarker', end && 'version' in end ? end.version.versionId : undefined),
      ...page.map((row) => {
        if ('commonPrefix' in row) return element('CommonPrefixes', textElement('Prefix', encoded(row.commonPrefix)));
        return element(
          isDeleteMarker(row.version) ? 'DeleteMarker' : 'Version',
          textElement('Key', encoded(row.key)),
          textElement('VersionId', row.version.versionId),
          textElement('IsLatest', row.isLatest),
          describe(row.version),
        );
      }),
    ),
  );
}

type VersionRow = { commonPrefix: string } | { key: string; version: Version; isLatest: boolean };

/** Returns versions by key, newest first, after the markers. */
function takeVersions(
  bucket: Bucket,
  page: {
    prefix: string;
    delimiter: string;
    limit: number;
    keyMarker: string | undefined;
    versionMarker: string | undefined;
  },
): VersionRow[] {
  const { prefix, delimiter, limit, keyMarker, versionMarker } = page;
  const rows: VersionRow[] = [];
  const addVersions = (key: string, skipTo?: string) => {
    const versions = bucket.versions.get(key) ?? [];
    const from = skipTo === undefined ? 0 : versions.findIndex(({ versionId }) => versionId === skipTo) + 1;
    versions.forEach((version, index) => {
      if (index >= from) rows.push({ key, version, isLatest: index === 0 });
    });
  };
  if (keyMarker !== undefined && versionMarker !== undefined) addVersions(keyMarker, versionMarker);
  const isPrefixMarker =
    delimiter !== '' && keyMarker?.startsWith(prefix) && keyMarker.indexOf(delimiter, prefix.length) >= 0;
  const last = keyMarker === undefined ? undefined : isPrefixMarker ? { commonPrefix: keyMarker } : { key: keyMarker };
  for (const item of listItems(bucket, prefix, delimiter, firstKey(bucket, prefix, last), () => true)) {
    if (rows.length >= limit) break;
    if ('commonPrefix' in item) rows.push(item);
    else addVersions(item.key);
  }
  return rows.slice(0, limit);
}
