import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ToldZone } from '#shared/contract/photos/photo-counts.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
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

/** A session's time zone and clocks where they are not the studio's, and that photos are put in order by them, in one line. */
export function ClocksState({ session }: { session: SessionDetails }) {
  usePhotosAtEnd(session);
  return <span role="status">{summaryOf(session)}</span>;
}

function summaryOf({ time_zone, clock_shifts = {}, clocks_pending, session_date }: SessionDetails): string {
  const shifted = Object.keys(clock_shifts).length;
  return [
    time_zone && time_zone !== studio.timeZone && `Time zone: ${zoneNameAt(time_zone, Date.parse(session_date))}.`,
    shifted > 0 && `Clock put right: ${formatCounted(shifted, 'camera')}.`,
    clocks_pending && 'Reordering by capture time...',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The lists show photos in their new order when all of them have their place. */
function usePhotosAtEnd({ id, clocks_pending }: SessionDetails): void {
  const queries = useQueryClient();
  const before = useRef(clocks_pending);
  useEffect(() => {
    if (before.current && !clocks_pending) void queries.invalidateQueries({ queryKey: ['photos', id] });
    before.current = clocks_pending;
  }, [id, clocks_pending, queries]);
}

/**
 * Proposes the zone that photos of a session tell, where it is not the one in which its clocks are read.
 * @param told null, or undefined while it is loaded, when none tells one
 */
export function ZoneProposal({ session, told }: { session: SessionDetails; told: ToldZone | null | undefined }) {
  const queries = useQueryClient();
  const dismissed = `zone not now ${session.id}`;
  const [isDismissed, setDismissed] = useState(() => browserStorage.get(dismissed) !== null);
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  if (session.time_zone !== undefined || isDismissed || !told) return null;
  const instant = instantOf(told);
  if (aheadAt(instant, studio.timeZone) === told.ahead * 60_000) return null;
  const { first } = zonesAt(instant, told.ahead);
  const zone = chosen ?? first[0];
  const use = async () => {
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
        {formatCounted(told.photos_count, 'photo')} {told.photos_count === 1 ? 'says' : 'say'} {sayAhead(told.ahead)}.{' '}
        {saidOf(told.without_zone, instant, told.ahead)} Was the session there?
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <select
          aria-label="Time zone of the session"
          value={zone}
          onChange={({ target }) => setChosen(target.value)}
          className="h-11 min-w-0 max-w-full rounded-md border border-edge bg-white px-3 text-sm text-ellipsis max-sm:w-full"
        >
          {first.map((one) => (
            <option key={one} value={one}>
              {optionOf(one, instant)}
            </option>
          ))}
        </select>
        <Button disabled={busy} onClick={() => void use()}>
          Use this time zone
        </Button>
        <Button
          look="quiet"
          onClick={() => {
            browserStorage.set(dismissed, 'true');
            setDismissed(true);
          }}
        >
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

function saidOf(unsaid: number, instant: number, ahead: number): string {
  if (unsaid === 0) return 'Their times are shown in the studio’s time zone.';
  const hours = Math.abs(ahead - minutesAhead(studio.timeZone, instant)) / 60;
  const apart = `${hours.toLocaleString('en-US')} ${hours === 1 ? 'hour' : 'hours'} apart`;
  return unsaid === 1
    ? `1 photo of a camera without a zone is read in the studio’s time zone, and so may lie ${apart}.`
    : `${formatCounted(unsaid, 'photo')} of cameras without a zone are read in the studio’s time zone, and so may lie ${apart}.`;
}

/** The time of the photo that stands for those that tell the zone, in milliseconds. */
export const instantOf = ({ clock, ahead }: ToldZone): number => Date.parse(`${clock}Z`) - ahead * 60_000;

/** A zone in a list to choose from. */
export const optionOf = (zone: string, instant: number): string => {
  const ahead = sayAhead(minutesAhead(zone, instant));
  return cityOf(zone) === '' ? `${ahead}, all year` : `${cityOf(zone)} (${zone.split('/')[0]}), ${ahead}`;
};
