import { chainCommands, createParagraphNear, newlineInCode, splitBlock } from 'prosemirror-commands';
import { Fragment, type NodeType, Slice } from 'prosemirror-model';
import type { Command, EditorState, Transaction } from 'prosemirror-state';
import { canJoin, ReplaceAroundStep } from 'prosemirror-transform';
import type { BlockKind } from '#shared/terms/terms.ts';
import { schema } from './schema.ts';

const { paragraph, heading, list, list_item, box, field, hard_break } = schema.nodes;

/** Returns the kind of the block with the caret. */
export function kindAt({ selection: { $from } }: EditorState): BlockKind {
  const { type } = $from.parent;
  if (type === list_item || type === list) return 'list';
  return type === heading ? 'heading' : type === box ? 'box' : 'paragraph';
}

/**
 * Returns the command that makes the selected blocks of a kind. Items of a list leave it, and blocks that become items
 * join the list beside them.
 */
export const setKind =
  (kind: BlockKind): Command =>
  (state, dispatch) => {
    if (!dispatch) return true;
    const { tr } = state;
    for (const position of selectedTextblocks(state).toReversed()) {
      if (kind === 'list') intoList(tr, position);
      else intoBlock(tr, position, { heading, paragraph, box }[kind]);
    }
    if (kind === 'list') joinLists(tr);
    dispatch(tr.scrollIntoView());
    return true;
  };

/** Returns the command that makes the selected blocks of a kind, or paragraphs if they are of it. */
export const toggleKind =
  (kind: BlockKind): Command =>
  (state, dispatch) =>
    setKind(kindAt(state) === kind ? 'paragraph' : kind)(state, dispatch);

/** Returns the positions before the paragraphs, headings, boxes and items in the selection. */
function selectedTextblocks({ doc, selection: { from, to } }: EditorState): number[] {
  const positions: number[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    if (node.isTextblock) positions.push(position);
    return !node.isTextblock;
  });
  return positions;
}

/** Makes an item of the block at a position, in a list of its own. */
function intoList(tr: Transaction, position: number): void {
  const node = tr.doc.nodeAt(position);
  if (!node || node.type === list_item) return;
  const wrapper = list.create(null, list_item.create());
  const [start, end] = [position + 1, position + node.nodeSize - 1];
  tr.step(new ReplaceAroundStep(position, end + 1, start, end, new Slice(Fragment.from(wrapper), 0, 0), 2, true));
}

/** Makes a block of a type of the block or item at a position. An item parts its list. */
function intoBlock(tr: Transaction, position: number, type: NodeType): void {
  if (type !== paragraph) joinLines(tr, position);
  const $item = tr.doc.resolve(position);
  const item = $item.nodeAfter;
  if (item?.type !== list_item) {
    tr.setBlockType(position + 1, undefined, type);
    return;
  }
  const isFirst = $item.index() === 0;
  const isLast = $item.index() === $item.parent.childCount - 1;
  const [start, end] = [position, position + item.nodeSize];
  const halves = (isEdge: boolean) => (isEdge ? Fragment.empty : Fragment.from(list.create()));
  const slice = new Slice(
    halves(isFirst).append(Fragment.from(paragraph.create())).append(halves(isLast)),
    isFirst ? 0 : 1,
    isLast ? 0 : 1,
  );
  tr.step(
    new ReplaceAroundStep(
      start - (isFirst ? 1 : 0),
      end + (isLast ? 1 : 0),
      start + 1,
      end - 1,
      slice,
      isFirst ? 1 : 2,
      true,
    ),
  );
  if (type !== paragraph) tr.setBlockType(tr.mapping.map(start + 1), undefined, type);
}

/** Puts a blank in place of each line break of the block at a position: headings and boxes have one line. */
function joinLines(tr: Transaction, position: number): void {
  tr.doc.nodeAt(position)?.forEach(({ type }, offset) => {
    const at = position + 1 + offset;
    if (type === hard_break) tr.replaceWith(at, at + 1, schema.text(' '));
  });
}

/** Joins lists that stand beside each other. */
function joinLists(tr: Transaction): void {
  const positions: number[] = [];
  tr.doc.forEach((node, position) => {
    const before = tr.doc.resolve(position).nodeBefore;
    if (node.type === list && before?.type === list) positions.push(position);
  });
  for (const position of positions.toReversed()) if (canJoin(tr.doc, position)) tr.join(position);
}

/** Leaves the list from an empty item, as a second Enter does in every editor. */
const leaveEmptyItem: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type !== list_item || $from.parent.content.size > 0) return false;
  return setKind('paragraph')(state, dispatch);
};

/** Begins a new block or item. Behind a heading or a box it is a paragraph. */
export const enter: Command = chainCommands(newlineInCode, leaveEmptyItem, createParagraphNear, splitBlock);

/** Makes a paragraph of a heading, box or item, when the caret is at its beginning. */
export const plainAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || kindAt(state) === 'paragraph') return false;
  return setKind('paragraph')(state, dispatch);
};

/** Breaks the line within a paragraph or an item; headings and boxes have one line. */
export const breakLine: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const index = $from.index();
  if (!$from.parent.canReplaceWith(index, index, hard_break)) return true;
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView());
  return true;
};

/** Returns the command that puts a field in place of the selection, with a blank before it where a word ends. */
export const insertField =
  (name: string): Command =>
  (state, dispatch) => {
    const { $from } = state.selection;
    if (!$from.parent.isTextblock) return false;
    const { tr } = state;
    const before = $from.parent.textBetween(0, $from.parentOffset, undefined, ' ').at(-1);
    if (before && /[\p{L}\p{N}.,;:]/u.test(before)) tr.insertText(' ', $from.pos);
    dispatch?.(tr.replaceSelectionWith(field.create({ name }), false).scrollIntoView());
    return true;
  };
