export type PutOutcome =
  | { kind: 'stored' }
  /** The ticket is no longer good; a new one is needed. */
  | { kind: 'expired'; message: string }
  /** S3 will never take these bytes under this ticket. */
  | { kind: 'refused'; message: string }
  /** Cut off, or a busy S3: worth another try. */
  | { kind: 'failed'; message: string };

/** A line on which nothing moved for this long is dead, although the browser has not noticed. */
const patience = 60_000;

/**
 * Sends one file to S3 under its ticket. XMLHttpRequest, because `fetch` tells nothing of an upload's progress.
 * 412 means that S3 has those very bytes under that key already: the ticket fixes key and checksum.
 */
export function put(
  url: string,
  headers: Record<string, string>,
  file: File,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<PutOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let dead: ReturnType<typeof setTimeout>;
    const alive = () => {
      clearTimeout(dead);
      dead = setTimeout(abort, patience);
    };
    const settle = (outcome: PutOutcome) => {
      clearTimeout(dead);
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      alive();
      onProgress(event.loaded);
    };
    request.onload = () => settle(outcomeOf(request.status, request.responseText));
    request.onerror = () => settle({ kind: 'failed', message: 'The connection was cut off.' });
    request.onabort = () => settle({ kind: 'failed', message: 'The connection was cut off.' });
    signal.addEventListener('abort', abort);
    alive();
    request.send(file);
  });
}

/** What S3's answer means. S3 says 400 of much: of bytes that don't match, but also of a line or a key that ran out. */
export function outcomeOf(status: number, body: string): PutOutcome {
  if (status === 200 || status === 412) return { kind: 'stored' };
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1];
  if (status === 403 || code === 'ExpiredToken') {
    return { kind: 'expired', message: 'The upload took too long to begin.' };
  }
  if (status === 400 && code !== 'RequestTimeout') {
    return { kind: 'refused', message: 'The file changed while it was being sent. Choose it again.' };
  }
  return { kind: 'failed', message: `The storage answered ${status}.` };
}
