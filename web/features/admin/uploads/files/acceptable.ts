import { type AttachmentKind, attachmentEndings, attachmentKindOf } from '#shared/attachments.ts';
import { isPhotoType, limits, type PhotoType, photoTypeList, photoTypes } from '#shared/limits.ts';
import { contentHeadBytes, kindOfContent } from '#shared/photos/kind-of-content.ts';
import { formatCounted } from '#shared/text/format-count.ts';

/** Endings of JPEGs that some systems' pickers do not count to `image/jpeg`. */
const furtherEndings = ['.jpe', '.jfif', '.pic'];

/**
 * Values of the file input's `accept` attribute: the supported image types, and with the files that can be attached. A
 * name without an ending can't be listed: such a file is dropped, or picked among all files.
 */
export const pickerTypes = [...Object.keys(photoTypes), ...furtherEndings].join(',');
export const pickerTypesWithAttachments = [pickerTypes, ...attachmentEndings.map((ending) => `.${ending}`)].join(',');

/** A file's photo type, by its extension if the browser reports none; null if it is not a supported photo. */
export function photoTypeOf(file: { name: string; type: string }): PhotoType | null {
  if (isPhotoType(file.type)) return file.type;
  const ending = file.name.toLowerCase().split('.').pop() ?? '';
  const known = Object.entries(photoTypes).find(([, endings]) => (endings as readonly string[]).includes(ending));
  return known && (file.type === '' || file.type === 'application/octet-stream') ? (known[0] as PhotoType) : null;
}

/**
 * Returns a file with the type that its first bytes have, where they are of a photo and neither name nor browser says
 * so: a JPEG called `.HEIC`, or one without an ending. The content is not copied.
 */
export async function typedByBytes(file: File): Promise<File> {
  if (photoTypeOf(file)) return file;
  try {
    const kind = kindOfContent(new Uint8Array(await file.slice(0, contentHeadBytes).arrayBuffer()));
    if (!kind || !isPhotoType(kind)) return file;
    // Many cameras' raw files are TIFF by their first bytes.
    if (kind === 'image/tiff' && file.name.includes('.')) return file;
    return new File([file], file.name, { type: kind, lastModified: file.lastModified });
  } catch {
    // The file is gone or locked: the upload says so.
    return file;
  }
}

const nameTooLong = `This file’s name is longer than ${limits.fileName} characters. Rename it.`;

/** What a file is attached as for download; undefined for a photo, and for a file that can't be attached. */
const attachmentOf = (file: { name: string; type: string }): AttachmentKind | undefined =>
  photoTypeOf(file) ? undefined : attachmentKindOf(file.name);

/** Whether a file is no photo, and can be attached for download. */
export const isAttachment = (file: { name: string; type: string }): boolean => attachmentOf(file) !== undefined;

/** Of one file and of several: its name, why it can't be shown, and what to do. */
const unshown: Record<AttachmentKind, { name: string; why: string; whyMany: string }> = {
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

/** Says which files can't be shown and why: one line for the files of a kind, with their number. */
export const unshownByKind = (files: File[]): { what: string; reason: string }[] =>
  [...Map.groupBy(files, attachmentOf)].flatMap(([kind, some]) => {
    if (!kind) return [];
    const { name, why, whyMany } = unshown[kind];
    return [
      some.length === 1
        ? { what: some[0]!.name, reason: why }
        : { what: formatCounted(some.length, name), reason: whyMany },
    ];
  });

/** Why this file can't be uploaded as a photo, with the limit and what to do; null if it can. */
export function refusal(file: { name: string; type: string; size: number }): string | null {
  if (!photoTypeOf(file)) {
    const kind = attachmentOf(file);
    return kind ? unshown[kind].why : `This is no ${photoTypeList} photo. Export it as JPEG and choose it again.`;
  }
  if (file.size === 0) return 'This file is empty. Export the photo again.';
  if (file.size > limits.photoBytes) {
    return `This photo is larger than ${limits.photoBytes / 1024 / 1024} MB. Export it smaller and choose it again.`;
  }
  return file.name.length > limits.fileName ? nameTooLong : null;
}

/** Why this file can't be attached for download, with the limit and what to do; null if it can. */
export function attachmentRefusal(file: { name: string; type: string; size: number }): string | null {
  if (!attachmentOf(file)) return 'Only raw files, videos, HEIC and PDFs can be attached.';
  if (file.size === 0) return 'This file is empty. Export it again.';
  if (file.size > limits.attachmentBytes) {
    return `This file is larger than ${limits.attachmentBytes / 1e9} GB. Export it smaller, or in parts.`;
  }
  return file.name.length > limits.fileName ? nameTooLong : null;
}
