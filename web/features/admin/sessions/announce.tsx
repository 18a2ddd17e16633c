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

const AnnouncementForm = AnnounceSession.pick({ message: true });

/** An email to the client about a session, which the studio sends with a button after a confirmation. */
interface AnnouncementEmail {
  /** The button's text. */
  label: string;
  /** When the client was last emailed, and the state of that email. */
  announcedAt: string | undefined;
  email: SessionDetails['announcement'];
  notYetText: string;
  /** Text about photos that became ready after the last email. */
  since: string;
  /** The key of the draft of the typed message. */
  draft: string;
  /** Why the email can't be sent now. */
  refusal: string | undefined;
  send: (message: string) => Promise<SessionDetails>;
  /** Returns when the client was last emailed, according to the session that the server returned. */
  announcedAtOf: (session: SessionDetails) => string | undefined;
  /** Text that says what is sent. */
  content: ReactNode;
}

export type Announcement = ReturnType<typeof useAnnouncement>;

/** Returns the announcement that the gallery is ready. */
export function useGalleryAnnouncement(session: SessionDetails): Announcement {
  const { data: counts } = useQuery(photoCountsQuery(session.id));
  const heldText = counts ? sayHeldOf(counts) : '';
  return useAnnouncement(session, {
    label: 'Tell the client that the gallery is ready',
    announcedAt: session.announced_at,
    email: session.announcement,
    notYetText: 'The client has not been told yet.',
    since: '',
    draft: `announcement ${session.id}`,
    refusal: refusalOf(session, heldText),
    send: (message) => announceSession(session.id, session.announced_at ?? null, message),
    announcedAtOf: (changed) => changed.announced_at,
    content: (
      <>
        One email goes to <bdi>{session.customer_name || 'Unknown'}</bdi>, {session.client_email}, with the cover, a
        link to this gallery and the number of photos that they can see there: {formatPhotoCount(session.visible_count)}
        . It says that they sign in with this address. {heldText}
      </>
    ),
  });
}

/** Returns the announcement of the photos that were finished after the last such email. */
export function useFinishedAnnouncement(session: SessionDetails): Announcement {
  const queries = useQueryClient();
  const { data: counts } = useQuery(photoCountsQuery(session.id));
  const newCount = counts?.finished_new;
  const finishedText =
    newCount === undefined ? '' : `${formatPhotoCount(newCount)} ${newCount === 1 ? 'is' : 'are'} finished`;
  return useAnnouncement(session, {
    label: 'Tell the client that finished photos are ready',
    announcedAt: session.finished_announced_at,
    email: session.finished_announcement,
    notYetText: finishedText && `${finishedText}, and not told of yet.`,
    since: newCount ? ` ${finishedText} since.` : '',
    draft: `finished ${session.id}`,
    refusal:
      newCount === 0
        ? 'Every finished photo that the client can see was told of already.'
        : session.client_email
          ? undefined
          : noAddress,
    send: async (message) => {
      const changed = await announceFinished(session.id, session.finished_announced_at ?? null, message);
      void queries.invalidateQueries({ queryKey: photoCountsQuery(session.id).queryKey });
      return changed;
    },
    announcedAtOf: (changed) => changed.finished_announced_at,
    content: (
      <>
        One email, ‘Your finished photos are ready’, goes to <bdi>{session.customer_name || 'Unknown'}</bdi>,{' '}
        {session.client_email}. It tells of those that are finished since the last such email
        {newCount === undefined ? '' : `: ${formatPhotoCount(newCount)}`}.
      </>
    ),
  });
}

/**
 * Returns an announcement with its state on the screen.
 * @returns `begin`: opens the dialog, or shows why the email can't be sent; `asking`: whether the dialog is open; `error`: why no
 * email was sent
 */
function useAnnouncement(session: SessionDetails, email: AnnouncementEmail) {
  const { announcedAt, draft, refusal, send, announcedAtOf } = email;
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const { queryKey } = sessionQuery(session.id);
  const begin = () => {
    setError(refusal);
    setAsking(!refusal);
  };
  const announce = async (message: string) => {
    setError(undefined);
    try {
      overwrite(queries, queryKey, await send(message));
      dropDraft(draft);
    } catch (cause) {
      // The email may have been queued although the response was lost.
      await queries.refetchQueries({ queryKey });
      const sessionState = queries.getQueryState(queryKey);
      if (!isRefused(cause) && sessionState?.status === 'error') {
        setError(`It is not known whether the email was sent. ${messageOf(cause)}`);
      } else if (isRefused(cause) || (sessionState?.data && announcedAtOf(sessionState.data)) === announcedAt) {
        setError(textFor(cause));
      } else dropDraft(draft);
    } finally {
      setAsking(false);
    }
  };
  return { ...email, asking, error, begin, announce, close: () => setAsking(false) };
}

/** Whether and when the client was emailed, with the button that sends the email unless it is elsewhere on the screen. */
export function AnnouncementState({
  announcement: { label, announcedAt, email, notYetText, since, error, begin },
  hasButton,
}: {
  announcement: Announcement;
  hasButton: boolean;
}) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {hasButton && (
          <Button look="secondary" onClick={begin}>
            {label}
          </Button>
        )}
        <p role="status" className={hasFailed(email) ? 'text-alert' : 'text-mute'}>
          {announcementText(announcedAt, email, notYetText)}
          {announcedAt && since}
        </p>
      </div>
      {error && <Notice tone="error">{error}</Notice>}
    </div>
  );
}

/** The dialog that says what is sent, and to whom, while an announcement asks. */
export function AnnouncementDialog({
  announcement: { label, announcedAt, draft, content, asking, announce, close },
}: {
  announcement: Announcement;
}) {
  if (!asking) return null;
  return (
    <Dialog title={`${label}?`} onClose={close}>
      <p dir="auto" className="text-mute [overflow-wrap:anywhere]">
        {content}
      </p>
      {announcedAt && <p className="mt-2 text-mute">They were told before, on {timeOf(announcedAt)}.</p>}
      <Form
        className="mt-5"
        schema={AnnouncementForm}
        defaultValues={{ message: '', ...draftOf<{ message: string }>(draft) }}
        onSubmit={({ message }) => announce(message)}
      >
        <OnFormChange call={(values) => (values.message ? keepDraft(draft, values) : dropDraft(draft))} />
        <TextArea name="message" label="A personal line (optional)" rows={3} />
        <DialogFoot draft={draft} onClose={close}>
          <SubmitButton busyText="Sending...">{announcedAt ? 'Send another email' : 'Send the email'}</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** Whether the email did not reach the client. */
export const hasFailed = (email: SessionDetails['announcement']): boolean =>
  email?.state === 'failed' || email?.state === 'returned';

const noAddress = 'This customer has no email address to write to. Add one first.';

/**
 * Returns why the email can't be sent: no visible photos, or no address.
 * @param heldText says why photos stay hidden
 */
function refusalOf(
  { photos_count, visible_count, client_email }: SessionDetails,
  heldText: string,
): string | undefined {
  if (photos_count === 0) return 'There are no photos in this session yet. Upload some first.';
  if (visible_count === 0)
    return `The client can’t see any photo of this session yet. ${heldText || 'Show some first.'}`;
  if (!client_email) return noAddress;
  return undefined;
}

function textFor(error: unknown): string {
  if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
    return 'No email was sent now: the client has just been told by somebody else.';
  }
  return `No email was sent. ${messageOf(error)}`;
}

/** Whether the response is a 4xx: the request had no effect. */
const isRefused = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

function announcementText(
  announcedAt: string | undefined,
  email: SessionDetails['announcement'],
  notYetText: string,
): string {
  if (!announcedAt) return notYetText;
  const lastAnnounced = `Last told on ${timeOf(announcedAt)}`;
  if (email?.state === 'queued') return `${lastAnnounced}: the email to ${email.to} is on its way.`;
  if (email?.state === 'failed') return `${lastAnnounced}, but the email to ${email.to} could not be delivered.`;
  if (email?.state === 'returned') {
    return `${lastAnnounced}, but the email to ${email.to} came back. Please ask the client for another address.`;
  }
  return email ? `${lastAnnounced}: email sent to ${email.to}.` : `${lastAnnounced}.`;
}
