import { expect, test } from 'vitest';
import { attachmentEndings, attachmentKindOf, beginsAsNamed, signatureBytes } from './attachments.ts';

const bytes = (text: string) =>
  Uint8Array.from(text.padEnd(signatureBytes, '.'), (character) => character.charCodeAt(0));

test.each([
  ['IMG_1.CR3', 'raw'],
  ['DSC_2.nef', 'raw'],
  ['clip.MOV', 'video'],
  ['IMG_3.HEIC', 'heic'],
  ['Print guide.PDF', 'pdf'],
  ['page.html', undefined],
  ['photo.jpg', undefined],
  ['.mp4', undefined],
  ['mp4', undefined],
  ['a.constructor', undefined],
  ['invoice.mp4.exe', undefined],
])('%s is %s', (name, kind) => {
  expect(attachmentKindOf(name)).toBe(kind);
});

test.each([
  ['a.cr2', 'II*\0\x10\0\0\0CR'],
  ['a.nef', 'MM\0*'],
  ['a.CR3', '\0\0\0\x18ftypcrx '],
  ['a.raf', 'FUJIFILMCCD-RAW '],
  ['a.orf', 'IIRO'],
  ['a.rw2', 'IIU\0'],
  ['a.crw', 'II\x1a\0\0\0HEAPCCDR'],
  ['a.mp4', '\0\0\0\x20ftypisom'],
  ['a.mov', '\0\0\0\x08wide'],
  ['a.avi', 'RIFF....AVI LIST'],
  ['a.mkv', '\x1aE\xdf\xa3'],
  ['a.mts', '\0\0\0\0G'],
  ['a.heic', '\0\0\0\x18ftypheic'],
  ['a.pdf', '%PDF-1.7\n%'],
])('%s begins as it is named', (name, head) => {
  expect(beginsAsNamed(name, bytes(head))).toBe(true);
});

test('a program, a page or an archive is none of them, whatever it is called', () => {
  for (const ending of attachmentEndings) {
    for (const head of ['MZ\x90\0', '<!doctype html>', 'PK\x03\x04', '<svg xmlns=', '\x7fELF']) {
      expect(beginsAsNamed(`a.${ending}`, bytes(head)), `${ending} ${head}`).toBe(false);
    }
  }
});

test('a PDF is none of the others, whatever it is called', () => {
  const called = attachmentEndings.filter((ending) => beginsAsNamed(`a.${ending}`, bytes('%PDF-1.7')));
  expect(called).toEqual(['pdf']);
});

test('a file that is shorter than its signature is none of them', () => {
  for (const ending of attachmentEndings) expect(beginsAsNamed(`a.${ending}`, new Uint8Array(0))).toBe(false);
});
