/**
 * Frees the memory of bytes at once: V8 would keep it until its next garbage collection, for which it lets some 64 MB
 * come together. Call it when nothing reads the bytes any more, and nothing will.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  // Small buffers are slices of one that they share.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
