import { createHash } from 'node:crypto';
import { S3Error } from './s3-error.ts';
import type { ChunkSigner } from './signatures.ts';

/** Bytes that no chunk header or trailer exceeds. */
const longestLine = 16 << 10;

/**
 * Decodes `aws-chunked`: `size;chunk-signature=…\r\n data \r\n … 0\r\n trailers`.
 * @param signer verifies the chunks' signatures; undefined where they have none
 * @param trailers receives the trailers, by lower-case name
 * @throws IncompleteBody when the body ends early or is malformed, SignatureDoesNotMatch
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  signer: ChunkSigner | undefined,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  let state: 'size' | 'data' | 'end' | 'trailers' = 'size';
  let pending: Buffer = Buffer.alloc(0);
  let bytesOfChunkLeft = 0;
  let signature: string | undefined;
  let hash = createHash('sha256');

  for await (const received of source) {
    let undecoded: Buffer = pending.length > 0 ? Buffer.concat([pending, received]) : received;
    pending = Buffer.alloc(0);
    while (undecoded.length > 0) {
      if (state === 'data') {
        const data = undecoded.subarray(0, bytesOfChunkLeft);
        undecoded = undecoded.subarray(data.length);
        bytesOfChunkLeft -= data.length;
        if (signer) hash.update(data);
        yield data;
        if (bytesOfChunkLeft > 0) continue;
        signer?.verifyChunk(hash.digest('hex'), signature);
        hash = createHash('sha256');
        state = 'end';
        continue;
      }
      const lineEnd = state === 'trailers' ? -1 : undecoded.indexOf('\r\n');
      if (lineEnd < 0) {
        if (undecoded.length > longestLine) throw new S3Error('IncompleteBody');
        pending = undecoded;
        break;
      }
      const line = undecoded.toString('latin1', 0, lineEnd);
      undecoded = undecoded.subarray(lineEnd + 2);
      if (state === 'end') {
        if (line !== '') throw new S3Error('IncompleteBody');
        state = 'size';
        continue;
      }
      const match = /^([\da-fA-F]{1,12})(?:;chunk-signature=(\w+))?$/.exec(line);
      if (!match) throw new S3Error('IncompleteBody');
      bytesOfChunkLeft = Number.parseInt(match[1] ?? '', 16);
      signature = match[2];
      state = bytesOfChunkLeft > 0 ? 'data' : 'trailers';
    }
  }

  if (state !== 'trailers') throw new S3Error('IncompleteBody');
  signer?.verifyChunk(hash.digest('hex'), signature);
  const lines = pending.toString('latin1').split(/\r?\n/).filter(Boolean);
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 0) throw new S3Error('IncompleteBody');
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const trailerSignature = trailers.get('x-amz-trailer-signature');
  if (signer && lines.length > 0) {
    signer.verifyTrailers(
      lines.filter((line) => !/^x-amz-trailer-signature:/i.test(line)),
      trailerSignature,
    );
  }
}
