import { expect, test } from 'vitest';
import { forReader, StudioError } from './errors.ts';

const errorOf = (name: string) => Object.assign(new Error('arn:aws:iam::1:role/x'), { name });

test('a StudioError is returned unchanged; other errors lose their text', () => {
  const error = new StudioError('LABEL_TAKEN', undefined, { details: { suggestion: 'x-2' } });
  expect(forReader(error)).toBe(error);
  expect(error).toMatchObject({ status: 409, message: 'This customer already has a session with this ID.' });
  expect(forReader(errorOf('ThrottlingException')).code).toBe('BUSY');
  for (const busy of [
    errorOf('RequestThrottled'),
    Object.assign(errorOf('InternalErrorException'), { $metadata: { httpStatusCode: 500 } }),
    Object.assign(new Error('aborted'), { code: 'ECONNRESET' }),
  ]) {
    expect(forReader(busy).code).toBe('BUSY');
  }
  for (const unexpected of [errorOf('AccessDeniedException'), 'text', undefined]) {
    expect(forReader(unexpected)).toMatchObject({
      code: 'UNEXPECTED',
      message: 'Something went wrong. Please try again later.',
    });
  }
});
