import { baseKeymap } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { type Command, EditorState, Selection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { type RefObject, useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState } from 'react';
import type { Block } from '#shared/terms/terms.ts';
import { isSame } from '../../../../forms/merge.ts';
import { blocksOf, docOf, placedBlocks } from './blocks.ts';
import { breakLine, enter, insertField, plainAtStart } from './commands.ts';
import { problemMarks } from './problems.ts';
import { Toolbar } from './toolbar.tsx';
import { writtenFields } from './written-fields.ts';

/** What a form does with the editor. */
export interface TextEditorHandle {
  focus: () => void;
  /** Puts the caret into a block. */
  goTo: (block: number) => void;
  insertField: (name: string) => void;
}

const plugins = [
  history(),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
    Enter: enter,
    'Shift-Enter': breakLine,
    Backspace: plainAtStart,
  }),
  keymap(baseKeymap),
  writtenFields,
  problemMarks,
];
const stateOf = (terms: readonly Block[]) => EditorState.create({ doc: docOf(terms), plugins });

const look =
  'terms-text min-h-80 whitespace-pre-wrap text-base leading-relaxed [overflow-wrap:anywhere] [&_.ProseMirror-selectednode]:outline-2 [&_.ProseMirror-selectednode]:outline-leaf [&_img.ProseMirror-separator]:inline!';

/**
 * The editor of terms: blocks of plain text, with fields as chips. What it shows follows `terms`, unless that is what
 * was typed into it.
 * @param describedBy the id of the element that says what is wrong
 */
export function TextEditor({
  terms,
  isReadOnly,
  isInvalid,
  describedBy,
  onChange,
  onAskDay,
  handle,
}: {
  terms: readonly Block[];
  isReadOnly: boolean;
  isInvalid: boolean;
  describedBy: string | undefined;
  onChange: (terms: Block[]) => void;
  /** Asks for a day before or after the session, to insert its field. */
  onAskDay: () => void;
  handle: RefObject<TextEditorHandle | null>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const label = useId();
  const [state, setState] = useState(() => stateOf(terms));
  const change = useEffectEvent((next: EditorState, isTyped: boolean) => {
    setState(next);
    if (isTyped) onChange(blocksOf(next.doc));
  });
  const attributes = useEffectEvent(() => ({
    ...{ class: look, role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': label },
    ...(isReadOnly && { 'aria-readonly': 'true' }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
  }));
  const isEditable = useEffectEvent(() => !isReadOnly);

  const createView = useEffectEvent((): EditorView => {
    const editor = new EditorView(place.current, {
      state,
      editable: () => isEditable(),
      attributes: () => attributes(),
      dispatchTransaction: (transaction) => {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        change(next, transaction.docChanged);
      },
    });
    return editor;
  });
  useEffect(() => {
    const editor = createView();
    view.current = editor;
    return () => editor.destroy();
  }, []);

  // Content that the form has set, after a merge or when changes are discarded.
  useEffect(() => {
    const editor = view.current;
    if (!editor || isSame(blocksOf(editor.state.doc), terms)) return;
    const next = stateOf(terms);
    editor.updateState(next);
    setState(next);
  }, [terms]);

  // The attributes are read again at each update of the state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what the attributes are made of
  useEffect(() => view.current?.updateState(view.current.state), [isInvalid, isReadOnly, describedBy]);

  const run = (command: Command) => {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch);
    editor.focus();
  };
  const goTo = (block: number) => {
    const editor = view.current;
    const position = editor && placedBlocks(editor.state.doc)[block]?.position;
    if (!editor || typeof position !== 'number') return;
    const end = position + editor.state.doc.nodeAt(position)!.nodeSize - 1;
    const selection = Selection.near(editor.state.doc.resolve(end), -1);
    editor.dispatch(editor.state.tr.setSelection(selection).scrollIntoView());
    editor.focus();
  };
  useImperativeHandle(handle, () => ({
    focus: () => view.current?.focus(),
    goTo,
    insertField: (name) => run(insertField(name)),
  }));
  return (
    <>
      {!isReadOnly && <Toolbar state={state} onRun={run} onAskDay={onAskDay} />}
      <p id={label} className="sr-only">
        Text of the terms
      </p>
      <div ref={place} className="pt-5" />
    </>
  );
}
