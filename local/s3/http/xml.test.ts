import { describe, expect, test } from 'vitest';
import { parseXml, textElement, xmlDocument } from './xml.ts';

describe('xml', () => {
  test('parses what it serializes, with any text', () => {
    const text = `<a href="x">& 'b' &amp; \r\n\t\u0001 ü 漢字 😀 ]]>`;
    const root = parseXml(xmlDocument('Root', textElement('Key', text), textElement('Left', undefined)));
    expect(root).toEqual({ name: 'Root', text: '', children: [{ name: 'Key', text, children: [] }] });
  });

  test('parses attributes, comments, CDATA, self-closing elements and entities', () => {
    const root = parseXml(
      '<?xml version="1.0"?>\n<!-- c --><r xmlns="u"><e/><f a="1" /><g>&#65;&#x42;&lt;<![CDATA[<&]]></g></r>\n',
    );
    expect(root.children.map(({ name, text }) => [name, text])).toEqual([
      ['e', ''],
      ['f', ''],
      ['g', 'AB<<&'],
    ]);
  });

  test.each([
    '',
    'text',
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a>&unknown;</a>',
    '<a>&#x110000;</a>',
    '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>',
    '<a',
    '<a>x</a>y',
  ])('rejects %j', (text) => {
    expect(() => parseXml(text)).toThrow(/not well-formed/);
  });
});
