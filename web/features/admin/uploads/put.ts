export type PutOutcome =
  | { kind: 'stored' }
  /** The ticket's URL or credentials have expired; request a new ticket. */
  | { kind: 'expired'; message: string }
  /** S3 received other bytes than the ticket is for. */
  | { kind: 'changed'; message: string }
  /** Connection error or S3 server error; can be retried. */
  | { kind: 'failed'; message: string };

/** Milliseconds without progress before the request is aborted; browsers don't time out stalled connections. */
const stallTimeout = 60_000;

/**
 * Uploads a file to S3 with its ticket. XMLHttpRequest, because `fetch` reports no upload progress. 412 (If-None-Match)
 * means that the same bytes are already stored: the ticket fixes key and checksum.
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
    let stallTimer: ReturnType<typeof setTimeout>;
    const restartStallTimer = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(abort, stallTimeout);
    };
    const settle = (outcome: PutOutcome) => {
      clearTimeout(stallTimer);
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      restartStallTimer();
      onProgress(event.loaded);
    };
    request.onload = () => settle(outcomeOf(request.status, request.responseText));
    request.onerror = () => settle({ kind: 'failed', message: 'The connection was cut off.' });
    request.onabort = () => settle({ kind: 'failed', message: 'The connection was cut off.' });
    signal.addEventListener('abort', abort);
    restartStallTimer();
    request.send(file);
  });
}

/**
 * Returns the outcome of S3's response. Status 400 has several causes: a checksum mismatch is permanent, `RequestTimeout` and
 * `ExpiredToken` are not.
 */
export function outcomeOf(status: number, body: string): PutOutcome {
  if (status === 200 || status === 412) return { kind: 'stored' };
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1];
  if (status === 403 || code === 'ExpiredToken') {
    return { kind: 'expired', message: 'The upload took too long to begin.' };
  }
  if (status === 400 && code !== 'RequestTimeout') {
    return { kind: 'changed', message: 'The file changed while it was being sent. Choose it again.' };
  }
  return { kind: 'failed', message: `The storage answered ${status}.` };
}
