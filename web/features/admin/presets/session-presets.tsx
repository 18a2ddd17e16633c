import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { inMore } from '../../../ui/layers/more.tsx';

const SavePresetDialog = lazy(() => import('./save-preset.tsx'));
const ApplyPresetDialog = lazy(() => import('./apply-preset.tsx'));

/** The actions of a session's presets in its list 'More', and their dialogs. */
export function PresetActions({ session }: { session: SessionDetails }) {
  const [open, setOpen] = useState<'save' | 'apply'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <button type="button" className={inMore} onClick={() => setOpen('apply')}>
        Apply a preset
      </button>
      <button type="button" className={inMore} onClick={() => setOpen('save')}>
        Save as preset
      </button>
      {/* Outside of the list, which is hidden behind an open dialog. */}
      {open &&
        createPortal(
          <Suspense>
            {open === 'save' && <SavePresetDialog session={session} onClose={close} />}
            {open === 'apply' && <ApplyPresetDialog session={session} onClose={close} />}
          </Suspense>,
          document.body,
        )}
    </>
  );
}
