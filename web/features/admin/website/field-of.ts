import { inDollars } from '#shared/money/in-dollars.ts';
import { type PriceContent, paragraphsOf, priceText, type Website } from '#shared/website/website.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import type { BuiltInPicture } from './picture-context.ts';
import { sectionOf } from './sections.ts';

/** What the studio points at in a page of the preview. */
export interface PointedAt {
  /** Its text and the texts of the elements around it, from the inside out; without line breaks and double spaces. */
  texts: string[];
  /** Address of its file, of a picture. */
  picture?: string | undefined;
}

/** A text of the content, as its page shows it. */
interface ShownText {
  path: string;
  text: string;
  /** What distinguishes its entry in a list: a name, a title or a question. */
  entry: string | undefined;
}

/** Parts of the content that no page shows as a text. */
const notShown = /^search\.|(^|\.)(slug|service|per|locality|region|\w+_link)$/;

/**
 * Returns the path of the field that edits what is pointed at; undefined for words that belong to the layout.
 * @param page path of the page
 */
export function fieldOf(
  content: Website,
  builtIn: Record<string, BuiltInPicture | undefined>,
  page: string,
  { texts, picture }: PointedAt,
): string | undefined {
  const found = picture ? placesOf(content, builtIn, picture) : textsLike(content, texts);
  const onPage = found.filter(({ path }) => sectionOf(path)?.page === page);
  return nearest(onPage.length > 0 ? onPage : found, texts.slice(1))?.path;
}

/** Lists repeat texts: the closest element that names an entry decides. */
function nearest<Found extends { path: string; entry?: string | undefined }>(found: Found[], around: string[]) {
  for (const text of around) {
    const named = found.find(({ entry }) => entry !== undefined && text.includes(entry));
    if (named) return named;
  }
  return found[0];
}

function placesOf(content: Website, builtIn: Record<string, BuiltInPicture | undefined>, file: string) {
  const shown = keyOf(file);
  return picturePlaces(content).filter(
    ({ path, picture }) =>
      shown !== undefined && !notShown.test(path) && (picture?.id ?? keyOf(builtIn[path]?.src ?? '')) === shown,
  );
}

/** What all files of a picture have in common: `/pictures/{key}/540.webp`, or `/photographs/{key}-540.webp`. */
const keyOf = (file: string) => /\/(?:pictures\/([^/]+)\/|photographs\/(.+)-\d+\.\w+$)/.exec(file)?.slice(1).join('');

/** Texts that the pages show as this one; or else, as the one around it, of which it is set apart: words in italics. */
function textsLike(content: Website, [pointed = '', around = '']: string[]): ShownText[] {
  const all = [...shownTexts(content)];
  const equalTo = (text: string) => {
    // The sign that add-ons have before their prices.
    const own = text.replace(/^\+/, '');
    return own === '' ? [] : all.filter((one) => one.text === own);
  };
  const equal = equalTo(pointed);
  return equal.length > 0 || pointed === '' ? equal : equalTo(around);
}

function* shownTexts(value: unknown, path = '', entry?: string): Generator<ShownText> {
  if (notShown.test(path)) return;
  if (typeof value === 'string') {
    for (const text of new Set([value, ...paragraphsOf(value)])) {
      yield { path, text: text.replaceAll(/\s+/g, ' ').trim(), entry };
    }
  } else if (Array.isArray(value)) {
    // The lines of a list of short texts are edited in one field.
    for (const [index, one] of value.entries()) {
      yield* shownTexts(one, typeof one === 'string' ? path : `${path}.${index}`, nameOf(one) ?? entry);
    }
  } else if (typeof value === 'object' && value !== null && !('alt' in value)) {
    for (const [name, part] of Object.entries(value)) {
      yield* shownTexts(asShown(name, part, value), path === '' ? name : `${path}.${name}`, entry);
    }
  }
}

/** Prices are shown as texts. */
function asShown(name: string, part: unknown, whole: object): unknown {
  if (name === 'price_cents') return priceText(whole as PriceContent);
  return name === 'from_cents' && part !== null ? `From ${inDollars(part as number)}` : part;
}

function nameOf(one: unknown): string | undefined {
  if (typeof one !== 'object' || one === null) return undefined;
  const { name, title, question } = one as Record<string, string | undefined>;
  return name || title || question;
}
