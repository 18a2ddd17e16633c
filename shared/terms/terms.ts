/**
 * A block of terms, the text that is signed: plain text and no markup. In templates the texts have fields, such as
 * `{{client}}`; in an offer these are filled. A box is a sentence that each signer must tick.
 */
export type Block<Text = string> =
  | { kind: 'heading'; text: Text }
  | { kind: 'paragraph'; text: Text }
  | { kind: 'list'; items: Text[] }
  | { kind: 'box'; text: Text };
export type BlockKind = Block['kind'];

/** Returns a block whose texts are replaced. `change` is called with each text and, in a list, with its index. */
export const changeTexts = <Before, After>(
  block: Block<Before>,
  change: (text: Before, item?: number) => After,
): Block<After> =>
  block.kind === 'list'
    ? { kind: 'list', items: block.items.map((item, index) => change(item, index)) }
    : { kind: block.kind, text: change(block.text) };

/** A text of terms and where it is: the index of its block and, in a list, of the item. */
export interface PlacedText {
  block: number;
  item?: number;
  text: string;
}

/** Returns all texts of terms in their order. */
export const textsOf = (terms: readonly Block[]): PlacedText[] =>
  terms.flatMap((content, block): PlacedText[] =>
    content.kind === 'list'
      ? content.items.map((text, item) => ({ block, item, text }))
      : [{ block, text: content.text }],
  );

/**
 * Returns where a text of terms is, in words: 'paragraph 2 under “Payment”', 'item 3 of the list under “The day”'. Each
 * kind of block is counted from its heading.
 */
export function sayPlace(terms: readonly Block[], { block, item }: Omit<PlacedText, 'text'>): string {
  const content = terms[block];
  if (content?.kind === 'heading') return `the heading “${content.text}”`;
  const heading = terms.slice(0, block).findLastIndex(({ kind }) => kind === 'heading');
  const number = terms.slice(heading + 1, block + 1).filter(({ kind }) => kind === content?.kind).length;
  const name = `${content?.kind} ${number}`;
  const above = terms[heading];
  const under = above?.kind === 'heading' ? `under “${above.text}”` : 'at the beginning';
  return `${item === undefined ? '' : `item ${item + 1} of `}${name} ${under}`;
}

/** Returns terms as text of many lines, without the boxes: a blank line between blocks, a dash before a list's items. */
export const plainText = (terms: readonly Block[]): string =>
  terms
    .filter(({ kind }) => kind !== 'box')
    .map((block) => (block.kind === 'list' ? block.items.map((item) => `- ${item}`).join('\n') : block.text))
    .join('\n\n');

/** Returns the sentences that a signer must tick, in the order of their boxes. */
export const boxesOf = <Text>(terms: readonly Block<Text>[]): Text[] =>
  terms.flatMap((block) => (block.kind === 'box' ? [block.text] : []));
