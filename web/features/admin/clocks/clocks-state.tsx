import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { StatedZone } from '#shared/contract/photos/photo-counts.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { studio } from '#shared/studio.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { aheadAt } from '#shared/time/studio-time.ts';
import { cityOf, minutesAhead, sayAhead, zoneNameAt, zonesAt } from '#shared/time/time-zones.ts';
import { browserStorage } from '../../../lib/browser/storage.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { editSession, sessionQuery } from '../sessions/api.ts';

/** One line that says the session's time zone and clocks, and whether photos are being reordered. */
export const ClocksState = ({ session }: { session: SessionDetails }) => (
  <span role="status">{summaryOf(session)}</span>
);

function summaryOf({ time_zone, clock_shifts = {}, clocks_pending, session_date }: SessionDetails): string {
  const shifted = Object.keys(clock_shifts).length;
  const hasOwnZone = time_zone && time_zone !== studio.timeZone;
  return [
    hasOwnZone ? `Time zone: ${zoneNameAt(time_zone, Date.parse(session_date))}.` : 'Time zone: the studio’s.',
    shifted > 0 && `Clock put right: ${formatCounted(shifted, 'camera')}.`,
    clocks_pending && 'Reordering by capture time...',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Refetches the lists of photos once every photo has its new position, so that they show the new order. */
export function usePhotosAtEnd({ id, clocks_pending }: SessionDetails): void {
  const queries = useQueryClient();
  const wasPending = useRef(clocks_pending);
  useEffect(() => {
    if (wasPending.current && !clocks_pending) void queries.invalidateQueries({ queryKey: ['photos', id] });
    wasPending.current = clocks_pending;
  }, [id, clocks_pending, queries]);
}

/** A zone that is proposed to the studio for a session, and the function that dismisses it for good. */
export interface ProposedZone {
  statedZone: StatedZone;
  dismiss: () => void;
}

/**
 * Returns the zone that the session's photos state, if the session's clocks are read in another zone and the studio has not
 * dismissed it.
 * @param statedZone null if no photo states a zone; undefined while it is loading
 */
export function useProposedZone(
  session: SessionDetails,
  statedZone: StatedZone | null | undefined,
): ProposedZone | undefined {
  const dismissedKey = `zone not now ${session.id}`;
  const [isDismissed, setDismissed] = useState(() => browserStorage.get(dismissedKey) !== null);
  if (session.time_zone !== undefined || isDismissed || !statedZone) return undefined;
  if (aheadAt(instantOf(statedZone), studio.timeZone) === statedZone.ahead * 60_000) return undefined;
  const dismiss = () => {
    browserStorage.set(dismissedKey, 'true');
    setDismissed(true);
  };
  return { statedZone, dismiss };
}

/** Proposes the zone that the session's photos state. */
export function ZoneProposal({
  session,
  proposed: { statedZone, dismiss },
}: {
  session: SessionDetails;
  proposed: ProposedZone;
}) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const instant = instantOf(statedZone);
  const { first } = zonesAt(instant, statedZone.ahead);
  const zone = chosen ?? first[0];
  const saveZone = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const saved = await editSession(session.id, { time_zone: zone ?? null, version: session.version });
      overwrite(queries, sessionQuery(session.id).queryKey, saved);
    } catch (cause) {
      setError(`The time zone was not saved. ${messageOf(cause)}`);
      void queries.invalidateQueries({ queryKey: sessionQuery(session.id).queryKey });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Notice tone="info">
      <p>
        {formatCounted(statedZone.photos_count, 'photo')} {statedZone.photos_count === 1 ? 'says' : 'say'}{' '}
        {sayAhead(statedZone.ahead)}. {describeClocksWithoutZone(statedZone.without_zone, instant, statedZone.ahead)}{' '}
        Was the session there?
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <select
          aria-label="Time zone of the session"
          value={zone}
          onChange={({ target }) => setChosen(target.value)}
          className="h-11 min-w-0 max-w-full rounded-md border border-edge bg-white px-3 text-sm text-ellipsis max-sm:w-full"
        >
          {first.map((option) => (
            <option key={option} value={option}>
              {optionOf(option, instant)}
            </option>
          ))}
        </select>
        <Button disabled={busy} onClick={() => void saveZone()}>
          Use this time zone
        </Button>
        <Button look="quiet" onClick={dismiss}>
          Not now
        </Button>
      </div>
      {error && (
        <p role="alert" className="mt-2 text-alert">
          {error}
        </p>
      )}
    </Notice>
  );
}

function describeClocksWithoutZone(photoCount: number, instant: number, ahead: number): string {
  if (photoCount === 0) return 'Their times are shown in the studio’s time zone.';
  const hours = Math.abs(ahead - minutesAhead(studio.timeZone, instant)) / 60;
  const apart = `${hours.toLocaleString('en-US')} ${hours === 1 ? 'hour' : 'hours'} apart`;
  return photoCount === 1
    ? `1 photo of a camera without a zone is read in the studio’s time zone, and so may lie ${apart}.`
    : `${formatCounted(photoCount, 'photo')} of cameras without a zone are read in the studio’s time zone, and so may lie ${apart}.`;
}

/** Returns when the photo was taken that stands for all photos that state this zone, in milliseconds since 1970. */
export const instantOf = ({ clock, ahead }: StatedZone): number => Date.parse(`${clock}Z`) - ahead * 60_000;

/** Returns the text of a zone in a list to choose from. */
export const optionOf = (zone: string, instant: number): string => {
  const ahead = sayAhead(minutesAhead(zone, instant));
  return cityOf(zone) === '' ? `${ahead}, all year` : `${cityOf(zone)} (${zone.split('/')[0]}), ${ahead}`;
};
