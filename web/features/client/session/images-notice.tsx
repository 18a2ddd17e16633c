import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { clientMediaAccess } from '../opening.ts';

/**
 * The error, with a retry, above photos if the media cookies could not be obtained. The screen otherwise works
 * without them.
 */
export function ImagesNotice() {
  // The studio has its own cookies.
  const isReadOnly = use(ReadOnlyContext);
  const media = useQuery({ ...clientMediaAccess, enabled: !isReadOnly });
  // A failed renewal is retried well before the cookies expire.
  return (
    <KeepFocus>
      {media.isError && !media.data && (
        <div className="mt-6 max-w-6xl">
          <Notice tone="error" onRetry={() => media.refetch()}>
            Your pictures could not be opened. {media.error.message}
          </Notice>
        </div>
      )}
    </KeepFocus>
  );
}
