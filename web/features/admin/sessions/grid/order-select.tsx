import { useState } from 'react';
import type { PhotoOrder, SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { Confirm } from '../../../../ui/layers/dialog.tsx';
import { orders } from './orders.ts';

/** The select for the order of the photos, for the studio and the client. Leaving the order by hand opens a dialog first. */
export function OrderSelect({
  session,
  onChoose,
}: {
  session: SessionDetails;
  onChoose: (order: PhotoOrder) => Promise<boolean>;
}) {
  const [saving, setSaving] = useState<PhotoOrder>();
  const [asking, setAsking] = useState<PhotoOrder>();
  const save = async (order: PhotoOrder) => {
    setAsking(undefined);
    setSaving(order);
    await onChoose(order);
    setSaving(undefined);
  };
  const choose = (order: PhotoOrder) => {
    if (session.placed_count > 0 && order !== 'custom') setAsking(order);
    else void save(order);
  };
  return (
    <>
      <label className="flex min-h-11 items-center gap-2 text-sm">
        <span className="text-mute xl:sr-only">Order, also for the client</span>
        <select
          title="Order, also for the client"
          value={saving ?? session.photo_order}
          // Disabled while saving: a second change would use an outdated version.
          disabled={saving !== undefined}
          onChange={(event) => choose(event.target.value as PhotoOrder)}
          className="h-11 rounded-md border border-edge bg-white px-3 text-sm"
        >
          {Object.entries(orders).map(([order, label]) => (
            <option key={order} value={order}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {asking && (
        <Confirm
          title="Give up the order by hand?"
          action="Give it up"
          onConfirm={() => save(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            {formatPhotoCount(session.placed_count)} that {session.placed_count === 1 ? 'was' : 'were'} placed by hand{' '}
            {session.placed_count === 1 ? 'goes' : 'go'} back to {session.placed_count === 1 ? 'its' : 'their'} place by{' '}
            {orders[asking].toLowerCase()}. Chapters stay.
          </p>
        </Confirm>
      )}
    </>
  );
}
