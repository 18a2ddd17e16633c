import type { OutgoingHttpHeaders } from 'node:http';
import { byteRange } from '../services/byte-range.ts';

type RequestHeaders = Record<string, string | string[] | undefined>;

const withoutWeakPrefix = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether the viewer's copy is current, by ETag, else by date. */
export function isKnown(request: RequestHeaders, answer: OutgoingHttpHeaders): boolean {
  const tags = request['if-none-match'];
  if (tags !== undefined) {
    const etag = withoutWeakPrefix(String(answer.etag));
    return String(tags)
      .split(',')
      .some((tag) => tag.trim() === '*' || withoutWeakPrefix(tag) === etag);
  }
  return Date.parse(String(answer['last-modified'])) <= Date.parse(String(request['if-modified-since']));
}

/** Returns the result of `byteRange`; undefined also when If-Range does not match. */
export function rangeOf(
  request: RequestHeaders,
  answer: OutgoingHttpHeaders,
  size: number,
): { first: number; last: number } | null | undefined {
  const condition = request['if-range'];
  if (condition !== undefined && condition !== answer.etag && condition !== answer['last-modified']) return undefined;
  return byteRange(request.range === undefined ? undefined : String(request.range), size);
}
