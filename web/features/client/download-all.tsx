import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RequestDownload } from '#shared/contract/downloads.ts';
import { useIsMounted } from '../../lib/is-mounted.ts';
import { Button } from '../../ui/button.tsx';
import { Download } from '../../ui/icons.tsx';
import { downloadsQuery, requestDownload } from './queries.ts';

/** Asks for ZIP archives and leads to where their progress is shown, unless its screen has been left meanwhile. */
export function DownloadAll({
  request,
  label,
  compact = false,
}: {
  request: RequestDownload;
  label: string;
  /** Its icon alone on narrow phones. */
  compact?: boolean;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const isMounted = useIsMounted();
  const ask = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      await requestDownload(request);
      void queries.invalidateQueries({ queryKey: downloadsQuery.queryKey });
      if (isMounted.current) navigate('/dashboard/downloads');
    } catch (error) {
      console.warn('A download was not asked for.', error);
      setTrouble(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <Button look="quiet" busy={busy} onClick={ask} aria-label={label} className="px-0!">
        <Download className="size-5" />
        <span className={compact ? 'max-[24rem]:sr-only' : ''}>{busy ? 'Asking...' : 'Download all'}</span>
      </Button>
      {trouble && (
        <p role="alert" className="text-sm text-alert">
          {trouble}
        </p>
      )}
    </div>
  );
}
