import { queryOptions, useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { Attachment } from '#shared/contract/attachments.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { isolated } from '#shared/text/isolated.ts';
import { saveLink } from '../../../lib/browser/save-file.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { clientApi } from '../../../lib/query/client-api.ts';
import { AttachmentList } from '../../../photos/attachment-list.tsx';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { attachmentsAnchor } from './attachments-anchor.ts';

const attachmentsQuery = (session: string) =>
  queryOptions({
    queryKey: ['attachments', session],
    queryFn: () => answerOf(clientApi.sessions[':session'].attachments.$get({ param: { session } })),
  });

/** Requests a signed URL, valid for minutes, that downloads a file under its name. */
const attachmentLink = (session: string, attachment: string) =>
  answerOf(clientApi.sessions[':session'].attachments[':attachment'].download.$get({ param: { session, attachment } }));

/** The list of a session's attachments. */
export default function SessionFiles({ session, heading: Heading }: { session: GallerySession; heading: 'h2' | 'h3' }) {
  const attachments = useQuery(attachmentsQuery(session.id));
  const isReadOnly = use(ReadOnlyContext);
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<string>();
  const download = async ({ id, file_name }: Attachment) => {
    setBusy(id);
    setError(undefined);
    try {
      const link = await attachmentLink(session.id, id);
      saveLink(link.url, link.file_name);
    } catch (cause) {
      setError(`${isolated(file_name)} was not downloaded. ${messageOf(cause)}`);
    }
    setBusy(undefined);
  };
  const name = `${attachmentsAnchor(session)}-name`;
  return (
    <section
      id={attachmentsAnchor(session)}
      tabIndex={-1}
      aria-labelledby={name}
      className="scroll-mt-14 pt-10 outline-none"
    >
      <Heading id={name} className="text-title">
        Files
      </Heading>
      <p className="mt-1 text-sm text-mute">For download only. A ZIP of all originals has them, too.</p>
      <QueryStatus query={attachments} loading="Loading files..." failed="The files could not be loaded." lines={2} />
      {error && (
        <div className="mt-3 max-w-3xl">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
      {attachments.data && (
        <AttachmentList items={attachments.data.items} busy={busy} disabled={isReadOnly} onDownload={download} />
      )}
    </section>
  );
}
