import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { formatCounted } from '#shared/text/format-count.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { Screen } from '../../screen.tsx';
import { sessionQuery } from '../../sessions/api.ts';
import { unsettledQuery } from '../../sessions/grid/api.ts';
import { versionTargetsQuery } from '../api.ts';
import { DropArea } from '../files/drop-area.tsx';
import { BesideFiles, LeftOutFiles } from '../files/left-out.tsx';
import { InterruptedUpload } from '../interrupted-upload.tsx';
import { UploadPanel } from '../upload-panel.tsx';
import { useUploads } from '../uploads.ts';
import { ClocksContext } from './clocks-context.ts';
import { useFinishedUpload } from './finished-upload.ts';
import { Plan } from './plan.tsx';

/** The screen 'Upload finished versions': shows which file replaces which photo of a session, before anything is sent. */
export function Component() {
  const { id = '' } = useParams();
  const session = useQuery(sessionQuery(id));
  return (
    <Screen
      title="Upload finished versions"
      back={{ to: `/admin/session/${id}`, label: session.data?.session_name || 'Session' }}
    >
      <QueryStatus
        query={session}
        loading="Loading session..."
        failed="Failed to load session."
        missing={<Notice tone="error">This session is not there any more.</Notice>}
      />
      {session.data && (
        <ClocksContext value={session.data}>
          <Content key={id} session={id} customer={session.data.customer_id} />
        </ClocksContext>
      )}
    </Screen>
  );
}

function Content({ session, customer }: { session: string; customer: string }) {
  const upload = useFinishedUpload({ session, customer });
  const { choice, targets, photos, plan } = upload;
  const { fitting: files, leftOut, beside, error } = choice;
  const run = useUploads();
  const queries = useQueryClient();
  const isRunOfSession = run.session === session && run.total > 0;

  // Replaced and added photos can be matched again.
  useEffect(() => {
    if (run.running || !isRunOfSession) return;
    void queries.invalidateQueries({ queryKey: versionTargetsQuery(session).queryKey });
    void queries.invalidateQueries({ queryKey: unsettledQuery(session).queryKey });
  }, [run.running, isRunOfSession, queries, session]);

  return (
    <>
      <p className="mt-1 max-w-3xl text-sm text-mute">
        {files.length > 0
          ? `${formatCounted(files.length, 'file')}. Nothing is replaced until you say so; favorites, notes and choices stay with each photo.`
          : 'Drop the folder with the retouched files. Names as Lightroom writes them find their photos; nothing is sent before you have seen the list.'}
      </p>
      {files.length === 0 && (
        <div className="mt-6 flex max-w-3xl flex-col gap-6">
          <InterruptedUpload finished session={session} onFiles={choice.add} />
          <DropArea {...choice.dropArea} />
        </div>
      )}
      <div className="mt-4 flex max-w-3xl flex-col gap-4 empty:hidden">
        {leftOut.length > 0 && <LeftOutFiles files={leftOut} />}
        {beside.length > 0 && <BesideFiles paths={beside} />}
        {error && <Notice tone="error">{error}</Notice>}
        {isRunOfSession && <UploadPanel />}
        {isRunOfSession && !run.running && (
          <div>
            <ButtonLink look="secondary" to={`/admin/session/${session}`}>
              View Session
            </ButtonLink>
          </div>
        )}
      </div>
      {files.length > 0 && (
        <QueryStatus
          query={targets}
          loading="Loading the session’s photos..."
          failed="The photos could not be loaded."
        />
      )}
      {files.length > 0 && photos && !plan && (
        <p role="status" className="mt-6 text-sm text-mute">
          Reading {formatCounted(files.length, 'file')}...
        </p>
      )}
      {plan && photos && files.length > 0 && (
        <Plan plan={plan} photos={photos} chosen={targets.data?.chosen ?? new Set()} upload={upload} />
      )}
    </>
  );
}
