import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { TicketRequest } from '#shared/contract/photos/uploads.ts';
import * as auth from '../../../lib/auth/auth.ts';
import { type Answers, answerFetch, showScreen } from '../../../lib/testing.ts';
import type { ChecksumAnswer } from './files/checksum.ts';
import { keepUploadsOf } from './files/chosen.ts';
import { ManageCustomer, PhotoUpload } from './upload-screens.tsx';

/**
 * The upload screens for their tests: `beforeEach(answerUploads)` and `afterEach(forgetUploads)`. Each file mocks
 * lib/auth/auth.ts itself.
 */

export const accessToken = vi.mocked(auth.accessToken);
export const customer = 'c'.repeat(20);
export const session = 's'.repeat(20);
export const rosa = {
  id: customer,
  customer_id: 'C-7K3M-2QXD',
  name: 'Rosa Delgado',
  email: 'rosa@example.com',
  phone: '',
};
export const family = { id: session, customer_id: customer, session_name: 'Family', session_label: 'may2025-family' };
export const photo = (name: string) => new File([name], name, { type: 'image/jpeg' });

/** Files whose checksum can't be computed. */
export const unreadable = new Set<File>();
export let answers: Answers;
export let requests: string[];
export function answerUploads() {
  answers = {
    [`GET /api/admin/customers/${customer}`]: rosa,
    'GET /api/admin/customers': { items: [rosa, { ...rosa, id: 'other', name: 'Ben' }], next_cursor: null },
    [`GET /api/admin/customers/${customer}/sessions`]: { items: [family] },
    'GET /api/admin/customers/other/sessions': { items: [] },
    [`GET /api/admin/sessions/${session}/photos?show=all`]: { items: [], next_cursor: null },
    // Tickets that need no upload: every file is already present.
    [`POST /api/admin/sessions/${session}/uploads`]: ({ files }: { files: TicketRequest[] }) => ({
      tickets: files.map(({ file_name }) => ({ state: 'present', photo_id: 'p', file_name })),
    }),
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: ChecksumAnswer }) => void;
      postMessage(file: File) {
        const data = unreadable.has(file) ? { error: 'NotReadableError' } : { sha256: 'sha256' };
        queueMicrotask(() => this.onmessage?.({ data }));
      }
    },
  );
  accessToken.mockResolvedValue('token');
}
export function forgetUploads() {
  // A different admin clears the state of the previous test.
  keepUploadsOf(crypto.randomUUID());
  keepUploadsOf(crypto.randomUUID());
  vi.unstubAllGlobals();
}

export const open = (path: string) =>
  showScreen(
    [
      { path: '/admin/customer/:id', Component: ManageCustomer },
      { path: '/admin/photo-upload', Component: PhotoUpload },
    ],
    path,
  );

export const select = (...files: File[]) => userEvent.upload(screen.getByLabelText('Select Files'), files);
export const press = () => userEvent.click(screen.getByRole('button', { name: 'Upload' }));
export const tickets = () => requests.filter((request) => request.includes('/uploads '));

export const ready = async () => {
  const shown = open(`/admin/photo-upload?customer_id=${customer}&session_id=${session}`);
  await screen.findByRole('option', { name: /Family/ });
  return shown;
};

export const fileEntry = (name: string, file: Promise<File>) => ({
  name,
  isFile: true,
  file: (resolve: (file: File) => void, reject: (error: unknown) => void) => void file.then(resolve, reject),
});

export const folder = (name: string, ...pieces: object[][]) => ({
  name,
  isFile: false,
  createReader: () => ({ readEntries: (resolve: (piece: object[]) => void) => resolve(pieces.shift() ?? []) }),
});

export const drop = (...entries: object[]) =>
  fireEvent.drop(screen.getByText('Drag and drop photos here'), {
    dataTransfer: { items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })), files: [] },
  });

export const filesIn = (...names: string[]) => names.map((name) => fileEntry(name, Promise.resolve(photo(name))));

export const sentNames = () =>
  tickets().flatMap((request) => request.match(/"file_name":"[^"]+/g)?.map((element) => element.slice(13)) ?? []);
