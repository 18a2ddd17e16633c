import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { workingSessionQuery } from '../sessions/api.ts';
import { unsettledQuery, workingCountsQuery } from '../sessions/grid/api.ts';
import { useUnsettled } from '../sessions/grid/unsettled/unsettled-photos.ts';
import { useCountsAtEnd, WatermarkState } from '../sessions/settings/watermark-settings.tsx';

/**
 * The number of photos that are hidden until the watermark is on them, or because it can't be; renders nothing without a
 * watermark.
 */
export function UploadedMarking({ session }: { session: string }) {
  const { data } = useQuery(workingSessionQuery(session));
  return data?.watermark ? <WatermarkProgress session={data} /> : null;
}

function WatermarkProgress({ session }: { session: SessionDetails }) {
  const queries = useQueryClient();
  // Data that was loaded before the upload does not have its photos.
  useEffect(
    () => void queries.invalidateQueries({ queryKey: unsettledQuery(session.id).queryKey }),
    [queries, session.id],
  );
  useUnsettled(session.id);
  useCountsAtEnd(session);
  const { data: counts } = useQuery(workingCountsQuery(session));
  return (
    <p className="text-sm text-mute">
      <WatermarkState session={session} counts={counts} />
    </p>
  );
}
