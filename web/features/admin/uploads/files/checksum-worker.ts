import { sha256 } from '@noble/hashes/sha2.js';
import { messageOf } from '#shared/errors.ts';
import type { ChecksumAnswer } from './checksum.ts';

/**
 * Hashes one file at a time, in a worker to keep the page responsive, and in chunks to limit memory. The native SHA-256
 * (crypto.subtle) is faster but needs the whole file in memory.
 */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const answer = (what: ChecksumAnswer) => postMessage(what);
  try {
    const hash = sha256.create();
    const reader = file.stream().getReader();
    let size = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      hash.update(piece.value);
      size += piece.value.length;
    }
    // Not every browser refuses to read a file that was cut short since.
    if (size !== file.size) throw new Error(`Read ${size} of ${file.size} bytes.`);
    answer({ sha256: btoa(String.fromCharCode(...hash.digest())) });
  } catch (error) {
    // The file was moved, deleted or changed on disk since it was selected.
    answer({ error: messageOf(error) });
  }
});
