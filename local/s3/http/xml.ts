import { S3Error } from './s3-error.ts';

/** An element of a request's XML: either text or children, as in all of S3's documents. Attributes are dropped. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const tokens =
  /<\?[^>]*\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([\w.:-]+)(?=[\s/>])([^<>]*?)(\/?)>|([^<]+)/gy;

/**
 * Reads an XML document. Refuses document types, and with them custom entities.
 * @throws MalformedXML
 */
export function parseXml(text: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] };
  const openElements = [root];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.length) {
    const token = tokens.exec(text);
    const parent = openElements.at(-1);
    if (!token || !parent) throw new S3Error('MalformedXML');
    const [, cdata, slash, name, , selfClosing, characters] = token;
    if (cdata !== undefined) parent.text += cdata;
    else if (characters !== undefined) parent.text += decodeEntities(characters);
    else if (slash) {
      if (openElements.length < 2 || openElements.pop()?.name !== name) throw new S3Error('MalformedXML');
    } else if (name !== undefined) {
      const element: XmlElement = { name, text: '', children: [] };
      parent.children.push(element);
      if (!selfClosing) openElements.push(element);
    }
  }
  const [document] = root.children;
  if (openElements.length !== 1 || root.children.length !== 1 || !document || root.text.trim())
    throw new S3Error('MalformedXML');
  return document;
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-fA-F]+)|#(\d+)|(\w+));/g, (_, hex?: string, decimal?: string, name?: string) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    const character = name ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (character === undefined) throw new S3Error('MalformedXML');
    return character;
  });
}

/**
 * Reads an XML document with this root.
 * @throws MalformedXML when the root has another name
 */
export function parseDocument(text: string, rootName: string): XmlElement {
  const root = parseXml(text);
  if (root.name !== rootName) throw new S3Error('MalformedXML');
  return root;
}

export function childrenOf(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((child) => child.name === name);
}

export function textsOf(parent: XmlElement, name: string): string[] {
  return childrenOf(parent, name).map((child) => child.text);
}

/** Returns the text of the first child of that name; undefined when there is none. */
export function textOf(parent: XmlElement, name: string): string | undefined {
  return textsOf(parent, name)[0];
}

/**
 * Checks an element's children.
 * @throws NotImplemented when it has children other than these, instead of ignoring them
 */
export function allowChildren(parent: XmlElement, ...names: string[]): void {
  const unknown = parent.children.find((child) => !names.includes(child.name));
  if (unknown) throw new S3Error('NotImplemented', `This local S3 does not know ${unknown.name} in ${parent.name}.`);
}

function encodeEntities(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys may hold control characters, and XML must carry them
  return text.replace(/[&<>"\u0000-\u001f\u007f]/g, (character) => {
    const name = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[character];
    return name ? `&${name};` : `&#${character.charCodeAt(0)};`;
  });
}

/** Returns the markup of an element that holds text; '' for undefined. */
export function textElement(name: string, content: string | number | boolean | undefined): string {
  return content === undefined ? '' : `<${name}>${encodeEntities(String(content))}</${name}>`;
}

/** Returns the markup of an element that holds elements. */
export function element(name: string, ...markup: string[]): string {
  return `<${name}>${markup.join('')}</${name}>`;
}

/** Returns a whole document in S3's namespace. */
export function xmlDocument(name: string, ...markup: string[]): string {
  const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${namespace}">${markup.join('')}</${name}>`;
}
