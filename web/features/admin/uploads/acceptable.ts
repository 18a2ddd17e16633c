import { isPhotoType, limits, type PhotoType, photoTypes, photoTypesInWords } from '#shared/limits.ts';

/** What a browser's picker should offer: images only. */
export const pickerTypes = Object.keys(photoTypes).join(',');

/** The content type of a photo by its name's ending, where the browser knows none; null for what is no photo here. */
export function photoTypeOf(file: { name: string; type: string }): PhotoType | null {
  if (isPhotoType(file.type)) return file.type;
  const ending = file.name.toLowerCase().split('.').pop() ?? '';
  const known = Object.entries(photoTypes).find(([, endings]) => (endings as readonly string[]).includes(ending));
  return known && (file.type === '' || file.type === 'application/octet-stream') ? (known[0] as PhotoType) : null;
}

/** Why this file can't be uploaded, naming the limit and what to do; null when it can. */
export function refusal(file: { name: string; type: string; size: number }): string | null {
  if (!photoTypeOf(file)) {
    return /\.hei[cf]$/i.test(file.name)
      ? 'HEIC photos can’t be read here. Export it as JPEG and choose it again.'
      : `This is no ${photoTypesInWords} photo. Export it as JPEG and choose it again.`;
  }
  if (file.size === 0) return 'This file is empty. Export the photo again.';
  if (file.size > limits.photoBytes) {
    return `This photo is larger than ${limits.photoBytes / 1024 / 1024} MB. Export it smaller and choose it again.`;
  }
  if (file.name.length > limits.fileName)
    return `This file’s name is longer than ${limits.fileName} letters. Rename it.`;
  return null;
}
