/**
 * Returns a derivative as JPEG, which every email program shows; many show no WebP.
 * @param derivative an upright photo without metadata
 */
export async function asJpeg(derivative: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  // Loaded only for an email with a cover: loading takes longer than everything else in the function.
  const { default: sharp } = await import('sharp');
  return Buffer.from(await sharp(derivative).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer());
}
