import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import { ApiError } from '../lib/query/api.ts';
import {
  beginEdit,
  keepEdit,
  type Loaded,
  type Secrets,
  type Undecided,
  undecidedOf,
  type Values,
} from './edit-draft.ts';
import { isSame, mergeFields } from './merge.ts';

/** A stored record that is edited, and how it is saved. */
export interface EditedRecord<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema;
  /** The stored record; later ones don't replace what the form shows. */
  row: Row;
  /** What the form shows of a record. The schema's output has the same shape. */
  valuesOf: (row: Row) => z.input<Schema>;
  /** Names what is typed and not saved, with the record's ID. */
  draft: string;
  /** Fields that are not kept in the browser. */
  secrets?: Secrets;
  /** Saves the values over the given version of the record. */
  send: (values: z.output<Schema>, version: number) => Promise<Row>;
  /** @param hasTaken whether the form says what it has taken over from others, and is to stay in sight */
  onSaved: (row: Row, hasTaken: boolean) => void;
}

/** How often a save is sent again because the record was changed once more. */
const mostMerges = 4;

/**
 * Holds the edit of a stored record: what the next save is based on, what was taken over from others, and the fields
 * that both have changed, until one of their values is chosen.
 * @param onStored called with each newer record that the edit learns of
 * @param fields the element that the fields are in, where the first conflict gets the focus
 */
export function useMergedEdit<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>>(
  { schema, row, valuesOf, draft, secrets = {}, send, onSaved }: EditedRecord<Row, Schema>,
  onStored: (row: Row) => void,
  fields: RefObject<HTMLDivElement | null>,
) {
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

  useEffect(() => firstConflict(fields.current)?.focus(), [fields]);

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
  /** @param typed what the form had when the save was sent: text typed since then stays */
  const finish = (saved: Row, typed: Values, form: UseFormReturn, merged: string[]) => {
    rebaseOn(saved);
    for (const [name, value] of Object.entries(base.current.values)) {
      if (isSame(form.getValues(name), typed[name])) form.setValue(name, value);
    }
    keep(form.getValues(), {});
    setSaved(true);
    setRestored(false);
    setLeftOut([]);
    setTaken(merged);
    onSaved(saved, merged.length > 0);
  };

  const save = async (submitted: z.output<Schema>, form: UseFormReturn) => {
    const isOpen = ([name, { stored }]: [string, Undecided]) => !isSame(form.getValues(name), stored);
    if (Object.entries(undecided).some(isOpen)) return firstConflict(fields.current)?.focus();
    setSaved(false);
    setTaken([]);
    setUndecided({});
    let values = submitted;
    const all = new Set<string>();
    for (let merges = 0; ; merges += 1) {
      const typed = { ...form.getValues() };
      try {
        return finish(await send(values, base.current.version), typed, form, [...all]);
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

  /** Ends a field's conflict. */
  const decide = (name: string, typed: Values) => {
    const open = Object.fromEntries(Object.entries(undecided).filter(([each]) => each !== name));
    flushSync(() => setUndecided(open));
    keep(typed, open);
    const submit = fields.current?.closest('form')?.querySelector<HTMLElement>('[type="submit"]');
    (firstConflict(fields.current) ?? submit)?.focus();
  };

  return { start: begun.start, undecided, taken, isSaved, isRestored, leftOut, isChanged, keep, save, decide };
}

/** The first conflict of a form, in sight: also where its field is folded away. */
function firstConflict(fields: HTMLElement | null): HTMLElement | null | undefined {
  const conflict = fields?.querySelector<HTMLElement>('[data-conflict]');
  conflict?.closest('details')?.setAttribute('open', '');
  return conflict;
}

/** The record that is stored now, of a save that was refused because of it. */
const currentOf = <Row>(error: unknown): Row | undefined =>
  error instanceof ApiError && error.code === 'CHANGED_MEANWHILE'
    ? (error.details.current as Row | undefined)
    : undefined;
