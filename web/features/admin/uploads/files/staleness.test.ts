import { expect, test, vi } from 'vitest';
import { staleness } from './staleness.ts';

const file = new File(['content'], 'a.jpg', { type: 'image/jpeg' });
const readsAs = (read: () => Promise<ArrayBuffer>) =>
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(() => read());

test('a file that can be read is as it was chosen; an empty one is not read', async () => {
  expect(await staleness(file)).toBeUndefined();
  expect(await staleness(new File([], 'empty.jpg'))).toBeUndefined();
});

test.each([
  ['NotReadableError', /^This file changed after it was chosen\. Choose it again\.$/],
  ['NotFoundError', /moved, deleted, or its drive or card was unplugged\. Choose it again\.$/],
])('%s says what happened and what to do', async (name, sentence) => {
  const read = readsAs(async () => {
    throw new DOMException('', name);
  });
  expect(await staleness(file)).toMatch(sentence);
  read.mockRestore();
});

test('a file that was cut short changed', async () => {
  const read = readsAs(async () => new ArrayBuffer(1));
  expect(await staleness(file)).toMatch(/changed/);
  read.mockRestore();
});
