type Answer = { id: number; sha256: string } | { id: number; error: string };

let worker: Worker | undefined;
let last: Promise<unknown> = Promise.resolve();
let count = 0;

/** SHA-256 of a file, base64 as S3 wants it. Files wait for each other. Throws when the file can't be read any more. */
export function checksum(file: File): Promise<string> {
  const mine = last.then(() => ask(file));
  last = mine.catch(() => {});
  return mine;
}

function ask(file: File): Promise<string> {
  worker ??= new Worker(new URL('./checksum-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const id = ++count;
  return new Promise((resolve, reject) => {
    const settle = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      asked.removeEventListener('message', settle);
      if ('sha256' in data) resolve(data.sha256);
      else reject(new Error(data.error));
    };
    asked.addEventListener('message', settle);
    asked.postMessage({ id, file });
  });
}
