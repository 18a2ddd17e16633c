/** An act and its keys. The same entry binds the key and lists it, so that no list of keys is out of date. */
interface KeyEntry<Act extends string = string> {
  act: Act;
  /**
   * The keys by `KeyboardEvent.key` in lower case; `mod+` stands for Ctrl or ⌘, `shift+` for Shift with a letter or a
   * named key. Empty where the browser or the lightbox handles the key.
   */
  press: readonly string[];
  /** The text on the key. */
  shown: string;
  says: string;
  /** One word for the act, for the most important keys, which one line lists. */
  hint?: string;
}

/** The keys of a screen or of a part of it, under one heading. */
export interface KeyTable<Act extends string = string> {
  title: string;
  keys: readonly KeyEntry<Act>[];
}

/** The functions of a table's acts, which get the key in the form of `KeyEntry.press`. An act without one does nothing at the moment, and is not listed. */
export type KeyActs<Act extends string> = Partial<Record<Act, (press: string) => void>>;

/** Returns the keys that were pressed, in the form of `KeyEntry.press`. */
export function pressOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  // Keyboards differ in whether signs and digits need Shift: only a letter or a named key is another one with it.
  const isShifted = shiftKey && (key.length > 1 || /\p{L}/u.test(key));
  return `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${isShifted ? 'shift+' : ''}${key.toLowerCase()}`;
}

/** Returns the functions of a table by the keys that call them. */
export function actsByKey<Act extends string>(
  { keys }: KeyTable<Act>,
  acts: KeyActs<NoInfer<Act>>,
): Record<string, () => void> {
  return Object.fromEntries(
    keys.flatMap(({ act, press }) => {
      const run = acts[act];
      return run ? press.map((key) => [key, () => run(key)]) : [];
    }),
  );
}
