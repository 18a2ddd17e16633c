import type { Command, EditorState } from 'prosemirror-state';
import { termFields } from '#shared/terms/term-fields.ts';
import type { BlockKind } from '#shared/terms/terms.ts';
import { insertField, kindAt, toggleKind } from './commands.ts';

const kinds: { kind: BlockKind; label: string }[] = [
  { kind: 'heading', label: 'Heading' },
  { kind: 'list', label: 'List' },
  { kind: 'box', label: 'Box to tick' },
];

/** The value of the list of fields that asks for a day before or after the session. */
const dayChoice = 'day';

/**
 * The buttons above the text: what the block with the caret is, and fields to insert.
 * @param onRun runs a command in the editor, and gives it the focus
 * @param onAskDay asks for a day before or after the session
 */
export function Toolbar({
  state,
  onRun,
  onAskDay,
}: {
  state: EditorState;
  onRun: (command: Command) => void;
  onAskDay: () => void;
}) {
  const current = kindAt(state);
  return (
    <fieldset
      aria-label="Format"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-1 border-b border-line bg-white py-1.5 lg:top-18"
    >
      {kinds.map(({ kind, label }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === current}
          // The caret stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onRun(toggleKind(kind))}
          className="min-h-11 cursor-pointer rounded-full px-3 text-sm font-semibold hover:bg-petal aria-pressed:bg-leaf-wash aria-pressed:text-leaf-deep"
        >
          {label}
        </button>
      ))}
      <select
        aria-label="Insert a field"
        value=""
        onChange={({ target }) => {
          if (target.value === dayChoice) onAskDay();
          else onRun(insertField(target.value));
        }}
        className="ml-auto h-11 w-42 max-w-full rounded-md border border-edge bg-white px-3 text-sm text-ellipsis max-sm:ml-0 max-sm:w-full"
      >
        <option value="">Insert a field</option>
        {Object.entries(termFields).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
        <option value={dayChoice}>A day before or after the session...</option>
      </select>
    </fieldset>
  );
}
