import { createPortal } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import type { KeyTable } from './key-table.ts';

/** A dialog that lists keys; in document.body, because the lightbox makes its siblings inert. */
export const KeysDialog = ({ tables, onClose }: { tables: readonly KeyTable[]; onClose: () => void }) =>
  createPortal(
    <Dialog title="Keys" onClose={onClose}>
      {tables.map(({ title, keys }) => (
        <section key={title} aria-label={title} className="mt-4">
          {tables.length > 1 && <h3 className="mb-2 text-sm text-mute">{title}</h3>}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
            {keys.map(({ act, shown, says }) => (
              <div key={act} className="contents">
                <dt>
                  <kbd className="font-sans font-semibold">{shown}</kbd>
                </dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>,
    document.body,
  );
