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

/** A stored record that is edited, and functions to show and save it. */
export interface EditedRecord<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>> {
  schema: Schema;
  /** The stored record. A newer record does not replace what the form shows. */
  row: Row;
  /** Returns the form's values of a record. The schema's output has the same shape. */
  valuesOf: (row: Row) => z.input<Schema>;
  /** The name of the draft, with the record's id. */
  draft: string;
  /** Fields that are not stored in the browser. */
  secrets?: Secrets;
  /**
   * Whether the form is saved while somebody types. Its fields then stay as they are typed, whatever spaces are stored, and nothing
   * takes the focus from them.
   */
  isSavedInPassing?: boolean;
  /** Saves the values over the given version of the record. */
  send: (values: z.output<Schema>, version: number) => Promise<Row>;
  /** @param hasTaken whether the form shows which changes of others it has taken over, and must stay open for that */
  onSaved: (row: Row, hasTaken: boolean) => void;
}

/** The state of an edit that its form shows beside the values. */
interface Shown {
  /** The fields that both have changed, until one of their values is chosen. */
  undecided: Record<string, Undecided>;
  /** The names of the fields that were taken over from others. */
  taken: string[];
  isSaved: boolean;
  /** Whether the form began with a draft. */
  isRestored: boolean;
  /** The labels of typed secrets that the draft does not have. */
  leftOut: string[];
}

/** The most times that a save is sent again because the record was changed once more. */
const mostMerges = 4;

/**
 * Returns the edit of a stored record: the start values, the fields taken over from others, and the fields that both
 * have changed, until one of their values is chosen.
 * @param onStored called with each newer stored record
 * @param fields the element that contains the fields; its first conflict gets the focus
 */
export function useMergedEdit<Row extends { version: number }, Schema extends z.ZodType<FieldValues, FieldValues>>(
  { schema, row, valuesOf, draft, secrets = {}, isSavedInPassing = false, send, onSaved }: EditedRecord<Row, Schema>,
  onStored: (row: Row) => void,
  fields: RefObject<HTMLDivElement | null>,
) {
  const load = (record: Row): Loaded => ({ version: record.version, values: valuesOf(record) });
  const [{ base: firstBase, start, ...firstShown }] = useState(() => beginEdit(draft, load(row), secrets));
  /** The record that the next save is based on. */
  const base = useRef(firstBase);
  const [shown, setShown] = useState<Shown>({ ...firstShown, isSaved: false });
  const { undecided } = shown;
  const show = (change: Partial<Shown>) => setShown((before) => ({ ...before, ...change }));
  const [isChanged, setChanged] = useState(firstShown.isRestored);

  useEffect(() => firstConflict(fields.current)?.focus(), [fields]);

  const keep = (typed: Values, conflicting = undecided) => {
    keepEdit(draft, base.current, typed, conflicting, secrets);
    setChanged(!isSame(typed, base.current.values));
  };
  const rebaseOn = (stored: Row) => {
    onStored(stored);
    base.current = load(stored);
  };
  /** Merges a record that another person has saved into the form. */
  const mergeStored = (theirs: Row, form: UseFormReturn) => {
    const valuesBefore = base.current.values;
    rebaseOn(theirs);
    const merge = mergeIntoForm(form, valuesBefore, base.current.values);
    keep(merge.values, merge.undecided);
    return merge;
  };
  /** @param typed the form's values when the save was sent */
  const finish = (saved: Row, typed: Values, form: UseFormReturn, merged: string[]) => {
    rebaseOn(saved);
    if (!isSavedInPassing) showSaved(form, base.current.values, typed);
    keep(form.getValues(), {});
    show({ isSaved: true, isRestored: false, leftOut: [], taken: merged });
    onSaved(saved, merged.length > 0);
  };

  const focusConflict = () => firstConflict(isSavedInPassing ? null : fields.current)?.focus();
  const save = async (submitted: z.output<Schema>, form: UseFormReturn) => {
    const isOpen = ([name, { stored }]: [string, Undecided]) => !isSame(form.getValues(name), stored);
    if (Object.entries(undecided).some(isOpen)) return focusConflict();
    show({ isSaved: false, taken: [], undecided: {} });
    let values = submitted;
    const takenNames = new Set<string>();
    for (let merges = 0; ; merges += 1) {
      const typed = { ...form.getValues() };
      try {
        return finish(await send(values, base.current.version), typed, form, [...takenNames]);
      } catch (error) {
        const theirs = currentOf<Row>(error);
        if (!theirs || merges === mostMerges) throw error;
        const merge = mergeStored(theirs, form);
        for (const name of merge.taken) takenNames.add(name);
        const merged = schema.safeParse(form.getValues());
        const hasConflict = Object.keys(merge.undecided).length > 0;
        if (hasConflict || !merged.success) {
          flushSync(() => show({ taken: [...takenNames], undecided: merge.undecided }));
          if (hasConflict) return focusConflict();
          // Each change is valid alone, but both together are not.
          return void (await form.trigger(undefined, { shouldFocus: !isSavedInPassing }));
        }
        values = merged.data;
      }
    }
  };

  /** Ends a field's conflict. */
  const decide = (name: string, typed: Values) => {
    const remaining = Object.fromEntries(Object.entries(undecided).filter(([each]) => each !== name));
    flushSync(() => show({ undecided: remaining }));
    keep(typed, remaining);
    (firstConflict(fields.current) ?? submitButton(fields.current))?.focus();
  };

  return { start, ...shown, isChanged, keep, save, decide };
}

/**
 * Merges what another person has saved into the form's values, and shows it in the fields that only they have changed.
 */
function mergeIntoForm(form: UseFormReturn, before: Values, theirs: Values) {
  const { values, taken, conflicts } = mergeFields(before, form.getValues(), theirs);
  for (const name of taken) form.setValue(name, values[name]);
  return { values, taken, undecided: undecidedOf(conflicts, before, theirs) };
}

/** Shows the saved values in all fields but those whose text was changed after the save was sent. */
function showSaved(form: UseFormReturn, saved: Values, sent: Values) {
  for (const [name, value] of Object.entries(saved)) {
    if (isSame(form.getValues(name), sent[name])) form.setValue(name, value);
  }
}

const submitButton = (fields: HTMLElement | null) =>
  fields?.closest('form')?.querySelector<HTMLElement>('[type="submit"]');

/** Returns the first conflict of a form, and unfolds a folded section around it. */
function firstConflict(fields: HTMLElement | null): HTMLElement | null | undefined {
  const conflict = fields?.querySelector<HTMLElement>('[data-conflict]');
  conflict?.closest('details')?.setAttribute('open', '');
  return conflict;
}

/** Returns the stored record from the error of a save that was refused because the record had changed. */
const currentOf = <Row>(error: unknown): Row | undefined =>
  error instanceof ApiError && error.code === 'CHANGED_MEANWHILE'
    ? (error.details.current as Row | undefined)
    : undefined;
