/** Returns the tables of a TrueType font file, in the order of the file. */
export function tablesOf(font: Buffer): Map<string, Buffer> {
  return new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
      const entry = 12 + 16 * index;
      const start = font.readUInt32BE(entry + 8);
      const name = font.toString('latin1', entry, entry + 4);
      return [name, font.subarray(start, start + font.readUInt32BE(entry + 12))] as const;
    }),
  );
}

/**
 * Returns a TrueType font file of these tables. Checksums are left out: HarfBuzz, which reads the file, writes its own.
 */
export function fontOf(tables: Map<string, Buffer>): Buffer {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(12 + 16 * sorted.length);
  head.writeUInt32BE(0x00_01_00_00, 0);
  head.writeUInt16BE(sorted.length, 4);
  const chunks = [head];
  let start = head.length;
  for (const [index, [name, table]] of sorted.entries()) {
    const entry = 12 + 16 * index;
    head.write(name, entry, 'latin1');
    head.writeUInt32BE(start, entry + 8);
    head.writeUInt32BE(table.length, entry + 12);
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4);
    table.copy(padded);
    chunks.push(padded);
    start += padded.length;
  }
  return Buffer.concat(chunks);
}
