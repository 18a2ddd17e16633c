/**
 * Files of a session that are no photos, which its client may download: raw files, videos, HEIC, PDF. They are never
 * shown.
 */

import { splitEnding } from './text/split-ending.ts';

export type AttachmentKind = 'raw' | 'video' | 'heic' | 'pdf';

/** Bytes that a file of a format has at an offset. */
type Signature = readonly [offset: number, bytes: string];

const tiff: Signature[] = [
  [0, 'II*\0'],
  [0, 'MM\0*'],
];
/** The ISO base media format: its first box names the file's type. */
const iso: Signature[] = [[4, 'ftyp']];
/** QuickTime files of old cameras begin with another box. */
const quickTime: Signature[] = [...iso, [4, 'moov'], [4, 'mdat'], [4, 'wide'], [4, 'free'], [4, 'skip']];
/** Transport streams put a time code of four bytes before each packet, or none. */
const transportStream: Signature[] = [
  [0, 'G'],
  [4, 'G'],
];
const matroska: Signature[] = [[0, '\x1aE\xdf\xa3']];

/** The kind and the possible signatures of files, by the ending of their name. */
const formats: Record<string, { kind: AttachmentKind; signatures: Signature[] }> = {
  '3fr': { kind: 'raw', signatures: tiff },
  arw: { kind: 'raw', signatures: tiff },
  cr2: { kind: 'raw', signatures: tiff },
  cr3: { kind: 'raw', signatures: iso },
  crw: { kind: 'raw', signatures: [[6, 'HEAPCCDR']] },
  dng: { kind: 'raw', signatures: tiff },
  erf: { kind: 'raw', signatures: tiff },
  fff: { kind: 'raw', signatures: tiff },
  iiq: { kind: 'raw', signatures: tiff },
  nef: { kind: 'raw', signatures: tiff },
  nrw: { kind: 'raw', signatures: tiff },
  orf: { kind: 'raw', signatures: [...tiff, [0, 'IIRO'], [0, 'IIRS'], [0, 'MMOR']] },
  pef: { kind: 'raw', signatures: tiff },
  raf: { kind: 'raw', signatures: [[0, 'FUJIFILMCCD-RAW']] },
  rw2: { kind: 'raw', signatures: [[0, 'IIU\0']] },
  rwl: { kind: 'raw', signatures: [...tiff, [0, 'IIU\0']] },
  sr2: { kind: 'raw', signatures: tiff },
  srw: { kind: 'raw', signatures: tiff },
  x3f: { kind: 'raw', signatures: [[0, 'FOVb']] },
  avi: { kind: 'video', signatures: [[8, 'AVI ']] },
  m2ts: { kind: 'video', signatures: transportStream },
  m4v: { kind: 'video', signatures: iso },
  mkv: { kind: 'video', signatures: matroska },
  mov: { kind: 'video', signatures: quickTime },
  mp4: { kind: 'video', signatures: iso },
  mts: { kind: 'video', signatures: transportStream },
  webm: { kind: 'video', signatures: matroska },
  heic: { kind: 'heic', signatures: iso },
  heif: { kind: 'heic', signatures: iso },
  hif: { kind: 'heic', signatures: iso },
  pdf: { kind: 'pdf', signatures: [[0, '%PDF-']] },
};

/** Endings of names of files that can be attached, in lower case and without a dot. */
export const attachmentEndings = Object.keys(formats);

/** Bytes at a file's beginning that `beginsAsNamed` needs. */
export const signatureBytes = 16;

/** Returns the kind of an attachment by the ending of its name; undefined for a file that can't be attached. */
export const attachmentKindOf = (fileName: string): AttachmentKind | undefined => formatOf(fileName)?.kind;

/** Whether a file begins as files with such an ending do. */
export const beginsAsNamed = (fileName: string, head: Uint8Array): boolean =>
  (formatOf(fileName)?.signatures ?? []).some(([offset, bytes]) =>
    Array.from(bytes).every((character, index) => head[offset + index] === character.charCodeAt(0)),
  );

function formatOf(fileName: string) {
  const ending = splitEnding(fileName).ending.slice(1).toLowerCase();
  return Object.hasOwn(formats, ending) ? formats[ending] : undefined;
}
