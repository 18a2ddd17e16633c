import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Website } from '#shared/contract/website.ts';
import type { Website as Content } from '#shared/website/website.ts';
import { prerenderSite } from '../../web/app/render/prerender.tsx';
import { image, images, input } from '../../web/app/render/prerender-testing.ts';
import { parseMarkup } from '../support/pages/parse-markup.ts';
import { filledWebsite } from '../support/studio/filled-website.ts';

/**
 * Hostile text in every text of the website, rendered as it is published. Each document is compared with the one of a
 * harmless text of the same length: it has the same elements, attributes and data, and differs in that text alone.
 */

/** Of one length: that of the shortest text, the words of a button. Without blanks, at which some texts are cut. */
const hostile = [`"><svg/onload=x>'</script><br>`, `--></title>]]>&lt;'/onload="x"`, `javascript:x()-{{7*7}}<!--</q>`];
const harmless = 'x'.repeat(30);

type Path = (string | number)[];

/** A copy of a value with every string in it replaced. */
function withStrings(value: unknown, replaced: (text: string, path: Path) => string, path: Path = []): unknown {
  if (typeof value === 'string') return replaced(value, path);
  if (Array.isArray(value)) return value.map((one, index) => withStrings(one, replaced, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withStrings(one, replaced, [...path, name])]),
  );
}

/** The name of a text, without its place in lists. */
const nameOf = (path: Path) => path.filter((part) => typeof part === 'string').join('.');
const isLink = (path: Path) => /link$|instagram|facebook|google_reviews/.test(nameOf(path)) && !isPhone(path);
const isPhone = (path: Path) => nameOf(path) === 'studio.phone_link';
const inLink = (text: string) => `https://reviews.example/${text}`;

/**
 * A website that has a text wherever the contract lets it be stored, and in the path of each link; what must be an id, a
 * color or an address stays as it is.
 */
function websiteWith(text: string): { content: Content; count: number; kept: Set<string> } {
  const filled = filledWebsite();
  const wanted = withStrings(filled, (_, path) => (isLink(path) ? inLink(text) : text)) as Content;
  // The cards are checked as a list.
  wanted.services = wanted.services.map((card, index) => ({ ...card, slug: filled.services[index]!.slug }));
  const refused = new Set(Website.safeParse(wanted).error?.issues.map(({ path }) => path.join()));
  const kept = new Set<string>();
  let count = 0;
  const content = withStrings(wanted, (value, path) => {
    if (value !== text && value !== inLink(text)) return value;
    if (!refused.has(path.join())) {
      count += 1;
      return value;
    }
    kept.add(nameOf(path).replace(/^.*\./, ''));
    return path.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], filled) as string;
  });
  return { content: Website.parse(content), count, kept };
}

/** Elements, attributes and texts of a document; data is parsed. */
function partsOf(document: Document): unknown {
  const parts = (node: Node): unknown => {
    if (node.nodeType !== node.ELEMENT_NODE) return [node.nodeType, node.nodeValue];
    const element = node as Element;
    const attributes = [...element.attributes].map(({ name, value }) => [name, value]);
    const isData = element.localName === 'script' && /json/.test(element.getAttribute('type') ?? '');
    if (isData) return [element.localName, attributes, JSON.parse(element.textContent)];
    const { childNodes } = element.localName === 'template' ? (element as HTMLTemplateElement).content : element;
    return [element.localName, attributes, [...childNodes].map(parts)];
  };
  return parts(document.documentElement);
}

function read(name: string, text: string): unknown {
  if (name.endsWith('.json')) return JSON.parse(text);
  if (name.endsWith('.txt')) return text;
  return partsOf(parseMarkup(text, name.endsWith('.xml') ? 'text/xml' : 'text/html'));
}

async function readAll(content: Content): Promise<Record<string, unknown>> {
  const { files } = await prerenderSite(input, 'https://studio.example', content);
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, read(name, text)]));
}

/** The documents with the harmless text. */
let wanted: ReturnType<typeof readAll> | undefined;

beforeAll(() => {
  vi.stubGlobal('__SITE_IMAGES__', images);
  vi.stubGlobal('__SIGN_IN_IMAGE__', image('sign-in'));
});

describe.each(hostile)('%j in every text of the website', (text) => {
  const { content, count, kept } = websiteWith(text);
  const asHarmless = <Value>(value: Value) => withStrings(value, (one) => one.replaceAll(text, harmless)) as Value;

  test('is stored wherever a text is free', () => {
    expect(count).toBeGreaterThan(300);
    expect([...kept].toSorted()).toEqual(['color', 'email', 'id', 'per', 'phone_link', 'service', 'slug']);
  });

  test('is text in every document, in its data, attributes and links', async () => {
    wanted ??= readAll(asHarmless(content));
    const [found, others] = await Promise.all([readAll(content), wanted]);
    expect(Object.keys(found)).toEqual(Object.keys(others));
    for (const [name, parts] of Object.entries(found)) expect(asHarmless(parts), name).toEqual(others[name]);
    const shown = JSON.stringify(found).split(JSON.stringify(text).slice(1, -1)).length - 1;
    expect(shown).toBeGreaterThan(2 * count);
  });
});
