/** Length of the codes that are emailed by Cognito and by us. */
export const codeDigits = 8;

/** Limits that people can reach. Plain numbers, so that public pages don't load zod. */
export * as limits from './limit-values.ts';

/** Accepted photo content types and their file extensions. The server also checks the file's magic bytes. */
export const photoTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/tiff': ['tif', 'tiff'],
} as const;
export type PhotoType = keyof typeof photoTypes;
export const isPhotoType = (type: string): type is PhotoType => Object.hasOwn(photoTypes, type);
export const photoTypeList = 'JPEG, PNG, WebP, AVIF or TIFF';
