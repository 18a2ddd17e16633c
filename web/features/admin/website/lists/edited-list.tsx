import { type ReactNode, use, useState } from 'react';
import { type FieldValues, useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../../../../ui/button.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { hasEntry } from '../changes.ts';
import { PictureContext } from '../pictures/picture-context.ts';

/**
 * A list of the form, whose entries are added, removed and reordered: by dragging their heads, or with the buttons 'Up' and
 * 'Down', which keep the focus on the moved entry. Entries that differ from the published content have the badge 'Changed'.
 */
export function EditedList({
  name,
  noun,
  titleOf,
  empty,
  most,
  children,
}: {
  name: string;
  /** The word for an entry: 'session'. */
  noun: string;
  titleOf: (entry: FieldValues) => string;
  /** Returns a new entry. */
  empty: () => FieldValues;
  most: number;
  /**
   * Returns the fields of an entry.
   * @param prefix the beginning of their names
   */
  children: (prefix: string) => ReactNode;
}) {
  const { fields, append, remove, move } = useFieldArray({ name });
  const { getValues } = useFormContext();
  const { published } = use(PictureContext);
  const entries = useWatch({ name }) as FieldValues[];
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const titleAt = (index: number) => titleOf(entries[index] ?? getValues(`${name}.${index}`)) || `New ${noun}`;

  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= fields.length || from === to) return;
    setAnnouncement(`${titleAt(from)} is now number ${to + 1} of ${fields.length}.`);
    move(from, to);
  };
  const drop = (index: number) => {
    if (dragged !== null) moveTo(dragged, index);
    setDragged(null);
  };

  return (
    <div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ol className="flex flex-col">
        {fields.map((field, index) => (
          <Entry
            key={field.id}
            title={titleAt(index)}
            isChanged={entries[index] !== undefined && !hasEntry(published, name, entries[index])}
            isFirst={index === 0}
            isLast={index === fields.length - 1}
            drag={{
              isDragged: dragged === index,
              isPossible: dragged !== null,
              start: () => setDragged(index),
              end: () => setDragged(null),
              drop: () => drop(index),
            }}
            onMove={(by) => moveTo(index, index + by)}
            onRemove={() => {
              setAnnouncement(`${titleAt(index)} was removed.`);
              remove(index);
            }}
          >
            {children(`${name}.${index}`)}
          </Entry>
        ))}
      </ol>
      <div className="border-t border-line pt-5">
        {fields.length < most ? (
          <Button look="secondary" onClick={() => append(empty())}>
            Add {/^[aeiou]/.test(noun) ? 'an' : 'a'} {noun}
          </Button>
        ) : (
          <p className="text-sm text-mute">There can be {most} at most. Remove one to add another.</p>
        )}
      </div>
    </div>
  );
}

/** The state of an entry while entries of its list are dragged, and handlers. */
interface EntryDrag {
  /** Whether this entry is dragged. */
  isDragged: boolean;
  /** Whether any entry of the list is dragged. */
  isPossible: boolean;
  start: () => void;
  end: () => void;
  drop: () => void;
}

/** An entry of a list: its head, which can be dragged and has buttons to move and remove it, and its fields. */
function Entry({
  title,
  isChanged,
  isFirst,
  isLast,
  drag,
  onMove,
  onRemove,
  children,
}: {
  title: string;
  /** Whether the entry differs from the published content. */
  isChanged: boolean;
  isFirst: boolean;
  isLast: boolean;
  drag: EntryDrag;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <li
      className={`border-t border-line py-5 ${drag.isDragged ? 'opacity-50' : ''}`}
      onDragOver={(event) => drag.isPossible && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same by keyboard */}
      <div
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', title);
          drag.start();
        }}
        onDragEnd={drag.end}
        className="flex cursor-grab flex-wrap items-center justify-between gap-x-3"
      >
        <div className="flex items-center gap-3">
          <h3 className="font-display text-lg">{title}</h3>
          {isChanged && <Badge tone="yellow">Changed</Badge>}
        </div>
        <div className="-mr-3 ml-auto flex">
          <Button look="quiet" aria-disabled={isFirst} onClick={() => onMove(-1)}>
            Up<span className="sr-only"> {title}</span>
          </Button>
          <Button look="quiet" aria-disabled={isLast} onClick={() => onMove(1)}>
            Down<span className="sr-only"> {title}</span>
          </Button>
          <Button look="quiet" className="text-alert!" onClick={onRemove}>
            Remove<span className="sr-only"> {title}</span>
          </Button>
        </div>
      </div>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </li>
  );
}
