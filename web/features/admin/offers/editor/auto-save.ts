import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { isSame } from '../../../../forms/merge.ts';

/** Milliseconds after the last change until the form is saved. */
const restMs = 800;

/** Where the saving of a form stands. `undecided`: two people have changed a field, and nothing is chosen yet. */
export type Saving = 'saved' | 'changed' | 'saving' | 'invalid' | 'failed' | 'undecided';

/**
 * Submits the surrounding form once its values have rested for a moment, and again when they changed meanwhile. Values that the
 * schema refuses are not sent: their fields say why. After a failure it waits for the next change, for the network, or for
 * `saveNow`.
 * @param stored the values of the stored record
 * @param inForm an element in the form
 */
export function useAutoSave(schema: z.ZodType, stored: object, inForm: RefObject<HTMLElement | null>) {
  const { trigger } = useFormContext();
  const values = useWatch();
  const { isSubmitting } = useFormState();
  const [tried, setTried] = useState<string>();
  const [hasConflict, setHasConflict] = useState(false);
  const isChanged = !isSame(values, stored);
  const isValid = !isChanged || schema.safeParse(values).success;
  const text = JSON.stringify(values);
  const isTried = tried === text;

  // A conflict is shown by the form around the fields, which says nothing of it to them.
  useLayoutEffect(() => {
    const isShown = inForm.current?.closest('form')?.querySelector('[data-conflict]') != null;
    if (isShown === hasConflict) return;
    setHasConflict(isShown);
    // What was chosen is not saved yet, also when it is what was typed.
    if (!isShown) setTried(undefined);
  });
  useEffect(() => {
    const forget = () => setTried(undefined);
    addEventListener('online', forget);
    return () => removeEventListener('online', forget);
  }, []);

  const saveNow = () => {
    if (!isValid) return void trigger();
    // A form that is being saved ignores a second request: what was typed since is saved after it.
    if (isSubmitting) return;
    setTried(text);
    inForm.current?.closest('form')?.requestSubmit();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: `saveNow` is of the same values as `text`
  useEffect(() => {
    if (!isChanged || isSubmitting || hasConflict || isTried) return;
    const timer = setTimeout(saveNow, restMs);
    return () => clearTimeout(timer);
  }, [text, isChanged, isSubmitting, hasConflict, isTried]);

  return { saving: savingOf(), saveNow };

  function savingOf(): Saving {
    if (hasConflict) return 'undecided';
    if (!isChanged) return 'saved';
    if (!isValid) return 'invalid';
    if (isSubmitting) return 'saving';
    return isTried ? 'failed' : 'changed';
  }
}
