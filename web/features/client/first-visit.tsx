import { use, useState } from 'react';
import { browserStorage } from '../../lib/storage.ts';
import { ReadOnlyContext } from '../../photos/read-only.ts';
import { Button } from '../../ui/button.tsx';
import { Note, Star } from '../../ui/icons.tsx';

const key = 'gallery-explained';

/** Explains favorites and notes until dismissed once in this browser. */
export function FirstVisit() {
  const [shown, setShown] = useState(() => browserStorage.get(key) === null);
  const isReadOnly = use(ReadOnlyContext);
  if (!shown || isReadOnly) return null;
  return (
    <aside
      id="first-visit"
      aria-label="How it works"
      className="mt-6 flex max-w-2xl flex-wrap items-center gap-x-6 gap-y-3 bg-petal p-4 low:mt-2 low:py-1 print:hidden"
    >
      <ul className="flex flex-1 basis-64 flex-col gap-2 text-sm low:gap-0">
        <li className="flex items-start gap-3">
          <Star className="size-5 shrink-0 text-brass" />
          Press the star to keep a photo as a favorite.
        </li>
        <li className="flex items-start gap-3">
          <Note className="size-5 shrink-0 text-mute" />
          Leave a note under a photo for the studio.
        </li>
      </ul>
      <Button
        look="secondary"
        onClick={() => {
          browserStorage.set(key, 'yes');
          setShown(false);
        }}
      >
        Got it
      </Button>
    </aside>
  );
}
