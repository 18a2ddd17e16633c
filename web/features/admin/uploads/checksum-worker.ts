import type { ChecksumAnswer } from './checksum.ts';

/** Hashes one file at a time away from the page, so that the page stays smooth and only one file is ever in memory. */
addEventListener('message', async ({ data: file }: MessageEvent<File>) => {
  const answer = (what: ChecksumAnswer) => postMessage(what);
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
    answer({ sha256: btoa(String.fromCharCode(...digest)) });
  } catch (error) {
    // The file was moved, deleted or changed on disk since it was chosen.
    answer({ error: error instanceof Error ? error.message : String(error) });
  }
});
