import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { accepts } from './cache.ts';
import { isKnown } from './conditions.ts';

/** The site bucket: the built files as a deployment stores them, with CloudFront's compression. */

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

/** The content types that CloudFront compresses, and the size range in bytes. */
const compressible = /^(text\/|application\/(json|xml)$|image\/svg)/;
const compressibleBytes = { from: 1_000, to: 10_000_000 };

/** Compression levels close to CloudFront's. */
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

interface StoredFile extends StoredDocument {
  /** The MD5 in quotes, as S3's ETag. */
  etag: string;
  encoded: Partial<Record<Encoding, Promise<Buffer>>>;
}

/** A document as it is stored in the bucket. */
interface StoredDocument {
  bytes: Buffer;
  modified: Date;
  /** The headers that are stored with it. */
  headers: OutgoingHttpHeaders;
}

export interface SiteFilesOptions {
  /** Folder of the built site. */
  folder: string;
  /** Path prefixes whose file names change with their content, for example `/assets/`. */
  immutableFolders: string[];
  /** The files that a deployment adds to the built ones, by path. */
  written: Record<string, string>;
  /** Reads a document that is in the bucket and not in the folder. */
  read: (path: string) => Promise<StoredDocument | undefined>;
}

export class SiteFiles {
  readonly #options: SiteFilesOptions;
  readonly #root: string;
  readonly #cachedFiles = new Map<string, StoredFile>();

  constructor(options: SiteFilesOptions) {
    this.#options = options;
    this.#root = resolve(options.folder);
  }

  /**
   * Returns the response of bucket and edge to a GET.
   * @param path path of the file, percent-encoded as in the request
   */
  async answer(path: string, requestHeaders: Record<string, string>): Promise<SiteAnswer> {
    const file = await this.#find(path);
    if (!file) return notFound;
    const mayCompress =
      !file.headers['content-encoding'] &&
      compressible.test(String(file.headers['content-type'])) &&
      file.bytes.length >= compressibleBytes.from &&
      file.bytes.length <= compressibleBytes.to;
    const encoding = mayCompress ? accepted(requestHeaders['accept-encoding'] ?? '') : undefined;
    const headers: OutgoingHttpHeaders = {
      ...file.headers,
      'last-modified': file.modified.toUTCString(),
      // Compression by the edge makes the ETag weak: the same content in other bytes.
      etag: encoding ? `W/${file.etag}` : file.etag,
      ...(mayCompress && { vary: 'Accept-Encoding' }),
    };
    if (isKnown(requestHeaders, headers)) return { status: 304, headers, body: Buffer.alloc(0) };
    if (!encoding) return { status: 200, headers, body: file.bytes };
    file.encoded[encoding] ??= encoders[encoding](file.bytes);
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body: await file.encoded[encoding] };
  }

  async #find(path: string): Promise<StoredFile | undefined> {
    const cachedFile = this.#cachedFiles.get(path);
    const written = Object.hasOwn(this.#options.written, path) ? this.#options.written[path] : undefined;
    const headers = this.#headersOf(path);
    if (written !== undefined)
      return cachedFile ?? this.#keep(path, { bytes: Buffer.from(written), modified: new Date(), headers });
    const name = this.#fileName(path);
    const stats = name === undefined ? undefined : await stat(name).catch(() => undefined);
    if (!name || !stats?.isFile()) return this.#document(path, cachedFile);
    if (cachedFile && cachedFile.modified.getTime() === stats.mtime.getTime()) return cachedFile;
    return this.#keep(path, { bytes: await readFile(name), modified: stats.mtime, headers });
  }

  async #document(path: string, cachedFile: StoredFile | undefined): Promise<StoredFile | undefined> {
    const document = await this.#options.read(path);
    if (!document) return undefined;
    return cachedFile?.bytes.equals(document.bytes) ? { ...cachedFile, ...document } : this.#keep(path, document);
  }

  /** Returns the headers with which a deployment stores a file. */
  #headersOf(path: string): OutgoingHttpHeaders {
    const isCompressed = path.endsWith('.br');
    const ending = extname(isCompressed ? path.slice(0, -'.br'.length) : path);
    const isImmutable = this.#options.immutableFolders.some((folder) => path.startsWith(folder));
    return {
      'content-type': contentTypes[ending] ?? 'binary/octet-stream',
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(isCompressed && { 'content-encoding': 'br' }),
    };
  }

  #keep(path: string, document: StoredDocument): StoredFile {
    const etag = `"${createHash('md5').update(document.bytes).digest('hex')}"`;
    const file: StoredFile = { ...document, etag, encoded: {} };
    this.#cachedFiles.set(path, file);
    return file;
  }

  /** Returns the path on disk; undefined outside of the site's folder. */
  #fileName(path: string): string | undefined {
    try {
      const name = resolve(this.#root, `.${decodeURIComponent(path)}`);
      return name.startsWith(this.#root + sep) && !name.includes('\0') ? name : undefined;
    } catch {
      return undefined;
    }
  }
}

/** S3's error response for a caller who may list the bucket. */
const notFound: SiteAnswer = {
  status: 404,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>',
  ),
};

/** Returns the encoding to use; CloudFront prefers Brotli to gzip. */
const accepted = (header: string): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => accepts(header, encoding));
