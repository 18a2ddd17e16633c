import { use, useState } from 'react';
import { browserStorage } from '../../../lib/browser/storage.ts';
import { ReadOnlyContext } from '../../../photos/read-only.ts';

const key = 'gallery-explained';

/** Explains favorites and notes in one line, until dismissed once in this browser. */
export function FirstVisit() {
  const [isShown, setShown] = useState(() => browserStorage.get(key) === null);
  const isReadOnly = use(ReadOnlyContext);
  if (!isShown || isReadOnly) return null;
  return (
    <p id="first-visit" className="mt-2 flex items-center justify-between gap-3 text-xs print:hidden">
      Star favorites, write notes to the studio.
      <button
        type="button"
        className="text-link shrink-0 font-semibold"
        onClick={() => {
          browserStorage.set(key, 'yes');
          setShown(false);
        }}
      >
        Got it
      </button>
    </p>
  );
}
