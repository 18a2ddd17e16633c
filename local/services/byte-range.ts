/**
 * Returns the bytes of a Range header (RFC 9110), both ends included; undefined for all bytes, also when S3 and
 * CloudFront ignore the header (several ranges, ends in the wrong order); null for a range after the end.
 * @param range the header, if any
 * @param size size of the whole in bytes
 */
export function byteRange(range: string | undefined, size: number): { first: number; last: number } | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return first < size ? { first, last } : null;
}
