import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form';
import type * as z from 'zod';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { dropDraft } from '../lib/browser/drafts.ts';
import { BelowFieldContext, Form, OnFormChange } from '../ui/fields/form.tsx';
import { useFocusAfterRemoval } from '../ui/navigation/focus-after-removal.ts';
import { Notice } from '../ui/status/notice.tsx';
import { DraftContext } from './draft-context.ts';
import { FieldConflict } from './field-conflict.tsx';
import { isSame } from './merge.ts';
import { type EditedRecord, useMergedEdit } from './merged-edit.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';

interface EditFormProps<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>>
  extends EditedRecord<Row, Schema> {
  /** Labels by field name. */
  labels: Record<string, string>;
  /** Returns a field's value as text, if it is neither a text, a date nor yes or no. */
  wordsFor?: (name: string, value: unknown) => string | undefined;
  /** The other people who change the record, as the messages name them. */
  others?: string;
  /** Converts an error to the shown message. */
  describe: (error: unknown) => ReactNode;
  children: ReactNode;
  /** The buttons. `isChanged`: whether typed values are not saved. */
  actions: (isSaved: boolean, isChanged: boolean) => ReactNode;
  /** Renders the element around the fields and messages; the buttons below it stay in view. */
  frame?: (content: ReactNode) => ReactNode;
  className?: string;
}

/**
 * A form of a stored record with a version. Changes that another person has saved since the form was loaded are
 * merged field by field: the save succeeds, and the form says which fields it has taken over. If both have changed
 * the same field, both values are shown below it, and nothing is saved until one is chosen. Typed values are stored
 * in this tab until they are saved: after closing, leaving, reloading or signing in again, the form begins with them.
 */
export function EditForm<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>>(
  props: EditFormProps<Row, Schema>,
) {
  const { row, draft } = props;
  const [discards, setDiscards] = useState(0);
  // The button that discards is gone with the form that it begins anew.
  useFocusAfterRemoval();
  const newest = useRef(row);
  const discard = () => {
    dropDraft(draft);
    setDiscards(discards + 1);
  };
  return (
    <DraftContext value={draft}>
      <EditFrom<Row, Schema>
        key={discards}
        {...props}
        row={row.version > newest.current.version ? row : newest.current}
        onStored={(stored) => {
          newest.current = stored;
        }}
        onDiscard={discard}
      />
    </DraftContext>
  );
}

function EditFrom<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>>({
  labels,
  wordsFor,
  others = 'Somebody else',
  describe,
  children,
  actions,
  frame,
  className,
  onStored,
  onDiscard,
  ...record
}: EditFormProps<Row, Schema> & { onStored: (row: Row) => void; onDiscard: () => void }) {
  const fields = useRef<HTMLDivElement>(null);
  const edit = useMergedEdit(record, onStored, fields);
  const { undecided, taken, isSaved, isRestored, leftOut, isChanged } = edit;

  const labelOf = (name: string) => (labels[name] ?? name).replace(' (optional)', '');
  const quoted = (names: string[]) => list.format(names.map((name) => `“${labelOf(name)}”`));
  const below = (name: string) =>
    undecided[name] && (
      <FieldConflict
        name={name}
        label={labelOf(name)}
        stored={undecided[name].stored}
        wordsOf={(value) => wordsFor?.(name, value) ?? inWords(value)}
        onDecide={(typed) => edit.decide(name, typed)}
      />
    );
  const names = Object.keys(undecided);
  const content = (
    <>
      <OnFormChange call={(typed) => edit.keep(typed)} />
      <UnsavedNotice isRestored={isRestored} leftOut={leftOut} onDiscard={onDiscard} />
      <div ref={fields} className="contents">
        <BelowFieldContext value={below}>{children}</BelowFieldContext>
        <HiddenFields fields={fields} names={names}>
          {below}
        </HiddenFields>
      </div>
      {names.length > 0 && (
        <Notice tone="error">
          {others} changed {quoted(names)} in the meantime, too. Nothing is saved until you choose which to keep.
        </Notice>
      )}
      {taken.length > 0 && (
        <Notice tone="info">
          {isSaved
            ? `Saved, together with what was changed elsewhere in the meantime: ${quoted(taken)}.`
            : `${others} changed ${quoted(taken)} in the meantime. You see it here.`}
        </Notice>
      )}
    </>
  );
  const buttons = actions(isSaved, isChanged);
  return (
    <Form<Schema>
      schema={record.schema}
      defaultValues={edit.start as never}
      describe={describe}
      // The form's type is made of the schema's types, but a merge works with field names.
      onSubmit={(values, form) => edit.save(values, form as unknown as UseFormReturn)}
      {...(className !== undefined && { className })}
      foot={frame && buttons}
    >
      {frame ? frame(content) : content}
      {!frame && buttons}
    </Form>
  );
}

const list = new Intl.ListFormat('en-US');

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value ?? '');
  if (text === '') return 'empty';
  return /^\d{4}-\d\d-\d\d$/.test(text) ? calendarDate(text) : text;
}

/** Shows the conflicts of fields that are hidden because of another field's value. */
function HiddenFields({
  fields,
  names,
  children,
}: {
  fields: RefObject<HTMLDivElement | null>;
  names: string[];
  children: (name: string) => ReactNode;
}) {
  const [hiddenNames, setHiddenNames] = useState<string[]>([]);
  useFormContext().watch();
  // Every change can show or hide fields. A layout effect, so that the first conflict can get the focus at once.
  useLayoutEffect(() => {
    const isShown = (name: string) => fields.current?.querySelector(`[name="${CSS.escape(name)}"]`) != null;
    const hidden = names.filter((name) => !isShown(name));
    setHiddenNames((before) => (isSame(before, hidden) ? before : hidden));
  });
  return hiddenNames.map((name) => (
    <div key={name} className="contents">
      {children(name)}
    </div>
  ));
}
