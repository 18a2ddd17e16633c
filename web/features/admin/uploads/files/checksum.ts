export type ChecksumAnswer = { sha256: string } | { error: string };

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Computes a file's SHA-256, base64 as S3 expects it. Files are hashed one after the other.
 * @throws Error if the file can't be read.
 */
export function checksum(file: File): Promise<string> {
  const mine = last.then(() => ask(file));
  last = mine.catch(() => {});
  return mine;
}

function ask(file: File): Promise<string> {
  worker ??= new Worker(new URL('./checksum-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  return new Promise((resolve, reject) => {
    asked.onmessage = ({ data }: MessageEvent<ChecksumAnswer>) => {
      if ('sha256' in data) resolve(data.sha256);
      else reject(new Error(data.error));
    };
    // The worker failed to load or crashed: the next file starts a new one.
    asked.onerror = (event) => {
      asked.terminate();
      worker = undefined;
      reject(new Error(event.message));
    };
    asked.postMessage(file);
  });
}
