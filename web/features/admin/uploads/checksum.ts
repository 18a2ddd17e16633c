export type ChecksumAnswer = { sha256: string } | { error: string };

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();

/** SHA-256 of a file, base64 as S3 wants it. Files wait for each other. Throws when the file can't be read any more. */
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
    // Its script did not load, or it died: the next file gets another one.
    asked.onerror = (event) => {
      asked.terminate();
      worker = undefined;
      reject(new Error(event.message));
    };
    asked.postMessage(file);
  });
}
