import { type AttachmentKind, attachmentEndings, attachmentKindOf } from '#shared/attachments.ts';
import { isPhotoType, limits, type PhotoType, photoTypeList, photoTypes } from '#shared/limits.ts';
import { contentHeadBytes, kindOfContent } from '#shared/photos/kind-of-content.ts';
import { formatCounted } from '#shared/text/format-count.ts';

/** Extensions of JPEGs that the file pickers of some systems don't count as `image/jpeg`. */
const furtherExtensions = ['.jpe', '.jfif', '.pic'];

/**
 * Values of the file input's `accept` attribute: for photos, and for photos and attachments. A name without an extension can't be
 * listed: such a file can be dropped, or picked among all files.
 */
export const pickerTypes = [...Object.keys(photoTypes), ...furtherExtensions].join(',');
export const pickerTypesWithAttachments = [pickerTypes, ...attachmentEndings.map((ending) => `.${ending}`)].join(',');

/** Returns a file's photo type, by its extension if the browser reports none; null if it is not a supported photo. */
export function photoTypeOf(file: { name: string; type: string }): PhotoType | null {
  if (isPhotoType(file.type)) return file.type;
  const extension = file.name.toLowerCase().split('.').pop() ?? '';
  const typeEntry = Object.entries(photoTypes).find(([, endings]) =>
    (endings as readonly string[]).includes(extension),
  );
  return typeEntry && (file.type === '' || file.type === 'application/octet-stream')
    ? (typeEntry[0] as PhotoType)
    : null;
}

/**
 * Returns a file with the photo type of its first bytes if neither its name nor the browser states one: a JPEG called `.HEIC`, or
 * a JPEG without an extension. The content is not copied.
 */
export async function typedByBytes(file: File): Promise<File> {
  if (photoTypeOf(file)) return file;
  try {
    const kind = kindOfContent(new Uint8Array(await file.slice(0, contentHeadBytes).arrayBuffer()));
    if (!kind || !isPhotoType(kind)) return file;
    // The raw files of many cameras are TIFF by their first bytes.
    if (kind === 'image/tiff' && file.name.includes('.')) return file;
    return new File([file], file.name, { type: kind, lastModified: file.lastModified });
  } catch {
    // The file was deleted or is locked: the upload reports it.
    return file;
  }
}

const nameTooLong = `This file’s name is longer than ${limits.fileName} characters. Rename it.`;

/** Returns the kind of attachment that a file becomes; undefined for a photo, and for a file that can't be attached. */
const attachmentOf = (file: { name: string; type: string }): AttachmentKind | undefined =>
  photoTypeOf(file) ? undefined : attachmentKindOf(file.name);

/** Whether a file is not a photo and can be attached for download. */
export const isAttachment = (file: { name: string; type: string }): boolean => attachmentOf(file) !== undefined;

/** Texts for files that can't be shown: the name of one file, and why one or several can't be shown and what to do. */
const unshownTexts: Record<AttachmentKind, { name: string; why: string; whyMany: string }> = {
  heic: {
    name: 'HEIC photo',
    why: 'Browsers other than Safari don’t show HEIC. Export it as JPEG and choose it again.',
    whyMany: 'Browsers other than Safari don’t show HEIC. Export them as JPEG and choose them again.',
  },
  raw: {
    name: 'raw file',
    why: 'Browsers don’t show raw files. Export it as JPEG and choose it again.',
    whyMany: 'Browsers don’t show raw files. Export them as JPEG and choose them again.',
  },
  video: {
    name: 'video',
    why: 'A video is no photo. Export a picture of it as JPEG and choose that.',
    whyMany: 'Videos are no photos. Export a picture of each as JPEG and choose those.',
  },
  pdf: {
    name: 'PDF',
    why: 'A PDF is no photo. Export its page as JPEG and choose that.',
    whyMany: 'PDFs are no photos. Export their pages as JPEG and choose those.',
  },
};

/** Returns which files can't be shown and why: one line for the files of a kind, with their number. */
export const unshownByKind = (files: File[]): { subject: string; reason: string }[] =>
  [...Map.groupBy(files, attachmentOf)].flatMap(([kind, filesOfKind]) => {
    if (!kind) return [];
    const { name, why, whyMany } = unshownTexts[kind];
    return [
      filesOfKind.length === 1
        ? { subject: filesOfKind[0]!.name, reason: why }
        : { subject: formatCounted(filesOfKind.length, name), reason: whyMany },
    ];
  });

/** Returns why this file can't be uploaded as a photo, with the limit and what to do; null if it can. */
export function refusal(file: { name: string; type: string; size: number }): string | null {
  if (!photoTypeOf(file)) {
    const kind = attachmentOf(file);
    return kind ? unshownTexts[kind].why : `This is no ${photoTypeList} photo. Export it as JPEG and choose it again.`;
  }
  if (file.size === 0) return 'This file is empty. Export the photo again.';
  if (file.size > limits.photoBytes) {
    return `This photo is larger than ${limits.photoBytes / 1024 / 1024} MB. Export it smaller and choose it again.`;
  }
  return file.name.length > limits.fileName ? nameTooLong : null;
}

/** Returns why this file can't be attached for download, with the limit and what to do; null if it can. */
export function attachmentRefusal(file: { name: string; type: string; size: number }): string | null {
  if (!attachmentOf(file)) return 'Only raw files, videos, HEIC and PDFs can be attached.';
  if (file.size === 0) return 'This file is empty. Export it again.';
  if (file.size > limits.attachmentBytes) {
    return `This file is larger than ${limits.attachmentBytes / 1e9} GB. Export it smaller, or in parts.`;
  }
  return file.name.length > limits.fileName ? nameTooLong : null;
}
