import { waitFor } from '@testing-library/dom';
import { expect } from 'vitest';
import type { Ticket, TicketRequest } from '#shared/contract/photos/uploads.ts';
import type { PutOutcome } from './put.ts';
import type { UploadSnapshot, UploadTarget } from './upload-item.ts';
import { UploadRun, type UploadServices } from './upload-run.ts';

/** Beginnings that the tests of a run of uploads share: files, answers of S3, and a run with fake services. */

export const target: UploadTarget = { customer: 'c', session: 's'.repeat(20), is_approved: true, downloadable: true };

export const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });
export const photos = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => photo(`${String(from + index).padStart(3, '0')}.jpg`));

export const upload = (name: string): Ticket => ({
  state: 'upload',
  photo_id: 'p'.repeat(20),
  url: `s3:${name}`,
  headers: {},
});
export const stored: PutOutcome = { kind: 'stored' };
export const failed: PutOutcome = { kind: 'failed', message: 'The connection was cut off.' };
export const expired: PutOutcome = { kind: 'expired', message: 'The upload took too long to begin.' };
export const apiError = (code: string) => Object.assign(new Error(`${code}.`), { code });

/** A run with fake services that record their calls. */
export function startRun(
  services: Partial<Omit<UploadServices, 'requestTickets'>> & {
    requestTickets?: (target: UploadTarget, files: TicketRequest[]) => Promise<Ticket[]>;
  } = {},
) {
  const calls = {
    begun: [] as (string | undefined)[],
    batches: [] as TicketRequest[][],
    targets: [] as UploadTarget[],
    puts: [] as string[],
    most: 0,
  };
  let sending = 0;
  const put: UploadServices['put'] = async (url, headers, file, signal, onProgress) => {
    calls.puts.push(url);
    sending += 1;
    calls.most = Math.max(calls.most, sending);
    try {
      return await (services.put ?? (async () => stored))(url, headers, file, signal, onProgress);
    } finally {
      sending -= 1;
    }
  };
  const run = new UploadRun({
    staleness: services.staleness ?? (async () => undefined),
    giveUp: services.giveUp ?? (async () => {}),
    checksum: services.checksum ?? (async (file) => `sha256 of ${file.name}`),
    async requestTickets(to, { begun_at, files }) {
      calls.batches.push(files);
      calls.targets.push(to);
      calls.begun.push(begun_at);
      const tickets = (await services.requestTickets?.(to, files)) ?? files.map((file) => upload(file.file_name));
      return { tickets, begun_at: begun_at ?? `begun ${calls.batches.length}` };
    },
    put,
    pause: services.pause ?? (async () => {}),
    untilOnline: services.untilOnline ?? (() => undefined),
  });
  return { run, calls };
}

export const over = (run: UploadRun) => waitFor(() => expect(run.snapshot().running).toBe(false));
export const states = (snapshot: UploadSnapshot) => snapshot.items.map((item) => item.state);
export const named = (snapshot: UploadSnapshot, name: string) => snapshot.items.find((item) => item.name === name);

/** A promise that the test settles. */
export const gate = () => Promise.withResolvers<void>();

/** An upload that ends only when aborted, like an aborted XMLHttpRequest. */
export const untilAborted: UploadServices['put'] = (_url, _headers, _file, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed)));

export const changed = 'This file changed after it was chosen. Choose it again.';
