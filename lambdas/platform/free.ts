/**
 * Frees the memory of bytes at once. V8 would keep it until its next garbage collection, which waits for some 64 MB.
 * Call it only when nothing reads the bytes any more.
 */
export function free({ buffer, byteLength }: Uint8Array): void {
  // Small buffers are slices of one ArrayBuffer that they share.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
