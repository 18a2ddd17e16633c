const changedText = 'This file changed after it was chosen. Choose it again.';
const missingText =
  'This file is not where it was: moved, deleted, or its drive or card was unplugged. Choose it again.';

/**
 * Reads a chosen file's first and last byte. A browser reads a file only while its time of last change is the same as when it was
 * chosen; otherwise a request that sends the file fails as if the connection were cut.
 * @returns why the file can't be read, and what to do; undefined if it can
 */
export async function staleness(file: File): Promise<string | undefined> {
  if (file.size === 0) return undefined;
  try {
    const ends = await new Blob([file.slice(0, 1), file.slice(-1)]).arrayBuffer();
    return ends.byteLength === 2 ? undefined : changedText;
  } catch (error) {
    return (error as { name?: unknown }).name === 'NotFoundError' ? missingText : changedText;
  }
}
