import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AnnounceSession, type SessionDetails } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { DialogFoot } from '../../../forms/dialog-foot.tsx';
import { draftOf, dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { timeOf } from '../../../lib/dates.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, OnFormChange, SubmitButton, TextArea } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { announceFinished, announceSession, sessionQuery } from './api.ts';
import { photoCountsQuery } from './grid/api.ts';
import { sayHeldOf } from './grid/unmarkable.ts';

const Announcement = AnnounceSession.pick({ message: true });

/** An email to the client about a session, which the studio sends by a button after confirming. */
interface Telling {
  /** Of the button. */
  label: string;
  /** When the client was last told, and what became of that email. */
  told: string | undefined;
  email: SessionDetails['announcement'];
  neverTold: string;
  /** What there is to tell since. */
  since?: string;
  /** Names the typed message. */
  draft: string;
  /** Why it can't be sent now. */
  refusal: string | undefined;
  send: (message: string) => Promise<SessionDetails>;
  /** When the client was told, in this answer. */
  toldIn: (session: SessionDetails) => string | undefined;
  /** What is sent. */
  children: ReactNode;
}

/** Shows whether and when the client was emailed that the gallery is ready, and sends that email. */
export function TellClient({ session }: { session: SessionDetails }) {
  const { data: counts } = useQuery(photoCountsQuery(session.id));
  const held = counts ? sayHeldOf(counts) : '';
  return (
    <TellByEmail
      session={session}
      label="Tell the client that the gallery is ready"
      told={session.announced_at}
      email={session.announcement}
      neverTold="The client has not been told yet."
      draft={`announcement ${session.id}`}
      refusal={refusalOf(session, held)}
      send={(message) => announceSession(session.id, session.announced_at ?? null, message)}
      toldIn={(now) => now.announced_at}
    >
      One email goes to <bdi>{session.customer_name || 'Unknown'}</bdi>, {session.client_email}, with the cover, a link
      to this gallery and the number of photos that they can see there: {formatPhotoCount(session.visible_count)}. It
      says that they sign in with this address. {held}
    </TellByEmail>
  );
}

/** The same for finished photos, once there are some: of those that are new since the last such email. */
export function TellFinished({ session }: { session: SessionDetails }) {
  const queries = useQueryClient();
  const { data: counts } = useQuery(photoCountsQuery(session.id));
  if (session.finished_count === 0) return null;
  const news = counts?.finished_new;
  const what = news === undefined ? '' : `${formatPhotoCount(news)} ${news === 1 ? 'is' : 'are'} finished`;
  return (
    <TellByEmail
      session={session}
      label="Tell the client that finished photos are ready"
      told={session.finished_announced_at}
      email={session.finished_announcement}
      neverTold={what && `${what}, and not told of yet.`}
      since={news ? ` ${what} since.` : ''}
      draft={`finished ${session.id}`}
      refusal={
        news === 0
          ? 'Every finished photo that the client can see was told of already.'
          : session.client_email
            ? undefined
            : noAddress
      }
      send={async (message) => {
        const now = await announceFinished(session.id, session.finished_announced_at ?? null, message);
        void queries.invalidateQueries({ queryKey: photoCountsQuery(session.id).queryKey });
        return now;
      }}
      toldIn={(now) => now.finished_announced_at}
    >
      One email, ‘Your finished photos are ready’, goes to <bdi>{session.customer_name || 'Unknown'}</bdi>,{' '}
      {session.client_email}. It tells of those that are finished since the last such email
      {news === undefined ? '' : `: ${formatPhotoCount(news)}`}.
    </TellByEmail>
  );
}

function TellByEmail({
  session,
  label,
  told,
  email,
  neverTold,
  since = '',
  draft,
  refusal,
  send,
  toldIn,
  children,
}: Telling & { session: SessionDetails }) {
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const { queryKey } = sessionQuery(session.id);
  const begin = () => {
    setError(refusal);
    setAsking(!refusal);
  };
  const tell = async (message: string) => {
    setError(undefined);
    try {
      overwrite(queries, queryKey, await send(message));
      dropDraft(draft);
    } catch (cause) {
      // The email may have been queued although the response was lost.
      await queries.refetchQueries({ queryKey });
      const now = queries.getQueryState(queryKey);
      if (!isRefused(cause) && now?.status === 'error') {
        setError(`It is not known whether the email was sent. ${messageOf(cause)}`);
      } else if (isRefused(cause) || (now?.data && toldIn(now.data)) === told) {
        setError(textFor(cause));
      } else dropDraft(draft);
    } finally {
      setAsking(false);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Button look="secondary" onClick={begin}>
          {label}
        </Button>
        <p
          role="status"
          className={email?.state === 'failed' || email?.state === 'returned' ? 'text-alert' : 'text-mute'}
        >
          {announcementText(told, email, neverTold)}
          {told && since}
        </p>
      </div>
      {error && <Notice tone="error">{error}</Notice>}
      {asking && (
        <Dialog title={`${label}?`} onClose={() => setAsking(false)}>
          <p dir="auto" className="text-mute [overflow-wrap:anywhere]">
            {children}
          </p>
          {told && <p className="mt-2 text-mute">They were told before, on {timeOf(told)}.</p>}
          <Form
            className="mt-5"
            schema={Announcement}
            defaultValues={{ message: '', ...draftOf<{ message: string }>(draft) }}
            onSubmit={({ message }) => tell(message)}
          >
            <OnFormChange call={(values) => (values.message ? keepDraft(draft, values) : dropDraft(draft))} />
            <TextArea name="message" label="A personal line (optional)" rows={3} />
            <DialogFoot draft={draft} onClose={() => setAsking(false)}>
              <SubmitButton busyText="Sending...">{told ? 'Send another email' : 'Send the email'}</SubmitButton>
            </DialogFoot>
          </Form>
        </Dialog>
      )}
    </div>
  );
}

const noAddress = 'This customer has no email address to write to. Add one first.';

/**
 * Why the email can't be sent: no visible photos, or no address.
 * @param held what says that photos stay hidden
 */
function refusalOf({ photos_count, visible_count, client_email }: SessionDetails, held: string): string | undefined {
  if (photos_count === 0) return 'There are no photos in this session yet. Upload some first.';
  if (visible_count === 0) return `The client can’t see any photo of this session yet. ${held || 'Show some first.'}`;
  if (!client_email) return noAddress;
  return undefined;
}

function textFor(error: unknown): string {
  if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
    return 'No email was sent now: the client has just been told by somebody else.';
  }
  return `No email was sent. ${messageOf(error)}`;
}

/** A 4xx response: the request had no effect. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

function announcementText(told: string | undefined, email: Telling['email'], neverTold: string): string {
  if (!told) return neverTold;
  const at = `Last told on ${timeOf(told)}`;
  if (email?.state === 'queued') return `${at}: the email to ${email.to} is on its way.`;
  if (email?.state === 'failed') return `${at}, but the email to ${email.to} could not be delivered.`;
  if (email?.state === 'returned') {
    return `${at}, but the email to ${email.to} came back. Please ask the client for another address.`;
  }
  return email ? `${at}: email sent to ${email.to}.` : `${at}.`;
}
