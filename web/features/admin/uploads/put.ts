export type PutOutcome =
  | { kind: 'stored' }
  /** The ticket is no longer good; a new one is needed. */
  | { kind: 'expired'; message: string }
  /** S3 will never take these bytes under this ticket. */
  | { kind: 'refused'; message: string }
  /** Cut off, or a busy S3: worth another try. */
  | { kind: 'failed'; message: string };

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
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => onProgress(event.loaded);
    request.onload = () => resolve(outcomeOf(request.status));
    request.onerror = () => resolve({ kind: 'failed', message: 'The connection was cut off.' });
    request.onabort = () => resolve({ kind: 'failed', message: 'Cancelled.' });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

export function outcomeOf(status: number): PutOutcome {
  if (status === 200 || status === 412) return { kind: 'stored' };
  if (status === 403) return { kind: 'expired', message: 'The upload took too long to begin.' };
  if (status === 400) {
    return { kind: 'refused', message: 'The file changed while it was being sent. Choose it again.' };
  }
  return { kind: 'failed', message: `The storage answered ${status}.` };
}
