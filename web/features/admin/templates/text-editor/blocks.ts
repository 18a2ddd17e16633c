import { Fragment, type Node, type NodeType } from 'prosemirror-model';
import { fieldLabel } from '#shared/terms/term-fields.ts';
import type { Block } from '#shared/terms/terms.ts';
import { readFields } from '#shared/text/written-fields.ts';
import { schema } from './schema.ts';

const { doc, paragraph, heading, list, list_item, box, field, hard_break } = schema.nodes;

/** Returns the nodes of a text: known fields as chips, unknown ones as text, and line breaks where they can be. */
function inlineOf(text: string, { isLine }: { isLine: boolean }): Node[] {
  const nodes: Node[] = [];
  const addText = (words: string) => {
    for (const [index, line] of words.split('\n').entries()) {
      if (index > 0) nodes.push(isLine ? schema.text(' ') : hard_break.create());
      if (line !== '') nodes.push(schema.text(line));
    }
  };
  let end = 0;
  for (const { written, name } of readFields(text)) {
    if (fieldLabel(name) === undefined) continue;
    const start = text.indexOf(written, end);
    addText(text.slice(end, start));
    nodes.push(field.create({ name }));
    end = start + written.length;
  }
  addText(text.slice(end));
  return nodes;
}

const nodeOf = (type: NodeType, text: string): Node =>
  type.create(null, Fragment.fromArray(inlineOf(text, { isLine: type === heading || type === box })));

/** Returns the editor's document of terms; an empty paragraph for none. */
export function docOf(terms: readonly Block[]): Node {
  const nodes = terms.map((block) => {
    if (block.kind === 'list')
      return list.create(
        null,
        block.items.map((item) => nodeOf(list_item, item)),
      );
    return nodeOf({ heading, paragraph, box }[block.kind], block.text);
  });
  return doc.create(null, nodes.length > 0 ? nodes : [paragraph.create()]);
}

/** A block of the document with the position before its node. */
export interface PlacedBlock {
  block: Block;
  position: number;
}

/** Returns the document's blocks without empty ones, which people leave between paragraphs. */
export function placedBlocks(document: Node): PlacedBlock[] {
  const blocks: PlacedBlock[] = [];
  document.forEach((node, position) => {
    const block = blockOf(node);
    if (block) blocks.push({ block, position });
  });
  return blocks;
}

function blockOf(node: Node): Block | undefined {
  if (node.type === list) {
    const items = node.children.map((item) => item.textContent).filter(isFilled);
    return items.length > 0 ? { kind: 'list', items } : undefined;
  }
  const text = node.textContent;
  if (!isFilled(text)) return undefined;
  return { kind: node.type === heading ? 'heading' : node.type === box ? 'box' : 'paragraph', text };
}

const isFilled = (text: string) => text.trim() !== '';

/** Returns the terms of the editor's document. */
export const blocksOf = (document: Node): Block[] => placedBlocks(document).map(({ block }) => block);
