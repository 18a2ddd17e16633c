import { expect, test, vi } from 'vitest';
import { log } from './log.ts';
import { currentRequest, duringRequest, requestAttributes } from './request.ts';

test('the request id is available to the work of its request, also after an await, and to nothing else', async () => {
  const later = async () => {
    await Promise.resolve();
    return currentRequest();
  };
  const results = [duringRequest('a', later), duringRequest('b', later), later()];
  expect(await Promise.all(results)).toEqual(['a', 'b', undefined]);
});

test('an SQS message carries the request id', () => {
  expect(duringRequest('a', requestAttributes)).toEqual({
    MessageAttributes: { request_id: { DataType: 'String', StringValue: 'a' } },
  });
  expect(requestAttributes()).toEqual({});
});

test('every log line of the request contains its id', () => {
  const lines: string[] = [];
  const keep = (chunk: unknown) => lines.push(String(chunk)) > 0;
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(keep));
  duringRequest('Root=1-abc', () => log.error('Something failed.', { method: 'GET' }));
  for (const stream of streams) stream.mockRestore();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { request_id: 'Root=1-abc', method: 'GET', message: 'Something failed.' },
  ]);
});
