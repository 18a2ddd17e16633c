import { describe, expect, test } from 'vitest';
import { decodeChunks } from './chunked-body.ts';

const body = '6\r\nhello \r\n6\r\nstream\r\n0\r\nx-amz-checksum-crc32:gtnkmQ==\r\n\r\n';

async function decode(text: string, pieceLength = text.length) {
  const trailers = new Map<string, string>();
  const pieces: Buffer[] = [];
  for (let start = 0; start < text.length; start += pieceLength) {
    pieces.push(Buffer.from(text.slice(start, start + pieceLength)));
  }
  const content: string[] = [];
  async function* source() {
    yield* pieces;
  }
  for await (const chunk of decodeChunks(source(), undefined, trailers)) content.push(chunk.toString());
  return { content: content.join(''), trailers: Object.fromEntries(trailers) };
}

describe('aws-chunked', () => {
  test.each([1, 2, 3, 5, 7, 11, 13, 1000])('is decoded in pieces of %i bytes', async (length) => {
    expect(await decode(body, length)).toEqual({
      content: 'hello stream',
      trailers: { 'x-amz-checksum-crc32': 'gtnkmQ==' },
    });
  });

  test('can have no content and no trailers', async () => {
    expect(await decode('0\r\n\r\n')).toEqual({ content: '', trailers: {} });
  });

  test.each([
    '',
    '6\r\nhel',
    '6\r\nhello \r\n',
    '6\r\nhello!!\r\n0\r\n\r\n',
    'xyz\r\n',
    '5;other=1\r\nhello\r\n0\r\n\r\n',
  ])('malformed is rejected: %j', async (text) => {
    await expect(decode(text)).rejects.toMatchObject({ code: 'IncompleteBody' });
  });
});
