import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { type PriceContent, paragraphsOf, priceText, type Website } from '#shared/website/website.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import type { BuiltInPicture } from './pictures/picture-context.ts';
import { sectionOf } from './sections.ts';

/** An element of a page in the preview that the studio clicks. */
export interface PointedAt {
  /** The element's text and the texts of its ancestors, from the inside out, without line breaks and double spaces. */
  texts: string[];
  /** The URL of its file, if it is a picture. */
  picture?: string | undefined;
}

/** A text of the content, as its page shows it. */
interface ShownText {
  path: string;
  text: string;
  /** The name, title or question that identifies the text's entry in a list. */
  entry: string | undefined;
}

/** Paths of the content that no page shows as a text. */
const notShown = /^search\.|(^|\.)(slug|service|per|locality|region|\w+_link)$/;

/**
 * Returns the path of the field that edits the clicked element; undefined for text that belongs to the layout.
 * @param page path of the page
 */
export function fieldOf(
  content: Website,
  builtIn: Record<string, BuiltInPicture | undefined>,
  page: string,
  { texts, picture }: PointedAt,
  currency: Currency,
): string | undefined {
  const candidates = picture ? pictureFieldsOf(content, builtIn, picture) : textFieldsOf(content, texts, currency);
  const pageCandidates = candidates.filter(({ path }) => sectionOf(path)?.page === page);
  return nearest(pageCandidates.length > 0 ? pageCandidates : candidates, texts.slice(1))?.path;
}

/** Returns the field whose list entry is named by the closest ancestor, because lists repeat texts; else the first field. */
function nearest<Found extends { path: string; entry?: string | undefined }>(
  candidates: Found[],
  ancestorTexts: string[],
) {
  for (const text of ancestorTexts) {
    const namedCandidate = candidates.find(({ entry }) => entry !== undefined && text.includes(entry));
    if (namedCandidate) return namedCandidate;
  }
  return candidates[0];
}

function pictureFieldsOf(content: Website, builtIn: Record<string, BuiltInPicture | undefined>, file: string) {
  const shownKey = keyOf(file);
  return picturePlaces(content).filter(
    ({ path, picture }) =>
      shownKey !== undefined && !notShown.test(path) && (picture?.id ?? keyOf(builtIn[path]?.src ?? '')) === shownKey,
  );
}

/** Returns the key that all files of a picture have in common: `/pictures/{key}/540.webp`, or `/photographs/{key}-540.webp`. */
const keyOf = (file: string) => /\/(?:pictures\/([^/]+)\/|photographs\/(.+)-\d+\.\w+$)/.exec(file)?.slice(1).join('');

/**
 * Returns the texts of the content that equal the clicked text; else those that equal its parent's text, because words in italics
 * are only a portion of a text.
 */
function textFieldsOf(
  content: Website,
  [clickedText = '', parentText = '']: string[],
  currency: Currency,
): ShownText[] {
  const allTexts = [...shownTexts(content, currency)];
  const equalTo = (text: string) => {
    // Remove the sign before the prices of add-ons.
    const plainText = text.replace(/^\+/, '');
    return plainText === '' ? [] : allTexts.filter((shownText) => shownText.text === plainText);
  };
  const matches = equalTo(clickedText);
  return matches.length > 0 || clickedText === '' ? matches : equalTo(parentText);
}

function* shownTexts(value: unknown, currency: Currency, path = '', entry?: string): Generator<ShownText> {
  if (notShown.test(path)) return;
  if (typeof value === 'string') {
    for (const text of new Set([value, ...paragraphsOf(value)])) {
      yield { path, text: text.replaceAll(/\s+/g, ' ').trim(), entry };
    }
  } else if (Array.isArray(value)) {
    // The lines of a list of short texts are edited in one field.
    for (const [index, entryValue] of value.entries()) {
      yield* shownTexts(
        entryValue,
        currency,
        typeof entryValue === 'string' ? path : `${path}.${index}`,
        nameOf(entryValue) ?? entry,
      );
    }
  } else if (typeof value === 'object' && value !== null && !('alt' in value)) {
    for (const [name, fieldValue] of Object.entries(value)) {
      const shown = asShown(name, fieldValue, value, currency);
      yield* shownTexts(shown, currency, path === '' ? name : `${path}.${name}`, entry);
    }
  }
}

/** Returns the value as its page shows it: prices become texts. */
function asShown(name: string, value: unknown, parent: object, currency: Currency): unknown {
  if (name === 'price_cents') return priceText(parent as PriceContent, currency);
  return name === 'from_cents' && value !== null ? `From ${formatPrice(value as number, currency)}` : value;
}

function nameOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, title, question } = entry as Record<string, string | undefined>;
  return name || title || question;
}
