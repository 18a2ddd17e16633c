import { useSyncExternalStore } from 'react';
import { requestTickets } from '../queries.ts';
import { checksum } from './checksum.ts';
import { put } from './put.ts';
import { UploadRun } from './upload-run.ts';

/** The one run of this page: it outlives every screen of the admin area. */
export const uploads = new UploadRun({
  checksum,
  requestTickets: ({ session, is_approved, downloadable }, files) =>
    requestTickets(session, { is_approved, downloadable, files }),
  put,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  untilOnline: () =>
    navigator.onLine
      ? undefined
      : new Promise((resolve) => addEventListener('online', () => resolve(), { once: true })),
});

export const useUploads = () => useSyncExternalStore(uploads.subscribe, uploads.snapshot);

// Leaving the page would cut off what is still on its way: the browser asks first.
addEventListener('beforeunload', (event) => {
  if (uploads.snapshot().running) event.preventDefault();
});
