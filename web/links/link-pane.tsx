import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { Link, LinkDownload } from '#shared/contract/links.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import { EditForm } from '../forms/edit-form.tsx';
import { KeptForm } from '../forms/kept-form.tsx';
import { dropDraft } from '../lib/browser/drafts.ts';
import { timeOf } from '../lib/dates.ts';
import { Button } from '../ui/button.tsx';
import { SubmitButton } from '../ui/fields/form.tsx';
import { ConfirmAct } from '../ui/layers/confirm-act.tsx';
import { QueryStatus } from '../ui/status/query-status.tsx';
import { GuestList } from './guest-list.tsx';
import { LinkAddress } from './link-address.tsx';
import { downloadNames, LinkSettings, SettingsFields, settingNames, toLink, toSettings } from './link-settings.tsx';
import { hasEnded, isSwitchedOff } from './link-summary.tsx';
import { guestsQuery, type LinksApi, linksQuery } from './links-api.ts';

/**
 * The pane of one link in the share dialog: a scrolling section, and below it a foot with Revoke and Save, which
 * stays in view.
 */

/** The properties that the dialog passes to its panes. */
export interface Sharing {
  api: LinksApi;
  session: { id: string; session_name: string; client_may_share: boolean };
  /** The downloads that the links may allow. */
  downloads: readonly LinkDownload[];
  /** The reason why some downloads are missing. A link that allows a missing download can only be revoked. */
  refused?: string | undefined;
  /** Opens a photo that a guest has picked or noted. */
  onOpenPhoto?: ((photo: string) => void) | undefined;
  /** Discards typed values that are not saved; null if there are none. */
  unsaved: RefObject<(() => void) | null>;
}

const Scrolling = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4 md:px-7">{children}</div>
);

const Foot = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line px-4 py-3 md:px-7 low:py-1">
    {children}
  </div>
);

const formLook = 'min-h-0 flex-1';

export function NewLink({
  api,
  session,
  downloads,
  refused,
  unsaved,
  onMade,
}: Sharing & { onMade: (id: string) => void }) {
  const queries = useQueryClient();
  const draft = `new link ${session.id}`;
  const defaultValues: LinkSettings = {
    label: '',
    may_pick: true,
    may_note: true,
    download: downloads.includes('web') ? 'web' : 'none',
    pin: '',
    ends_on: dayAhead(limits.linkDays, new Date()),
    shows_cover: false,
  };
  return (
    <KeptForm
      schema={LinkSettings}
      defaultValues={defaultValues}
      draft={draft}
      secrets={secrets}
      describe={(error) => `The link was not made. ${messageOf(error)}`}
      onSubmit={async (values) => {
        const newLink = await api.create(session.id, toLink(values));
        queries.setQueryData(linksQuery(api, session.id).queryKey, (links = []) => [newLink, ...links]);
        onMade(newLink.id);
      }}
      className={formLook}
      foot={
        <Foot>
          <UnsavedNew unsaved={unsaved} draft={draft} />
          <SubmitButton busyText="Making the link...">Make link</SubmitButton>
        </Foot>
      }
      frame={(content) => <Scrolling>{content}</Scrolling>}
    >
      <SettingsFields downloads={downloads} refused={refused} hasCover={api.audience === 'studio'} />
    </KeptForm>
  );
}

/** Gives the dialog the function that discards unsaved values, while there are any. */
function Unsaved({ unsaved, draft, isChanged }: Pick<Sharing, 'unsaved'> & { draft: string; isChanged: boolean }) {
  useEffect(() => {
    unsaved.current = isChanged ? () => dropDraft(draft) : null;
    return () => {
      unsaved.current = null;
    };
  }, [unsaved, draft, isChanged]);
  return null;
}

const UnsavedNew = (props: Pick<Sharing, 'unsaved'> & { draft: string }) => (
  <Unsaved {...props} isChanged={useFormState().isDirty} />
);

/** The PIN is not stored in the browser. */
const secrets = { pin: 'PIN' };

/**
 * The pane of an existing link.
 * @param onRevoked called once the link is shown as revoked and the question about it is closed
 */
export function LinkPane({ link, onRevoked, ...sharing }: Sharing & { link: Link; onRevoked: () => void }) {
  const { api, session, downloads, refused, unsaved } = sharing;
  const queries = useQueryClient();
  const draft = `link ${link.id}`;
  const [isRevoking, setRevoking] = useState(false);
  const isOver = link.is_revoked && !isRevoking;
  const wasOver = useRef(isOver);
  useEffect(() => {
    if (isOver && !wasOver.current) onRevoked();
    wasOver.current = isOver;
  }, [isOver, onRevoked]);
  const isRefused = refused !== undefined && !downloads.includes(link.download);
  const show = (saved: Link) =>
    queries.setQueryData(linksQuery(api, session.id).queryKey, (links = []) =>
      links.map((item) => (item.id === saved.id ? saved : item)),
    );
  const revoke = (
    <Button look="danger" className="mr-auto" onClick={() => setRevoking(true)}>
      Revoke
    </Button>
  );
  const about = <About {...sharing} link={link} />;
  const guests = <Guests {...sharing} link={link} />;
  return (
    <>
      {link.is_revoked || isRefused ? (
        <>
          <Scrolling>
            {about}
            {!link.is_revoked && (
              <p className="text-sm text-mute">
                Guests of this link can download originals. {refused} You can revoke it.
              </p>
            )}
            {guests}
          </Scrolling>
          {!link.is_revoked && <Foot>{revoke}</Foot>}
        </>
      ) : (
        <EditForm<Link, typeof LinkSettings>
          schema={LinkSettings}
          row={link}
          valuesOf={toSettings}
          labels={settingNames}
          wordsFor={(field, value) => (field === 'download' ? downloadNames[value as LinkDownload] : undefined)}
          draft={draft}
          secrets={secrets}
          describe={(error) => `The link was not saved. ${messageOf(error)}`}
          send={(values, version) => api.edit(link.id, { ...toLink(values), version })}
          onSaved={show}
          className={formLook}
          frame={(content) => (
            <Scrolling>
              {content}
              {guests}
            </Scrolling>
          )}
          actions={(_isSaved, isChanged) => (
            <Foot>
              {revoke}
              <Unsaved unsaved={unsaved} draft={draft} isChanged={isChanged} />
              <Save isChanged={isChanged} />
            </Foot>
          )}
        >
          {about}
          <SettingsFields
            downloads={downloads.includes(link.download) ? downloads : [...downloads, link.download]}
            refused={refused}
            hasCover={api.audience === 'studio' || link.shows_cover}
          />
        </EditForm>
      )}
      {isRevoking && <Revoke api={api} link={link} onRevoked={show} onClose={() => setRevoking(false)} />}
    </>
  );
}

function Save({ isChanged }: { isChanged: boolean }) {
  return (
    <>
      <p role="status" className="text-sm text-mute">
        {isChanged ? (
          'Not saved yet'
        ) : (
          <span className="max-sm:hidden low:hidden">Changes hold for everyone who has the link.</span>
        )}
      </p>
      <SubmitButton look={isChanged ? 'primary' : 'secondary'} busyText="Saving...">
        Save
      </SubmitButton>
    </>
  );
}

/** The address of a link, or the reason why it opens nothing. */
function About({ link, session }: Pick<Sharing, 'session'> & { link: Link }) {
  if (hasEnded(link)) {
    return (
      <p className="text-sm text-mute">
        {link.is_revoked ? `Revoked ${timeOf(link.ends_at)}.` : `Ended on ${calendarDate(link.ends_on)}.`} It is erased,
        with what its guests said, {limits.guestDataDays} days after its end.
      </p>
    );
  }
  if (isSwitchedOff(link, session)) {
    return <p className="text-sm text-mute">This link opens nothing while the client may not share the session.</p>;
  }
  return <LinkAddress link={link} session={session} />;
}

function Revoke({
  api,
  link,
  onRevoked,
  onClose,
}: {
  api: LinksApi;
  link: Link;
  onRevoked: (link: Link) => void;
  onClose: () => void;
}) {
  return (
    <ConfirmAct
      title={
        <>
          Revoke <bdi>{link.label}</bdi>?
        </>
      }
      action="Revoke"
      failed="The link was not revoked."
      onConfirm={async () => onRevoked(await api.revoke(link.id))}
      onClose={onClose}
    >
      <p>
        The link opens nothing from now on, and can’t be brought back. Someone who has the page open now can see and
        download pictures of this session for {limits.guestPictureMinutes} more minutes at most.
      </p>
    </ConfirmAct>
  );
}

/** The picks and notes of a link's guests, guest by guest. */
function Guests({ api, session, link, onOpenPhoto }: Sharing & { link: Link }) {
  const query = useQuery(guestsQuery(api, session.id));
  const guests = query.data?.filter(({ link_id }) => link_id === link.id) ?? [];
  return (
    <section aria-label="Guests">
      <h4 className="font-sans text-sm font-semibold">Guests</h4>
      <QueryStatus query={query} loading="Loading picks..." failed="What guests picked could not be loaded." />
      {query.data && guests.length === 0 && (
        <p className="mt-1 text-sm text-mute">Nobody has picked or noted anything yet.</p>
      )}
      <GuestList api={api} session={session.id} guests={guests} onOpen={onOpenPhoto} />
    </section>
  );
}
