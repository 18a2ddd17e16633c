import { type Currency, formatPrice } from '#shared/money/currency.ts';
import type { PictureContent, Website } from '#shared/website/website.ts';
import { isObject } from '../../../../forms/merge.ts';
import { placeLabel } from '../pictures/picture-places.ts';
import { sectionOf, titleOf } from '../sections.ts';
import type { ContentConflict } from './merge-content.ts';
import { nameOf } from './merge-rows.ts';

const fieldNames: Record<string, string> = {
  alt: 'Description',
  answer: 'Answer',
  detail: 'Detail',
  duration: 'Duration',
  focus: 'Focal point',
  from_cents: 'From price',
  inclusions: 'What it includes',
  name: 'Name',
  per: 'Per',
  picture: 'Picture',
  price_cents: 'Price',
  question: 'Question',
  service: 'Service',
  source: 'Source',
  source_link: 'Where the words can be read',
  stand_ins: 'Stand-ins',
  text: 'Text',
  title: 'Title',
  words: 'Words',
};

/** Returns the name of a conflict's field, with the names of this content: 'Contact · Questions · Do you travel?: Answer'. */
export function whereIs({ id, row }: ContentConflict, content: Website): string {
  const section = sectionOf(id);
  const headings = section ? [section.group, titleOf(section, content)] : [];
  return [...headings, labelOf(id, row, content)].join(' · ');
}

function labelOf(id: string, row: unknown, content: Website): string {
  const text = sectionOf(id)?.texts?.find(({ name }) => name === id);
  if (text) return text.label;
  const [path = '', isOrder] = id.split(' ');
  const lastStep = path.split('.').at(-1) ?? '';
  const field = isOrder ? 'Order' : fieldNames[lastStep];
  const [picturePath, pictureField] = path.split(/\.(?=alt$|focus$)/);
  if (row === undefined || row === null || isPictureWithFocus(row)) {
    if (!/\.picture\b|scrapbook|sign_in|pictures\.studio/.test(path)) return field ?? path;
    return [placeLabel(content, picturePath ?? path), pictureField && fieldNames[pictureField]]
      .filter(Boolean)
      .join(': ');
  }
  const name = String(nameOf(row) ?? '');
  return [name, field].filter(Boolean).join(': ') || 'New entry';
}

/** Returns a value as people read it; for a picture, its description. */
export function sayValue(id: string, value: unknown, content: Website, currency: Currency): string {
  if (value === undefined) return 'removed';
  if (isPictureWithFocus(value)) return value.alt || 'A picture without a description';
  if (id.endsWith('from_cents') && value === null) return 'not shown';
  if (value === null) return id.endsWith('_cents') ? 'empty' : 'the built-in picture, or none';
  if (typeof value === 'boolean') return value ? 'Shown to visitors' : 'Left out';
  if (typeof value === 'number') return formatPrice(value, currency);
  if (id.endsWith('.focus')) return (value as number[]).join('% from the left, ').concat('% from the top');
  if (id.endsWith(' order')) return (value as unknown[]).map((row) => String(nameOf(row) || row)).join('\n');
  if (Array.isArray(value)) return value.map((each) => sayValue(id, each, content, currency)).join('\n');
  if (isObject(value)) {
    const filledEntries = Object.entries(value).filter(
      ([name, each]) => name !== 'slug' && each !== '' && each !== null,
    );
    return filledEntries.map(([name, each]) => sayValue(`${id}.${name}`, each, content, currency)).join('\n');
  }
  const service = id.endsWith('.service') && content.services.find(({ slug }) => slug === value);
  if (service) return service.name;
  return String(value) || 'empty';
}

export const isPictureWithFocus = (value: unknown): value is PictureContent => isObject(value) && 'focus' in value;
