import { type DOMOutputSpec, Schema } from 'prosemirror-model';
import { fieldLabel } from '#shared/terms/term-fields.ts';

const chip =
  'mx-0.5 inline-block rounded-full bg-leaf-wash px-2.5 font-semibold text-leaf-deep text-[0.875em] max-w-full forced-colors:border';

/** Returns a field as the editor shows it: one thing with one name, for the caret and for screen readers. */
const chipOf = (name: string): DOMOutputSpec => {
  const label = fieldLabel(name) ?? name;
  return ['span', { class: chip, 'data-field': name, role: 'img', 'aria-label': `Field ${label}` }, label];
};

/**
 * The document of the editor. Its blocks are those of terms; an item of a list holds text and no further block. A field
 * is one character wide.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: '(text | field | hard_break)*',
      marks: '',
      parseDOM: [{ tag: 'p' }],
      toDOM: () => ['p', { dir: 'auto', class: 'my-2' }, 0],
    },
    heading: {
      group: 'block',
      content: '(text | field)*',
      marks: '',
      defining: true,
      parseDOM: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({ tag })),
      toDOM: () => ['h2', { dir: 'auto', class: 'mt-7 mb-1 font-display text-xl first:mt-0' }, 0],
    },
    list: {
      group: 'block',
      content: 'list_item+',
      parseDOM: [{ tag: 'ul' }, { tag: 'ol' }],
      toDOM: () => ['ul', { class: 'my-2 list-disc pl-5' }, 0],
    },
    list_item: {
      content: '(text | field | hard_break)*',
      marks: '',
      // Programs put paragraphs into the items of their lists. The rule comes before that of paragraphs.
      parseDOM: [{ tag: 'li > p', skip: true, priority: 60 }, { tag: 'li' }],
      toDOM: () => ['li', { dir: 'auto', class: 'my-1' }, 0],
    },
    box: {
      group: 'block',
      content: '(text | field)*',
      marks: '',
      defining: true,
      parseDOM: [{ tag: 'div[data-box]', contentElement: 'p' }],
      toDOM: () => [
        'div',
        {
          'data-box': '',
          role: 'group',
          'aria-label': 'Box to tick',
          class: 'my-3 flex items-center gap-3 rounded-md border border-edge px-3 py-2.5',
        },
        ['span', { contenteditable: 'false', class: 'size-5 shrink-0 rounded-sm border border-edge' }],
        ['p', { dir: 'auto', class: 'min-w-0 flex-1' }, 0],
        [
          'span',
          { contenteditable: 'false', class: 'shrink-0 rounded-full bg-petal px-2.5 py-0.5 text-xs font-semibold' },
          'Required',
        ],
      ],
    },
    text: {},
    field: {
      inline: true,
      atom: true,
      attrs: { name: { validate: 'string' } },
      parseDOM: [{ tag: 'span[data-field]', getAttrs: (element) => ({ name: element.dataset.field ?? '' }) }],
      toDOM: ({ attrs }) => chipOf(String(attrs.name)),
      leafText: ({ attrs: { name: field } }) => `{{${field}}}`,
    },
    hard_break: {
      inline: true,
      selectable: false,
      linebreakReplacement: true,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
      leafText: () => '\n',
    },
  },
});
