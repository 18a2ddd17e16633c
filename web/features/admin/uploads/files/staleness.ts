const changed = 'This file changed after it was chosen. Choose it again.';
const gone = 'This file is not where it was: moved, deleted, or its drive or card was unplugged. Choose it again.';

/**
 * Reads a chosen file's first and last byte. A browser reads a file only while it is the one that was chosen, by the
 * time of its last change, and ends a request that sends another one as if the connection were cut.
 * @returns why the file can't be read any more, and what to do; undefined when it can
 */
export async function staleness(file: File): Promise<string | undefined> {
  if (file.size === 0) return undefined;
  try {
    const ends = await new Blob([file.slice(0, 1), file.slice(-1)]).arrayBuffer();
    return ends.byteLength === 2 ? undefined : changed;
  } catch (error) {
    return (error as { name?: unknown }).name === 'NotFoundError' ? gone : changed;
  }
}
