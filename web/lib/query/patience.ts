/**
 * Sends requests again that were refused because many came at once, such as those of the guests of a wedding. API
 * Gateway responds 429 above its throttles, and 503 when the account runs as many functions as it may.
 */

/** The members of a response that retries need. */
interface Refusable {
  status: number;
  headers: Headers;
  clone(): { json(): Promise<unknown> };
}

export interface Sending {
  method?: string | undefined;
  signal?: AbortSignal | null | undefined;
  repeats?: 'read' | 'write';
}

/** An option of a request's `init`: the request is no GET but only reads. */
export const likeRead = { repeats: 'read' } as RequestInit;
/**
 * An option of a request's `init`: a write that changes nothing when it is carried out a second time, and gets the same
 * response. It may be sent again even when nobody knows whether it was carried out.
 */
export const repeatable = { repeats: 'write' } as RequestInit;

/** How many more times a request is sent. */
const furtherTries = {
  /** Requests refused before any of our code ran, which passes within a minute. */
  refused: 10,
  /** Requests that failed on their way, or at an AWS service that did not respond to our code either. */
  failed: 2,
};
/**
 * Milliseconds: the first wait, which doubles each time; the longest wait; and the longest wait that a server may ask
 * for.
 */
const firstWait = 500;
const longestWait = 8_000;
const longestRequestedWait = 60_000;

/**
 * Sends a request until it is not refused or no tries are left, and returns the last response.
 * @param send sends the request; called again for each further try
 */
export async function patiently<Answer extends Refusable>(
  send: () => Promise<Answer>,
  { method = 'GET', signal, repeats = ['GET', 'HEAD'].includes(method) ? 'read' : undefined }: Sending = {},
): Promise<Answer> {
  let isCounted = false;
  try {
    for (let tries = 0; ; tries += 1) {
      const answer = await send();
      if (tries >= (await furtherTriesAfter(answer, repeats))) return answer;
      const wait = waitBefore(tries, answer.headers.get('retry-after'));
      if (wait === undefined) return answer;
      if (!isCounted) changeWaiting(1);
      isCounted = true;
      await pause(wait, signal);
    }
  } finally {
    if (isCounted) changeWaiting(-1);
  }
}

/** Sends a request by `fetch`, and sends a refused request again. */
export const patientFetch = (input: RequestInfo | URL, init: RequestInit & Sending = {}): Promise<Response> =>
  patiently(() => fetch(input, init), init);

async function furtherTriesAfter(answer: Refusable, repeats: Sending['repeats']): Promise<number> {
  const { status } = answer;
  if (status !== 429 && status < 500) return 0;
  const code = await ownCodeOf(answer);
  // TOO_MANY from our code is a limit by the hour or day. A write that our code could not carry out is reported to the
  // person.
  if (code !== undefined) return code === 'BUSY' && repeats === 'read' ? furtherTries.failed : 0;
  // API Gateway has not passed the request on.
  if (status === 429) return furtherTries.refused;
  if (repeats === undefined) return 0;
  return status === 503 ? furtherTries.refused : furtherTries.failed;
}

/** Returns the code of an error from our code; undefined for AWS's errors, which have other bodies. */
async function ownCodeOf(answer: Refusable): Promise<unknown> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: unknown } } | null;
  return body?.error?.code;
}

/**
 * Returns the milliseconds until the next try: a random share of a growing time, so that requests that were refused
 * together do not come back together, and at least the time that the server asks for (`Retry-After`: seconds, or a
 * date); undefined when the server asks for more than a person waits.
 */
export function waitBefore(tries: number, retryAfter: string | null): number | undefined {
  const requestedWait = Math.max(0, Number(retryAfter) * 1_000 || Date.parse(retryAfter ?? '') - Date.now() || 0);
  if (requestedWait > longestRequestedWait) return undefined;
  return requestedWait + Math.min(longestWait, firstWait * 2 ** tries) * (0.5 + Math.random() / 2);
}

/**
 * Waits for a time.
 * @throws the abort reason when the signal is aborted in the meantime
 */
const pause = (milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

let waitingRequests = 0;
const listeners = new Set<() => void>();

function changeWaiting(change: 1 | -1): void {
  waitingRequests += change;
  for (const listener of listeners) listener();
}

/** Whether a request of this page has been refused and is sent again. */
export const isWaiting = (): boolean => waitingRequests > 0;

/**
 * Calls the listener when `isWaiting` may have changed.
 * @returns a function that removes the listener.
 */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
