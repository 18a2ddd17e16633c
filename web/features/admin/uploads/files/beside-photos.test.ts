import { expect, test } from 'vitest';
import { besideKindOf } from './beside-photos.ts';

test.each([
  '._IMG_1.JPG',
  '.DS_Store',
  '.hidden.jpg',
  'Thumbs.db',
  'desktop.ini',
  'SYNOPHOTO_THUMB_XL.jpg',
  'SYNOFILE_THUMB_M.jpg',
  'IMG_1.jpg@SynoEAStream',
  '~$letter.docx',
  'Card/@eaDir/IMG_1.JPG/SYNOPHOTO_THUMB_M.jpg',
  'Card/@eaDir/IMG_1.JPG',
  'Card/.@__thumb/s100IMG_1.jpg',
  'Card/__MACOSX/IMG_1.jpg',
  'Wedding Previews.lrdata/0/00AB/IMG_1.jpg',
  'Card/.Trashes/501/IMG_1.jpg',
  'Card/MISC/M0100.CTG',
])('%s is left out', (path) => expect(besideKindOf(path)).toBe('other'));

test.each(['IMG_1.xmp', 'IMG_1.CR3.xmp', 'MVI_1.THM', 'a.jpg.pp3', 'IMG_1.AAE', 'IMG_1.CR3.dop'])(
  '%s is a sidecar',
  (path) => expect(besideKindOf(path)).toBe('sidecar'),
);

test.each([
  'IMG_1.jpg',
  'Card/100CANON/IMG_1.JPG',
  'Thumbs/IMG_1.jpg',
  'eaDir/IMG_1.jpg',
  'no ending',
  'IMG_1.CR3',
  'clip.mp4',
  'notes.txt',
  'Anna & Tom 12.05',
])('%s is chosen', (path) => expect(besideKindOf(path)).toBeUndefined());
