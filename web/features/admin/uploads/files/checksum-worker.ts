import { sha256 } from '@noble/hashes/sha2.js';
import { messageOf } from '#shared/errors.ts';
import type { ChecksumAnswer } from './checksum.ts';

/**
 * Hashes one file at a time: in a worker to keep the page responsive, and in chunks to limit memory. The native SHA-256
 * (crypto.subtle) is faster but needs the whole file in memory.
 */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const answer = (message: ChecksumAnswer) => postMessage(message);
  try {
    const hash = sha256.create();
    const reader = file.stream().getReader();
    let size = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      hash.update(chunk.value);
      size += chunk.value.length;
    }
    // Some browsers read a file without an error although it was shortened after it was chosen.
    if (size !== file.size) throw new Error(`Read ${size} of ${file.size} bytes.`);
    answer({ sha256: btoa(String.fromCharCode(...hash.digest())) });
  } catch (error) {
    // The file was moved, deleted or changed on disk after it was chosen.
    answer({ error: messageOf(error) });
  }
});
