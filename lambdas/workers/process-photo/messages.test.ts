import { expect, test } from 'vitest';
import type { PhotoJob } from '../../domain/jobs/photo-jobs.ts';
import { readJobs } from './messages.ts';

const [customer, session, photo] = ['c', 's', 'p'].map((letter) => letter.repeat(20));
const read = (message: object) => readJobs(JSON.stringify(message));
const notification = (...keys: string[]) => ({ Records: keys.map((key) => ({ s3: { object: { key } } })) });

test('each file of S3’s event is a job by its key', () => {
  expect(
    read(
      notification(
        `${customer}/${session}/${photo}`,
        `${customer}/${session}/${photo}/${'m'.repeat(20)}`,
        `attachments/${customer}/${session}/${photo}`,
        `website/${photo}`,
      ),
    ),
  ).toEqual([
    { kind: 'process-upload', key: `${customer}/${session}/${photo}` },
    { kind: 'process-upload', key: `${customer}/${session}/${photo}/${'m'.repeat(20)}` },
    { kind: 'store-attachment', key: `attachments/${customer}/${session}/${photo}` },
    { kind: 'make-picture', id: photo },
  ]);
});

test('keys of S3’s event are decoded, and an unknown one is processed, which says what is wrong', () => {
  expect(read(notification('a+b%2Fc'))).toEqual([{ kind: 'process-upload', key: 'a b/c' }]);
});

test('S3’s test event has no job', () => {
  expect(read({ Service: 'Amazon S3', Event: 's3:TestEvent' })).toEqual([]);
});

const jobs: PhotoJob[] = [
  { kind: 'process-upload', key: 'a/b/c' },
  { kind: 'store-attachment', key: 'attachments/a/b/c' },
  { kind: 'make-picture', id: 'a' },
  { kind: 'make-file', session_id: 's', id: 'p', size: 'print', since: '2026-11-01T00:00:00.000Z' },
  { kind: 'mark-session', session_id: 's', after: 'p', rekeys: '2026-11-01T00:00:00.000Z' },
  { kind: 'set-clocks', session_id: 's', after: 'p' },
];
test.each(jobs)('a queued job is read as it was sent: $kind', (job) => {
  expect(read(job)).toEqual([job]);
});

test.each([
  [{ make: { session_id: 's', id: 'p', size: 'web' } }, { kind: 'make-file', session_id: 's', id: 'p', size: 'web' }],
  [{ picture: { id: 'a' } }, { kind: 'make-picture', id: 'a' }],
  [{ mark: { session_id: 's', since: 'x' } }, { kind: 'mark-session', session_id: 's', since: 'x' }],
  [{ clocks: { session_id: 's', after: 'p' } }, { kind: 'set-clocks', session_id: 's', after: 'p' }],
])('a message that was queued before an update is still understood: %j', (message, job) => {
  expect(read(message)).toEqual([job]);
});

test.each([
  [{ kind: 'make-coffee' }],
  [{ kind: 'make-file', session_id: 's' }],
  [{ make: { session_id: 's' } }],
  [{ mark: null }],
  [{ Records: null }],
  [[]],
])('a message of another form fails, and is not lost: %j', (message) => {
  expect(() => read(message)).toThrow();
});
