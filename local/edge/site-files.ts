import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { notFoundMark } from '../../infra/edge/functions.ts';

/** The site bucket: the built files as a deployment lays them there, and CloudFront's compression of them. */

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Of the types above, those that CloudFront compresses, when they have as many bytes as it wants. */
const compressible = /^(text\/|application\/(json|xml)$|image\/svg)/;
const compressibleBytes = { from: 1_000, to: 10_000_000 };

/** About what CloudFront spends on a file: it compresses on the way, not with all the time in the world. */
const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof encoders;

export interface SiteAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

interface StoredFile {
  bytes: Buffer;
  modified: Date;
  /** MD5 in quotes, as S3 makes it. */
  etag: string;
  encoded: Partial<Record<Encoding, Promise<Buffer>>>;
}

export interface SiteFilesOptions {
  /** The built site. */
  folder: string;
  /** Paths below which names change with their content, e.g. `/assets/`. */
  immutableFolders: string[];
  /** Files that a deployment writes beside the built ones, by path. */
  written: Record<string, string>;
}

export class SiteFiles {
  readonly #options: SiteFilesOptions;
  readonly #root: string;
  readonly #kept = new Map<string, StoredFile>();

  constructor(options: SiteFilesOptions) {
    this.#options = options;
    this.#root = resolve(options.folder);
  }

  /**
   * What bucket and edge answer together to a GET.
   * @param path of the file, percent-encoded as in the request
   */
  async answer(path: string, requestHeaders: Record<string, string>): Promise<SiteAnswer> {
    const file = await this.#find(path);
    if (!file) return notFound;
    const isCompressed = path.endsWith('.br');
    const type = contentTypes[extname(isCompressed ? path.slice(0, -'.br'.length) : path)] ?? 'binary/octet-stream';
    const isImmutable = this.#options.immutableFolders.some((folder) => path.startsWith(folder));
    const mayCompress =
      !isCompressed &&
      compressible.test(type) &&
      file.bytes.length >= compressibleBytes.from &&
      file.bytes.length <= compressibleBytes.to;
    const encoding = mayCompress ? accepted(requestHeaders['accept-encoding'] ?? '') : undefined;
    const headers: OutgoingHttpHeaders = {
      'content-type': type,
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      'last-modified': file.modified.toUTCString(),
      // The same entity, but other bytes.
      etag: encoding ? `W/${file.etag}` : file.etag,
      ...(path === '/404.html' && { 'x-amz-meta-status': notFoundMark.status }),
      ...(isCompressed && { 'content-encoding': 'br' }),
      ...(mayCompress && { vary: 'Accept-Encoding' }),
    };
    if (isKnown(requestHeaders, file)) return { status: 304, headers, body: Buffer.alloc(0) };
    if (!encoding) return { status: 200, headers, body: file.bytes };
    file.encoded[encoding] ??= encoders[encoding](file.bytes);
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body: await file.encoded[encoding] };
  }

  async #find(path: string): Promise<StoredFile | undefined> {
    const kept = this.#kept.get(path);
    const written = Object.hasOwn(this.#options.written, path) ? this.#options.written[path] : undefined;
    if (written !== undefined) return kept ?? this.#keep(path, Buffer.from(written), new Date());
    const name = this.#fileName(path);
    const found = name === undefined ? undefined : await stat(name).catch(() => undefined);
    if (!name || !found?.isFile()) return undefined;
    if (kept && kept.modified.getTime() === found.mtime.getTime()) return kept;
    return this.#keep(path, await readFile(name), found.mtime);
  }

  #keep(path: string, bytes: Buffer, modified: Date): StoredFile {
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const file: StoredFile = { bytes, modified, etag, encoded: {} };
    this.#kept.set(path, file);
    return file;
  }

  /** Where a path lies on disk; undefined when that would be outside the site's folder. */
  #fileName(path: string): string | undefined {
    try {
      const name = resolve(this.#root, `.${decodeURIComponent(path)}`);
      return name.startsWith(this.#root + sep) && !name.includes('\0') ? name : undefined;
    } catch {
      return undefined;
    }
  }
}

/** As S3 says it to whoever may list the bucket. */
const notFound: SiteAnswer = {
  status: 404,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>',
  ),
};

/** Brotli before gzip, as CloudFront prefers; what the viewer gives a weight of nought is not taken. */
function accepted(header: string): Encoding | undefined {
  const wanted = header.split(',').map((part) => part.trim());
  const isWanted = (encoding: Encoding) =>
    wanted.some((part) => part.split(';')[0] === encoding && !/;\s*q=0(\.0*)?$/.test(part));
  return (['br', 'gzip'] as const).find(isWanted);
}

/** Whether the viewer has the file already, by its ETag, or else by its date. */
function isKnown(headers: Record<string, string>, file: StoredFile): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === file.etag);
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(file.modified.getTime() / 1000) * 1000 <= since;
}
