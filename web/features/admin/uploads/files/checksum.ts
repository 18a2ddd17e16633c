export type ChecksumAnswer = { sha256: string } | { error: string };

let worker: Worker | undefined;
let lastResult: Promise<unknown> = Promise.resolve();

/**
 * Computes a file's SHA-256, base64-encoded as S3 expects it. Files are hashed one after another.
 * @throws Error if the file can't be read.
 */
export function checksum(file: File): Promise<string> {
  const result = lastResult.then(() => requestChecksum(file));
  lastResult = result.catch(() => {});
  return result;
}

function requestChecksum(file: File): Promise<string> {
  worker ??= new Worker(new URL('./checksum-worker.ts', import.meta.url), { type: 'module' });
  const currentWorker = worker;
  return new Promise((resolve, reject) => {
    currentWorker.onmessage = ({ data }: MessageEvent<ChecksumAnswer>) => {
      if ('sha256' in data) resolve(data.sha256);
      else reject(new Error(data.error));
    };
    // The worker failed to load or crashed: the next file starts a new worker.
    currentWorker.onerror = (event) => {
      currentWorker.terminate();
      worker = undefined;
      reject(new Error(event.message));
    };
    currentWorker.postMessage(file);
  });
}
