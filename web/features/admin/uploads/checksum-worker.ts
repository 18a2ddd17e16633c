import { sha256 } from '@noble/hashes/sha2.js';
import type { ChecksumAnswer } from './checksum.ts';

/**
 * Hashes one file at a time away from the page, so that the page stays smooth, and piece by piece, so that a file's size
 * is not felt in memory. The browser's own SHA-256 is faster, but takes a file only as a whole.
 */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const answer = (what: ChecksumAnswer) => postMessage(what);
  try {
    const hash = sha256.create();
    const reader = file.stream().getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value);
    answer({ sha256: btoa(String.fromCharCode(...hash.digest())) });
  } catch (error) {
    // The file was moved, deleted or changed on disk since it was chosen.
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});
