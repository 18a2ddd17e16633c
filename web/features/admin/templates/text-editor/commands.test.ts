import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import type { DecorationSet } from 'prosemirror-view';
import { describe, expect, test } from 'vitest';
import type { Block } from '#shared/terms/terms.ts';
import { blocksOf, docOf } from './blocks.ts';
import { breakLine, enter, insertField, kindAt, plainAtStart, setKind, toggleKind } from './commands.ts';
import { problemMarks } from './problems.ts';
import { writtenFields } from './written-fields.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const heading = (text: string): Block => ({ kind: 'heading', text });
const list = (...items: string[]): Block => ({ kind: 'list', items });
const box = (text: string): Block => ({ kind: 'box', text });

/**
 * Returns the editor's state with a selection from the first `|` to the second one, or a caret at the only one.
 */
function stateOf(...terms: Block[]): EditorState {
  const doc = docOf(terms);
  const marks: number[] = [];
  doc.descendants((node, position) => {
    for (const { index } of node.text?.matchAll(/\|/g) ?? []) marks.push(position + index);
  });
  const state = EditorState.create({ doc, plugins: [writtenFields, problemMarks] });
  const { tr } = state;
  for (const mark of marks.toReversed()) tr.delete(mark, mark + 1);
  const [from = 1, to = from + 1] = marks;
  return state.apply(tr.setSelection(TextSelection.create(tr.doc, from, to - 1)));
}

function run(state: EditorState, ...commands: Command[]): EditorState {
  return commands.reduce((before, command) => {
    let after = before;
    command(before, (tr) => {
      after = before.apply(tr);
    });
    after.doc.check();
    return after;
  }, state);
}
const termsAfter = (state: EditorState, ...commands: Command[]) => blocksOf(run(state, ...commands).doc);

/** Types a text at the caret. */
const type =
  (text: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(text));
    return true;
  };

describe('terms in the editor', () => {
  test('come out as they went in', () => {
    const terms: Block[] = [
      heading('Payment of {{client}}'),
      paragraph('{{client}} pays\n{{total}}, by {{30 days before session}}.'),
      list('One {{place}}', 'Two\nlines'),
      box('I have read {{offer}}.'),
      paragraph('An {{unknown}} field, and a {{ broken } one'),
    ];
    expect(blocksOf(docOf(terms))).toEqual(terms);
  });

  test('without blocks there is a paragraph to write in, which is none of the terms', () => {
    expect(docOf([]).childCount).toBe(1);
    expect(blocksOf(docOf([]))).toEqual([]);
  });

  test('a field is one character for the caret', () => {
    const [block] = docOf([paragraph('a{{client}}b')]).children;
    expect(block!.content.size).toBe(3);
    expect(block!.child(1).type.name).toBe('field');
  });
});

describe('kinds', () => {
  test.each<[string, Block[], Block[]]>([
    ['heading', [paragraph('a|b')], [heading('ab')]],
    ['box', [heading('a|b')], [box('ab')]],
    ['list', [paragraph('a|b')], [list('ab')]],
    ['list', [list('a'), paragraph('b|'), list('c')], [list('a', 'b', 'c')]],
    ['list', [paragraph('a|'), box('b'), heading('c|')], [list('a', 'b', 'c')]],
    ['paragraph', [list('a|')], [paragraph('a')]],
    ['paragraph', [list('a|', 'b')], [paragraph('a'), list('b')]],
    ['paragraph', [list('a', 'b|', 'c')], [list('a'), paragraph('b'), list('c')]],
    ['heading', [list('a', 'b|')], [list('a'), heading('b')]],
    ['box', [list('a', 'b|', 'c|', 'd')], [list('a'), box('b'), box('c'), list('d')]],
    [
      'heading',
      [paragraph('x'), list('a|', 'b'), paragraph('c|')],
      [paragraph('x'), heading('a'), heading('b'), heading('c')],
    ],
  ])('%s of %j', (kind, before, terms) => {
    expect(termsAfter(stateOf(...before), setKind(kind as Block['kind']))).toEqual(terms);
  });

  test('the caret stays where it was', () => {
    const state = run(
      stateOf(list('first', 'sec|ond', 'third')),
      setKind('box'),
      type('X'),
      setKind('list'),
      type('Y'),
    );
    expect(blocksOf(state.doc)).toEqual([list('first', 'secXYond', 'third')]);
    expect(kindAt(state)).toBe('list');
  });

  test('the same kind again makes paragraphs', () => {
    expect(termsAfter(stateOf(heading('a|')), toggleKind('heading'))).toEqual([paragraph('a')]);
    expect(termsAfter(stateOf(list('a|', 'b')), toggleKind('list'))).toEqual([paragraph('a'), list('b')]);
  });

  test('a paragraph of lines becomes a heading of one line', () => {
    expect(termsAfter(stateOf(paragraph('a|\nb')), setKind('heading'))).toEqual([heading('a b')]);
  });
});

describe('keys', () => {
  test('Enter behind a heading and a box begins a paragraph, in a list an item', () => {
    expect(termsAfter(stateOf(heading('a|')), enter, type('b'))).toEqual([heading('a'), paragraph('b')]);
    expect(termsAfter(stateOf(box('a|')), enter, type('b'))).toEqual([box('a'), paragraph('b')]);
    expect(termsAfter(stateOf(list('a|', 'c')), enter, type('b'))).toEqual([list('a', 'b', 'c')]);
  });

  test('Enter twice leaves a list', () => {
    expect(termsAfter(stateOf(list('a|')), enter, enter, type('b'))).toEqual([list('a'), paragraph('b')]);
    expect(termsAfter(stateOf(list('a|', 'c')), enter, enter, type('b'))).toEqual([
      list('a'),
      paragraph('b'),
      list('c'),
    ]);
  });

  test('Backspace at the beginning makes a paragraph, elsewhere it is left to the browser', () => {
    expect(termsAfter(stateOf(box('|a')), plainAtStart)).toEqual([paragraph('a')]);
    expect(termsAfter(stateOf(list('a', '|b')), plainAtStart)).toEqual([list('a'), paragraph('b')]);
    expect(plainAtStart(stateOf(box('a|b')))).toBe(false);
    expect(plainAtStart(stateOf(paragraph('|a')))).toBe(false);
  });

  test('lines break in paragraphs and items only', () => {
    expect(termsAfter(stateOf(paragraph('a|b')), breakLine)).toEqual([paragraph('a\nb')]);
    expect(termsAfter(stateOf(list('a|b')), breakLine)).toEqual([list('a\nb')]);
    expect(termsAfter(stateOf(heading('a|b')), breakLine)).toEqual([heading('ab')]);
  });
});

describe('fields', () => {
  test('are inserted at the caret, with a blank behind a word', () => {
    expect(termsAfter(stateOf(paragraph('Dear|')), insertField('client'), type('!'))).toEqual([
      paragraph('Dear {{client}}!'),
    ]);
    expect(termsAfter(stateOf(paragraph('(|)')), insertField('total'))).toEqual([paragraph('({{total}})')]);
    expect(termsAfter(stateOf(list('a|')), insertField('1 day before session'))).toEqual([
      list('a {{1 day before session}}'),
    ]);
  });

  test('take the place of a chosen field', () => {
    const state = stateOf(paragraph('{{client}} pays'));
    const chosen = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, 1)));
    expect(termsAfter(chosen, insertField('studio'))).toEqual([paragraph('{{studio}} pays')]);
  });

  test('typed and pasted with their braces become chips once they are complete and known', () => {
    const state = run(stateOf(paragraph('|')), type('{{ Client }} and {{nobody}} and {{total}}'));
    const names = state.doc.firstChild!.children.map(({ type: { name }, attrs }) =>
      name === 'field' ? attrs.name : name,
    );
    expect(names).toEqual(['client', 'text', 'total']);
    expect(blocksOf(state.doc)).toEqual([paragraph('{{client}} and {{nobody}} and {{total}}')]);
  });

  test('a block with an unknown field is marked, behind empty blocks, too', () => {
    const marksOf = (state: EditorState) => problemMarks.props.decorations!.call(problemMarks, state) as DecorationSet;
    const state = run(stateOf(paragraph('a|'), paragraph('{{nobody}}')), enter);
    expect(marksOf(state).find()).toMatchObject([{ from: 5, to: 17 }]);
    expect(marksOf(run(stateOf(paragraph('{{client}}|')))).find()).toEqual([]);
  });
});
