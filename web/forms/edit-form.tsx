import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form';
import type * as z from 'zod';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { dropDraft } from '../lib/browser/drafts.ts';
import { ApiError } from '../lib/query/api.ts';
import { BelowFieldContext, Form, OnFormChange } from '../ui/fields/form.tsx';
import { Notice } from '../ui/status/notice.tsx';
import { DraftContext } from './draft-context.ts';
import {
  beginEdit,
  keepEdit,
  type Loaded,
  type Secrets,
  type Undecided,
  undecidedOf,
  type Values,
} from './edit-draft.ts';
import { FieldConflict } from './field-conflict.tsx';
import { isSame, mergeFields } from './merge.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';

interface EditFormProps<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema;
  /** The stored record; later ones don't replace what the form shows. */
  row: Row;
  /** What the form shows of a record. The schema's output has the same shape. */
  valuesOf: (row: Row) => z.input<Schema>;
  /** By field. */
  labels: Record<string, string>;
  /** Names what is typed and not saved, with the record's ID. */
  draft: string;
  /** Fields that are not kept in the browser. */
  secrets?: Secrets;
  /** A field's value in words, where it is neither text, a date nor yes or no. */
  wordsFor?: (name: string, value: unknown) => string | undefined;
  /** Who else changes the record. */
  others?: string;
  /** Saves the values over the given version of the record. */
  send: (values: z.output<Schema>, version: number) => Promise<Row>;
  /** @param hasTaken whether the form says what it has taken over from others, and is to stay in sight */
  onSaved: (row: Row, hasTaken: boolean) => void;
  /** Converts an error to the shown message. */
  describe: (error: unknown) => ReactNode;
  children: ReactNode;
  /** The buttons. `isChanged`: something is typed that is not saved. */
  actions: (isSaved: boolean, isChanged: boolean) => ReactNode;
  /** What the fields and messages are shown in, above buttons that stay in sight. */
  frame?: (content: ReactNode) => ReactNode;
  className?: string;
}

/** How often a save is sent again because the record was changed once more. */
const mostMerges = 4;

/**
 * A form of a stored record with a version. What somebody else has saved since the form was loaded is merged field by
 * field: the save goes through, and the form says what it has taken over. Where both have changed the same field, both
 * values are shown below it, and nothing is saved until one is chosen. What is typed is kept in this tab until it is
 * saved: closed, left, reloaded or signed in to again, the form begins with it.
 */
export function EditForm<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>>(
  props: EditFormProps<Row, Schema>,
) {
  const { row, draft } = props;
  const [discards, setDiscards] = useState(0);
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
  schema,
  row,
  valuesOf,
  labels,
  draft,
  secrets = {},
  wordsFor,
  others = 'Somebody else',
  send,
  onSaved,
  describe,
  children,
  actions,
  frame,
  className,
  onStored,
  onDiscard,
}: EditFormProps<Row, Schema> & { onStored: (row: Row) => void; onDiscard: () => void }) {
  const load = (from: Row): Loaded => ({ version: from.version, values: valuesOf(from) });
  const [begun] = useState(() => beginEdit(draft, load(row), secrets));
  /** What the next save is based on. */
  const base = useRef(begun.base);
  const [undecided, setUndecided] = useState<Record<string, Undecided>>(begun.undecided);
  const [taken, setTaken] = useState(begun.taken);
  const [isSaved, setSaved] = useState(false);
  const [isRestored, setRestored] = useState(begun.isRestored);
  const [leftOut, setLeftOut] = useState(begun.leftOut);
  const [isChanged, setChanged] = useState(begun.isRestored);
  const fields = useRef<HTMLDivElement>(null);

  useEffect(() => firstConflict(fields.current)?.focus(), []);

  const keep = (typed: Values, open = undecided) => {
    keepEdit(draft, base.current, typed, open, secrets);
    setChanged(!isSame(typed, base.current.values));
  };
  const rebaseOn = (stored: Row) => {
    onStored(stored);
    base.current = load(stored);
  };
  /** Takes over what somebody else has saved. */
  const meet = (theirs: Row, form: UseFormReturn) => {
    const before = base.current.values;
    const { values, taken, conflicts } = mergeFields(before, form.getValues(), valuesOf(theirs) as Values);
    rebaseOn(theirs);
    for (const name of taken) form.setValue(name, values[name]);
    const open = undecidedOf(conflicts, before, base.current.values);
    keep(values, open);
    return { taken, open };
  };

  const save = async (given: z.output<Schema>, form: UseFormReturn) => {
    const isOpen = ([name, { stored }]: [string, Undecided]) => !isSame(form.getValues(name), stored);
    if (Object.entries(undecided).some(isOpen)) return firstConflict(fields.current)?.focus();
    setSaved(false);
    setTaken([]);
    setUndecided({});
    let values = given;
    const all = new Set<string>();
    for (let merges = 0; ; merges += 1) {
      const typed = { ...form.getValues() };
      try {
        const saved = await send(values, base.current.version);
        rebaseOn(saved);
        // Text typed during the request stays.
        for (const [name, value] of Object.entries(base.current.values)) {
          if (isSame(form.getValues(name), typed[name])) form.setValue(name, value);
        }
        keep(form.getValues(), {});
        setSaved(true);
        setRestored(false);
        setLeftOut([]);
        setTaken([...all]);
        return onSaved(saved, all.size > 0);
      } catch (error) {
        const theirs = currentOf<Row>(error);
        if (!theirs || merges === mostMerges) throw error;
        const { taken, open } = meet(theirs, form);
        for (const name of taken) all.add(name);
        const merged = schema.safeParse(form.getValues());
        const hasConflict = Object.keys(open).length > 0;
        if (hasConflict || !merged.success) {
          flushSync(() => {
            setTaken([...all]);
            setUndecided(open);
          });
          if (hasConflict) return firstConflict(fields.current)?.focus();
          // Each is valid alone, and not both together.
          await form.trigger(undefined, { shouldFocus: true });
          return;
        }
        values = merged.data;
      }
    }
  };

  const decide = (name: string, typed: Values) => {
    const open = Object.fromEntries(Object.entries(undecided).filter(([each]) => each !== name));
    flushSync(() => setUndecided(open));
    keep(typed, open);
    const submit = fields.current?.closest('form')?.querySelector<HTMLElement>('[type="submit"]');
    (firstConflict(fields.current) ?? submit)?.focus();
  };
  const labelOf = (name: string) => (labels[name] ?? name).replace(' (optional)', '');
  const quoted = (names: string[]) => list.format(names.map((name) => `“${labelOf(name)}”`));
  const below = (name: string) =>
    undecided[name] && (
      <FieldConflict
        name={name}
        label={labelOf(name)}
        stored={undecided[name].stored}
        wordsOf={(value) => wordsFor?.(name, value) ?? inWords(value)}
        onDecide={(typed) => decide(name, typed)}
      />
    );
  const names = Object.keys(undecided);
  const content = (
    <>
      <OnFormChange call={(typed) => keep(typed)} />
      <UnsavedNotice isRestored={isRestored} leftOut={leftOut} onDiscard={onDiscard} />
      <div ref={fields} className="contents">
        <BelowFieldContext value={below}>{children}</BelowFieldContext>
        <NotShown fields={fields} names={names}>
          {below}
        </NotShown>
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
      schema={schema}
      defaultValues={begun.start as never}
      describe={describe}
      // The form's type has the schema's parts; a merge goes by names.
      onSubmit={(values, form) => save(values, form as unknown as UseFormReturn)}
      {...(className !== undefined && { className })}
      foot={frame && buttons}
    >
      {frame ? frame(content) : content}
      {!frame && buttons}
    </Form>
  );
}

/** The first conflict of a form, in sight: also where its field is folded away. */
function firstConflict(fields: HTMLElement | null): HTMLElement | null | undefined {
  const conflict = fields?.querySelector<HTMLElement>('[data-conflict]');
  conflict?.closest('details')?.setAttribute('open', '');
  return conflict;
}

const list = new Intl.ListFormat('en-US');

function inWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value ?? '');
  if (text === '') return 'empty';
  return /^\d{4}-\d\d-\d\d$/.test(text) ? calendarDate(text) : text;
}

/** The record that is stored now, of a save that was refused because of it. */
const currentOf = <Row,>(error: unknown): Row | undefined =>
  error instanceof ApiError && error.code === 'CHANGED_MEANWHILE'
    ? (error.details.current as Row | undefined)
    : undefined;

/** Conflicts of the fields that are not shown, because of the value of another one. */
function NotShown({
  fields,
  names,
  children,
}: {
  fields: RefObject<HTMLDivElement | null>;
  names: string[];
  children: (name: string) => ReactNode;
}) {
  const [missing, setMissing] = useState<string[]>([]);
  useFormContext().watch();
  // Each change can show or hide fields. A layout effect, so that the first conflict can take the focus at once.
  useLayoutEffect(() => {
    const isShown = (name: string) => fields.current?.querySelector(`[name="${CSS.escape(name)}"]`) != null;
    const now = names.filter((name) => !isShown(name));
    setMissing((before) => (isSame(before, now) ? before : now));
  });
  return missing.map((name) => (
    <div key={name} className="contents">
      {children(name)}
    </div>
  ));
}
