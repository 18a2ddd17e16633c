import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { refuseTerms } from '#shared/terms/refuse-terms.ts';
import { placedBlocks } from './blocks.ts';

/** Marks the blocks whose text can't be saved. What is wrong in them stands below the editor. */
export const problemMarks = new Plugin({
  props: {
    decorations: ({ doc }) => {
      const placed = placedBlocks(doc);
      const wrong = new Set(refuseTerms(placed.map(({ block }) => block)).map(({ block }) => block));
      return DecorationSet.create(
        doc,
        [...wrong].map((index) => {
          const { position } = placed[index]!;
          const end = position + doc.nodeAt(position)!.nodeSize;
          return Decoration.node(position, end, { class: 'rounded-sm bg-alert-wash' });
        }),
      );
    },
  },
});
