/**
 * Returns a derivative as JPEG, which every email program shows; many show no WebP.
 * @param derivative an upright picture without metadata
 */
export async function asJpeg(derivative: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  // Loaded for emails with a picture only: it takes longer than the rest of the function.
  const { default: sharp } = await import('sharp');
  return Buffer.from(await sharp(derivative).flatten({ background: '#ffffff' }).jpeg({ quality: 80 }).toBuffer());
}
