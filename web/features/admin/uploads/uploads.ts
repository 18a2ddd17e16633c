import { useSyncExternalStore } from 'react';
import { dismissPending } from '../sessions/grid/api.ts';
import { requestAttachmentTickets, requestTickets } from './api.ts';
import { checksum } from './files/checksum.ts';
import { staleness } from './files/staleness.ts';
import { put } from './put.ts';
import { UploadRun } from './upload-run.ts';

/** The page's only upload run; it outlives the screens of the admin area. */
export const uploads = new UploadRun({
  checksum,
  staleness,
  requestTickets: ({ customer: _, session, attach, ...settings }, batch) =>
    attach ? requestAttachmentTickets(session, batch.files) : requestTickets(session, { ...settings, ...batch }),
  giveUp: ({ session }, photo) => dismissPending(session, photo),
  put,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  untilOnline: () =>
    navigator.onLine
      ? undefined
      : new Promise((resolve) => addEventListener('online', () => resolve(), { once: true })),
});

export const useUploads = () => useSyncExternalStore(uploads.subscribe, uploads.snapshot);

// Leaving the page would abort running uploads, so ask for confirmation.
addEventListener('beforeunload', (event) => {
  if (uploads.snapshot().running) event.preventDefault();
});
