import { hashKey } from '@tanstack/react-query';
import { type Currency, formatPrice } from '#shared/money/currency.ts';
import { defaultCurrency } from '#shared/studio.ts';
import { type PictureContent, priceText, type QuestionContent, type Website } from '#shared/website/website.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import { isSamePicture, placeLabel } from './pictures/picture-places.ts';
import { sectionOf, sections, titleOf } from './sections.ts';

export interface Change {
  /** The path of the changed value in the content, which determines its section. */
  path: string;
  /** The name of the changed value: 'Services · Sessions and prices · Full Session: Price'. */
  where: string;
  /** The former text; '' if there was none. */
  before: string;
  after: string;
  /** Set if a picture or its focal point differs; null is the built-in picture. */
  pictures?: { before: PictureContent | null; after: PictureContent | null };
}

interface Entry {
  path: string;
  label: string;
  text: string;
}

/**
 * Returns the changes between two contents as people read them, in the order of the editor's outline.
 * @param currency the currency in which prices are said, where the texts of the changes are shown
 */
export function changesBetween(before: Website, after: Website, currency = defaultCurrency): Change[] {
  const [oldEntries, newEntries] = [entriesOf(before, currency), entriesOf(after, currency)];
  const keys = new Set([...newEntries.keys(), ...oldEntries.keys()]);
  const changes = [...keys].flatMap((key) => {
    const { path, label } = (newEntries.get(key) ?? oldEntries.get(key))!;
    const [from, to] = [oldEntries.get(key)?.text ?? '', newEntries.get(key)?.text ?? ''];
    const section = sectionOf(path);
    if (from === to || !section) return [];
    return [{ path, where: `${section.group} · ${titleOf(section, after)} · ${label}`, before: from, after: to }];
  });
  const allChanges = [...changes, ...pictureChanges(before, after)];
  const sectionIndex = ({ path }: Change) => sections.indexOf(sectionOf(path)!);
  return allChanges.toSorted((first, second) => sectionIndex(first) - sectionIndex(second));
}

/** Returns the pictures that differ, with their descriptions. */
function pictureChanges(before: Website, after: Website): Change[] {
  const oldPictures = new Map(picturePlaces(before).map(({ path, picture }) => [path, picture]));
  return picturePlaces(after).flatMap(({ path, picture: newPicture }) => {
    const oldPicture = oldPictures.get(path) ?? null;
    const section = sectionOf(path);
    if (isSamePicture(oldPicture, newPicture) || !section) return [];
    const where = `${section.group} · ${titleOf(section, after)} · ${placeLabel(after, path)}`;
    const [from, to] = [oldPicture?.alt ?? '', newPicture?.alt ?? ''];
    const isAltChanged = from !== to;
    return [
      {
        path,
        where,
        before: isAltChanged ? from : '',
        after: isAltChanged ? to : '',
        pictures: { before: oldPicture, after: newPicture },
      },
    ];
  });
}

function entriesOf(content: Website, currency: Currency): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  // A second entry of the same name in a list gets a different key.
  const add = (key: string, entry: Entry) => {
    let uniqueKey = key;
    while (entries.has(uniqueKey)) uniqueKey += '+';
    entries.set(uniqueKey, entry);
  };
  for (const { name, label } of sections.flatMap(({ texts = [] }) => texts)) {
    add(name, { path: name, label, text: textAt(content, name) });
  }
  for (const { slug, name, text } of content.services) {
    add(`card ${slug} name`, { path: 'services', label: `${slug}: Name`, text: name });
    add(`card ${slug} text`, { path: 'services', label: `${name}: Text`, text });
  }
  const { packages, add_ons } = content.sessions;
  const path = 'sessions.packages';
  for (const sessionPackage of packages) {
    const packageFields = {
      Name: sessionPackage.name,
      Duration: sessionPackage.duration,
      Price: priceText(sessionPackage, currency),
      Picture: sessionPackage.service,
    };
    for (const [field, text] of Object.entries({
      ...packageFields,
      Inclusions: sessionPackage.inclusions.join('\n'),
    })) {
      add(`package ${sessionPackage.slug} ${field}`, { path, label: `${sessionPackage.name}: ${field}`, text });
    }
  }
  add('packages', { path, label: 'Order', text: packages.map(({ slug }) => slug).join(', ') });
  for (const addOn of add_ons) {
    const text = [`+${priceText(addOn, currency)}`, addOn.detail].filter((value) => value !== '').join(', ');
    add(`add-on ${addOn.name}`, { path: 'sessions.add_ons', label: addOn.name, text });
  }
  const addOnOrder = add_ons.map(({ name }) => name).join(', ');
  add('add-ons', { path: 'sessions.add_ons', label: 'Order', text: addOnOrder });
  const addAll = (path: string, pairs: [string, string][]) => {
    for (const [label, text] of pairs) add(`${path} ${label}`, { path, label, text });
    add(path, { path, label: 'Order', text: pairs.map(([label]) => label).join('\n') });
  };
  const asPairs = (questions: QuestionContent[]) =>
    questions.map((question): [string, string] => [question.question, question.answer]);
  addAll('contact.questions', asPairs(content.contact.questions));
  addAll(
    'contact.steps',
    content.contact.steps.map(({ title, text }) => [title, text || title]),
  );
  addAll(
    'testimonials',
    content.testimonials.map(({ name, words: quotedText, source, source_link, service }) => [
      name,
      [quotedText, source, source_link, service].filter((line) => line !== '').join('\n'),
    ]),
  );
  for (const [slug, page] of Object.entries(content.service_pages)) {
    const pagePath = `service_pages.${slug}`;
    const from = page.from_cents === null ? '' : formatPrice(page.from_cents, currency);
    add(`${pagePath} from`, { path: pagePath, label: 'From price', text: from });
    addAll(pagePath, asPairs(page.questions));
  }
  const standInsText = content.pictures.stand_ins ? 'Shown to visitors' : 'Left out';
  add('stand-ins', { path: 'pictures.stand_ins', label: 'Stand-ins', text: standInsText });
  return entries;
}

/** Returns the text at a path of the content: `home.headline`. */
export const textAt = (content: Website, path: string): string => String(valueAt(content, path) ?? '');

/** Whether the list at this path has such an entry, at any position. */
export function hasEntry(content: Website, path: string, entry: unknown): boolean {
  const entryKey = hashKey([entry]);
  const list = (valueAt(content, path) ?? []) as unknown[];
  return list.some((item) => hashKey([item]) === entryKey);
}

function valueAt(content: Website, path: string): unknown {
  let value: unknown = content;
  for (const step of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[step];
  return value;
}
