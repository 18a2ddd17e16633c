import { Plugin, type Transaction } from 'prosemirror-state';
import { fieldLabel } from '#shared/terms/term-fields.ts';
import { readFields } from '#shared/text/written-fields.ts';
import { schema } from './schema.ts';

/** Makes a chip of each known field that is typed or pasted with its braces. Unknown ones stay text, which is refused. */
export const writtenFields = new Plugin({
  appendTransaction: (transactions, _before, { doc, tr }) =>
    transactions.some(({ docChanged }) => docChanged) ? withChips(tr, doc) : null,
});

function withChips(tr: Transaction, doc: Transaction['doc']): Transaction | null {
  doc.descendants((node, position) => {
    if (!node.text?.includes('}}')) return;
    let end = 0;
    for (const { written, name } of readFields(node.text)) {
      const start = node.text.indexOf(written, end);
      end = start + written.length;
      if (fieldLabel(name) === undefined) continue;
      const [from, to] = [tr.mapping.map(position + start), tr.mapping.map(position + end)];
      tr.replaceWith(from, to, schema.nodes.field.create({ name }));
    }
  });
  return tr.docChanged ? tr : null;
}
