/** Recognizes what programs, systems and people add to the name that a camera gave. */

import { keyOf, type Word, type Words, wordsOf } from '../photos/photo-words.ts';
import { fold } from './fold.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/).map(fold));

/** Words for one photo that was edited or copied, in the languages that systems and programs use. */
const knownAdditions = setOf(`
  edit edits edited editing retouch retouched retouching retouches final finals finale finished done
  enhanced enhance nr sr rp denoise denoised denoiseai denoising sharpen sharpened sharpenai deblur noise reduced
  upscale upscaled superres superresolution ai photoai topaz gigapixel standard dxo deepprime xd xd2 xd2s pureraw luminar
  bw blackwhite blackandwhite mono monochrome sepia color colour graded grade toned
  copy copies duplicate of cropped crop straightened resized web print printready fullres highres hires lowres fullsize
  srgb adobergb p3 prophoto acr lr lrc psd psb ps
  cr2 cr3 crw nef nrw arw srf sr2 raf orf rw2 rwl pef dng 3fr fff iiq x3f srw erf
  jpg jpeg tif tiff png webp heic heif avif
  bearbeitet retuschiert retusche fertig endfassung kopie von sw schwarzweiss duplikat
  copie de modifie modifiee retouche retouchee noiretblanc nb
  copia editado editada editar retocado retocada bn duplicado di modificata modificato ritoccata ritoccato
  redigerad redigeret redigert bewerkt kopi kopio kopia kopija kópia másolat kopírovat kopi av af van
  edytowane edytowany upraveno upraveny kopya kopyası kopyasi düzenlendi muokattu szerkesztett salinan bản sao
  копия копии копія копіє из отредактировано ретушь αντίγραφο עותק של نسخة من สำเนา
  のコピー コピー 編集済み 編集 レタッチ 副本 拷贝 拷貝 的副本 的拷贝 已编辑 编辑 編輯 복사본 의복사본 사본 편집 편집됨
`);
/** Additions of several words. */
const additionsOfSeveralWords = [
  'black and white',
  'b w',
  's w',
  'n b',
  'schwarz weiss',
  'full res',
  'high res',
  'hi res',
  'low res',
];

/** Words for one photo that was made of several. */
const mergeWords = setOf('hdr hdri pano panorama merge merged stack stacked composite collage focusstack');
const knownAdditionsAndMerges: ReadonlySet<string> = new Set([...knownAdditions, ...mergeWords]);

/** Lengths in pixels of the longer edge. */
const edgeLengths = setOf('1024 1080 1200 1600 1920 2000 2048 2400 2500 2560 3000 3600 3840 4000 4096 5000 6000');
const sizePattern = /^(?:\d{3,5}px|\d{3,5}x\d{3,5}(?:px)?|\d{1,2}x|[248]k)$/;
const isDay = (text: string) => /^(?:19|20)\d\d ?(?:0[1-9]|1[0-2]) ?(?:0[1-9]|[12]\d|3[01])$/.test(text);
const isTimeOfDay = (text: string) => /^(?:[01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(text);
const isCount = (text: string | undefined) => /^\d{1,3}$/.test(text ?? '');

/** The range of a whole name in the words of another name: from `from`, and before `end`. */
export interface Run {
  from: number;
  end: number;
}

/** Returns whether everything that a name has around a run is an addition to one photo's name. */
export const isAllAdded = (name: Words, run: Run): boolean =>
  isAddedBefore(name, run.from) && isAddedAfter(name, run.end);

/** Returns whether a name has a word for a photo that was made of several. */
export const isMerged = ({ words }: Words): boolean => words.some(({ text }) => mergeWords.has(text));

/** Whether the words before `end` are an addition: a day, with or without its time, or words such as 'Copy of'. */
function isAddedBefore({ words }: Words, end: number): boolean {
  const wordsBefore = words.slice(0, end);
  if (wordsBefore.every(({ text }) => knownAdditions.has(text))) return true;
  const isWithTime = isTimeOfDay(wordsBefore.at(-1)!.text);
  return isDay(keyOf(wordsBefore)) || (isWithTime && isDay(keyOf(wordsBefore.slice(0, -1))));
}

function isAddedAfter(name: Words, from: number, additions = knownAdditions): boolean {
  for (let at = from; at < name.words.length; ) {
    const next = afterAddition(name, at, from, additions);
    if (next === at) return false;
    at = next;
  }
  return true;
}

/**
 * Returns the index after the addition that begins with the word at `at`; `at` itself where none begins.
 * @param from index at which additions begin
 * @param additions words that are additions
 */
function afterAddition(name: Words, at: number, from: number, additions: ReadonlySet<string>): number {
  const { words } = name;
  const { text } = words[at]!;
  const run = additionsOfSeveralWords.find(
    (addition) => keyOf(words.slice(at, at + addition.split(' ').length)) === addition,
  );
  const length = run?.split(' ').length ?? (additions.has(text) ? 1 : 0);
  // `-Edit-2`, ` copy 3`
  if (length > 0) return at + length + (isCount(words[at + length]?.text) ? 1 : 0);
  const isCopy = isInBrackets(name, words[at]!) || (at === from && isCounter(name, at));
  return isCopy || sizePattern.test(text) || (edgeLengths.has(text) && isCameraNumber(words[from - 1])) ? at + 1 : at;
}

/**
 * Whether a word ends with a camera's number. A camera's name can be `IMG_1`, so a further number is an addition only
 * after a number of at least three digits.
 */
const isCameraNumber = (word: Word | undefined) => /\d{3}$/.test(word?.text ?? '');

/** Whether a word is a digit with which programs number a second file of a name: `DM_4102_1`. */
const isCounter = ({ stem, words }: Words, at: number) =>
  /^\d$/.test(words[at]!.text) &&
  isCameraNumber(words[at - 1]) &&
  /^[_-]$/.test(stem.slice(words[at - 1]!.end, words[at]!.start));

/** Whether a word is a number in brackets: `IMG_4102 (1)`. */
const isInBrackets = ({ stem }: Words, { text, start, end }: Word) =>
  isCount(text) && /[([（［]$/.test(stem.slice(0, start)) && /^[)\]）］]/.test(stem.slice(end));

/**
 * Returns the words of a name without the additions after it; at least one word.
 * @param isName whether words are enough to be the remaining name
 * @param additions words that are additions
 */
export function cameraWords(
  name: Words,
  isName: (words: Word[]) => boolean = () => true,
  additions: ReadonlySet<string> = knownAdditions,
): Word[] {
  const { words } = name;
  for (let end = 1; end < words.length; end += 1) {
    const nameWords = words.slice(0, end);
    if (isName(nameWords) && isAddedAfter(name, end, additions)) return nameWords;
  }
  return words;
}

/**
 * Returns the name of the raw file of a photo: without its ending and additions, as long as a camera's number remains.
 */
export function rawName(file_name: string): string {
  const name = wordsOf(file_name);
  const { words, stem } = name;
  const camera = cameraWords(name, (nameWords) => isCameraNumber(nameWords.at(-1)), knownAdditionsAndMerges);
  const first = words.findIndex(
    ({ text }, at) =>
      at > 0 && at < camera.length && /\p{L}/u.test(text) && !knownAdditions.has(text) && isAddedBefore(name, at),
  );
  const isNumbered = isCameraNumber(camera.at(-1));
  const end = camera.length < words.length ? camera.at(-1)!.end : stem.length;
  const start = first > 0 && isNumbered ? words[first - 1]!.end + 1 : 0;
  return stem.slice(start, end).trim();
}
