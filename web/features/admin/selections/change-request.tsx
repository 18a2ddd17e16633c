import { useState } from 'react';
import type { ChangeRequest as Asked } from '#shared/contract/quotes.ts';
import type { StudioSelectionDetails } from '#shared/contract/selections.ts';
import { messageOf } from '#shared/errors.ts';
import { ApiError } from '../../../lib/api.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { editSelection } from '../queries.ts';
import { useSelectionChanges } from './selection-changes.ts';

/** The client's request to open a submitted selection again, until the studio opens it or keeps it as it is. */
export function ChangeRequest({
  selection,
  asked,
  onSaid,
}: {
  selection: StudioSelectionDetails;
  asked: Asked;
  onSaid: (words: string | undefined) => void;
}) {
  const { store } = useSelectionChanges();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { session_id, id, version } = selection;
  const keep = async () => {
    setBusy(true);
    setError(undefined);
    onSaid(undefined);
    try {
      store(await editSelection(session_id, id, { declines_change: true, version }));
      onSaid('The choice stays as it was submitted. The client reads that; no email was sent about it.');
    } catch (cause) {
      const current = cause instanceof ApiError ? cause.details.current : undefined;
      if (current) store(current as StudioSelectionDetails);
      setError(`Nothing was changed. ${messageOf(cause)}`);
    }
    setBusy(false);
  };
  return (
    <section aria-label="Request to change the choice" className="mt-6 rounded-md bg-amber-wash px-4 py-3 text-sm">
      <p className="font-semibold text-amber-ink">
        {asked.declined_at === null
          ? `The client asked to change this choice on ${timeOf(asked.asked_at)}.`
          : 'The client asked to change this choice, and you have kept it as it was submitted.'}
      </p>
      {asked.words && <p className="mt-1 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">“{asked.words}”</p>}
      {asked.declined_at === null && (
        <div className="mt-1 flex flex-wrap items-center gap-x-5">
          <p>“Open again for the client” lets them choose anew.</p>
          <Button look="quiet" className="px-0!" busy={busy} onClick={keep}>
            {busy ? 'Saving...' : 'Keep it as it was submitted'}
          </Button>
        </div>
      )}
      {error && (
        <div className="mt-2">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
    </section>
  );
}
