/** Hashes one file at a time away from the page, so that the page stays smooth and only one file is ever in memory. */
addEventListener('message', async ({ data }: MessageEvent<{ id: number; file: File }>) => {
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await data.file.arrayBuffer()));
    postMessage({ id: data.id, sha256: btoa(String.fromCharCode(...digest)) });
  } catch (error) {
    // The file was moved, deleted or changed on disk since it was chosen.
    postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
});
