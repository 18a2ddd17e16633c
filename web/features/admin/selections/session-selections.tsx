import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { StudioSelection } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ChevronRight } from '../../../ui/icons.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { useIsStaff } from '../is-staff.ts';
import { openSelection, restoreSelection, selectionsQuery } from './api.ts';
import { useSelectionChanges } from './selection-changes.ts';
import { stateOf } from './selection-words.ts';
import { NewTermsForm } from './terms-form.tsx';

/**
 * A session's selections with their states, and the deleted ones, which can be restored.
 * @param onOpen opens the dialog for another selection
 */
export function SessionSelections({ session, onOpen }: { session: SessionDetails; onOpen: () => void }) {
  const currency = useCurrency();
  const selections = useQuery(selectionsQuery(session.id));
  const items = selections.data?.items ?? [];
  const deleted = selections.data?.deleted ?? [];
  return (
    <section aria-label="Selections" className="text-sm">
      {selections.data && items.length === 0 && (
        <p className="text-mute">The client chooses photos here, and submits them as a quote.</p>
      )}
      {items.length > 0 && (
        <Button look="secondary" onClick={onOpen}>
          Open a selection
        </Button>
      )}
      {!selections.data && <QueryStatus query={selections} failed="The selections could not be loaded." />}
      {selections.data && <DamagedRows pages={[selections.data]} list="selections" partition={session.id} />}
      {items.length > 0 && (
        <ul className="mt-2 max-w-3xl border-t border-line">
          {items.map((selection) => (
            <li key={selection.id} className="border-b border-line">
              <Link
                to={`/admin/session/${session.id}/selection/${selection.id}`}
                className="group flex min-h-12 items-center gap-x-4 py-1.5"
              >
                <span className="flex min-w-0 flex-1 flex-wrap gap-x-4">
                  <span dir="auto" className="font-semibold group-hover:underline [overflow-wrap:anywhere]">
                    {selection.name}
                  </span>
                  <span
                    className={`tabular-nums ${selection.state === 'submitted' ? 'font-semibold text-leaf-deep' : 'text-mute'}`}
                  >
                    {stateOf(selection, currency)}
                  </span>
                </span>
                <ChevronRight className="size-4 shrink-0 text-mute" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {deleted.length > 0 && (
        <DeletedSelections session={session.id} selections={deleted} isAlone={items.length === 0} />
      )}
    </section>
  );
}

/** The dialog that opens a selection on a session. */
export function OpenSelectionDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const { refresh } = useSelectionChanges();
  return (
    <Dialog title="Open a selection" onClose={onClose}>
      <NewTermsForm
        session={session.id}
        told={(session.announced_at && session.client_email) || undefined}
        onSubmit={async (terms) => {
          await openSelection(session.id, terms);
          refresh(session.id);
          onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

/**
 * The deleted selections, which can be restored.
 * @param isAlone whether there are no others: they are shown at once then
 */
function DeletedSelections({
  session,
  selections,
  isAlone,
}: {
  session: string;
  selections: StudioSelection[];
  isAlone: boolean;
}) {
  const isStaff = useIsStaff();
  const { refresh } = useSelectionChanges();
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<string>();
  const restore = async (id: string) => {
    setBusy(id);
    setError(undefined);
    try {
      await restoreSelection(session, id);
    } catch (cause) {
      setError(`The selection was not restored. ${messageOf(cause)}`);
    }
    setBusy(undefined);
    refresh(session);
  };
  return (
    <div className="mt-1">
      <Disclosure
        className="text-mute"
        startsOpen={isAlone}
        summary={selections.length === 1 ? '1 deleted selection' : `${selections.length} deleted selections`}
      >
        <ul className="max-w-3xl">
          {selections.map(({ id, name }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 border-b border-line">
              <span dir="auto" className="mr-auto [overflow-wrap:anywhere]">
                {name}
              </span>
              <Button
                look="quiet"
                disabled={isStaff}
                busy={busy === id}
                aria-label={`Restore ${name}`}
                onClick={() => restore(id)}
              >
                Restore
              </Button>
            </li>
          ))}
        </ul>
        <AdminsOnly act="restore selections" className="my-2" />
        {error && <Notice tone="error">{error}</Notice>}
      </Disclosure>
    </div>
  );
}
