import { hashKey } from '@tanstack/react-query';
import { inDollars } from '#shared/money/in-dollars.ts';
import { type PictureContent, priceText, type QuestionContent, type Website } from '#shared/website/website.ts';
import { picturePlaces } from '#shared/website/website-pictures.ts';
import { isSamePicture, placeLabel } from './picture-places.ts';
import { sectionOf, sections, titleOf } from './sections.ts';

export interface Change {
  /** Its path in the content, for the section that it belongs to. */
  path: string;
  /** 'Services · Sessions and prices · Full Session: Price' */
  where: string;
  /** '' where it was not there. */
  before: string;
  after: string;
  /** Where a picture or its focal point differs; null is the built-in one. */
  pictures?: { before: PictureContent | null; after: PictureContent | null };
}

interface Entry {
  path: string;
  label: string;
  text: string;
}

/** What differs between two contents, as people read it, in the order of the editor's outline. */
export function changesBetween(before: Website, after: Website): Change[] {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const keys = new Set([...now.keys(), ...old.keys()]);
  const changes = [...keys].flatMap((key) => {
    const { path, label } = (now.get(key) ?? old.get(key))!;
    const [from, to] = [old.get(key)?.text ?? '', now.get(key)?.text ?? ''];
    const section = sectionOf(path);
    if (from === to || !section) return [];
    return [{ path, where: `${section.group} · ${titleOf(section, after)} · ${label}`, before: from, after: to }];
  });
  const all = [...changes, ...pictureChanges(before, after)];
  const place = ({ path }: Change) => sections.indexOf(sectionOf(path)!);
  return all.toSorted((one, other) => place(one) - place(other));
}

/** Pictures that differ, with their descriptions. */
function pictureChanges(before: Website, after: Website): Change[] {
  const old = new Map(picturePlaces(before).map(({ path, picture }) => [path, picture]));
  return picturePlaces(after).flatMap(({ path, picture: now }) => {
    const was = old.get(path) ?? null;
    const section = sectionOf(path);
    if (isSamePicture(was, now) || !section) return [];
    const where = `${section.group} · ${titleOf(section, after)} · ${placeLabel(after, path)}`;
    const [from, to] = [was?.alt ?? '', now?.alt ?? ''];
    const isSaid = from !== to;
    return [
      { path, where, before: isSaid ? from : '', after: isSaid ? to : '', pictures: { before: was, after: now } },
    ];
  });
}

function entriesOf(content: Website): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  // A second entry of the same name in a list has a key of its own.
  const add = (key: string, entry: Entry) => {
    let own = key;
    while (entries.has(own)) own += '+';
    entries.set(own, entry);
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
  for (const one of packages) {
    const own = { Name: one.name, Duration: one.duration, Price: priceText(one), Picture: one.service };
    for (const [field, text] of Object.entries({ ...own, Inclusions: one.inclusions.join('\n') })) {
      add(`package ${one.slug} ${field}`, { path, label: `${one.name}: ${field}`, text });
    }
  }
  add('packages', { path, label: 'Order', text: packages.map(({ slug }) => slug).join(', ') });
  for (const one of add_ons) {
    const text = [`+${priceText(one)}`, one.detail].filter((part) => part !== '').join(', ');
    add(`add-on ${one.name}`, { path: 'sessions.add_ons', label: one.name, text });
  }
  const addOnOrder = add_ons.map(({ name }) => name).join(', ');
  add('add-ons', { path: 'sessions.add_ons', label: 'Order', text: addOnOrder });
  const addAll = (path: string, pairs: [string, string][]) => {
    for (const [label, text] of pairs) add(`${path} ${label}`, { path, label, text });
    add(path, { path, label: 'Order', text: pairs.map(([label]) => label).join('\n') });
  };
  const asPairs = (questions: QuestionContent[]) =>
    questions.map((one): [string, string] => [one.question, one.answer]);
  addAll('contact.questions', asPairs(content.contact.questions));
  addAll(
    'contact.steps',
    content.contact.steps.map(({ title, text }) => [title, text || title]),
  );
  addAll(
    'testimonials',
    content.testimonials.map(({ name, words, source, source_link, service }) => [
      name,
      [words, source, source_link, service].filter((part) => part !== '').join('\n'),
    ]),
  );
  for (const [slug, page] of Object.entries(content.service_pages)) {
    const own = `service_pages.${slug}`;
    const from = page.from_cents === null ? '' : inDollars(page.from_cents);
    add(`${own} from`, { path: own, label: 'From price', text: from });
    addAll(own, asPairs(page.questions));
  }
  const shown = content.pictures.stand_ins ? 'Shown to visitors' : 'Left out';
  add('stand-ins', { path: 'pictures.stand_ins', label: 'Stand-ins', text: shown });
  return entries;
}

/** The text at a path of the content: `home.headline`. */
export const textAt = (content: Website, path: string): string => String(valueAt(content, path) ?? '');

/** Whether the list at this path has such an entry, at whatever place. */
export function hasEntry(content: Website, path: string, entry: unknown): boolean {
  const same = hashKey([entry]);
  const list = (valueAt(content, path) ?? []) as unknown[];
  return list.some((one) => hashKey([one]) === same);
}

function valueAt(content: Website, path: string): unknown {
  let value: unknown = content;
  for (const step of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[step];
  return value;
}
