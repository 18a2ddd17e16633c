import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod';
import { calendarDate } from '#shared/calendar-date.ts';
import { CreateLink, type Link, LinkDownload } from '#shared/contract/links.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { today } from '#shared/studio-time.ts';
import { typedDigits } from '#shared/typed-digits.ts';
import { timeOf } from '../lib/dates.ts';
import { useVersioned } from '../lib/versioned.ts';
import { Button } from '../ui/button.tsx';
import { CloseButton } from '../ui/close-button.tsx';
import { Conflict } from '../ui/conflict.tsx';
import { useStudio } from '../ui/content.tsx';
import { Confirm, useModal } from '../ui/dialog.tsx';
import { CheckboxField, Form, SelectField, SubmitButton, TextField } from '../ui/form.tsx';
import { Plus } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { QueryStatus } from '../ui/query-status.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { GuestList } from './guest-list.tsx';
import { hasEnded, isSwitchedOff, LinkSummary } from './link-summary.tsx';
import { guestsQuery, type LinksApi, linksQuery } from './links-api.ts';

/** What the dialog's parts need to know. */
interface Sharing {
  api: LinksApi;
  session: { id: string; session_name: string; client_may_share: boolean };
  /** What the links may allow. */
  downloads: readonly LinkDownload[];
  /** Why some downloads are missing; links that allow one of those can only be revoked. */
  refused?: string | undefined;
  /** Opens a photo that a guest has picked or noted. */
  onOpenPhoto?: ((photo: string) => void) | undefined;
}

/**
 * A session's links for guests, for the studio or its client: the list on one side, one link on the other; on phones
 * below each other.
 * @param first id of the link that is shown at first; the newest when omitted.
 * @param settings shown below the list.
 */
export default function ShareDialog({
  first,
  settings,
  onClose,
  ...sharing
}: Sharing & { first?: string | undefined; settings?: ReactNode; onClose: () => void }) {
  const { api, session } = sharing;
  const dialog = useModal();
  const heading = useId();
  const pane = useRef<HTMLDivElement>(null);
  const links = useQuery(linksQuery(api, session.id));
  const [chosen, setChosen] = useState<string | undefined>(first);
  const items = links.data ?? [];
  const link = items.find(({ id }) => id === chosen) ?? (chosen === 'new' ? undefined : items[0]);
  // On phones the link is below the list, where a choice would change nothing in sight.
  const isFirst = useRef(true);
  useEffect(() => {
    if (chosen !== undefined && !isFirst.current && matchMedia('(width < 48rem)').matches)
      pane.current?.scrollIntoView();
    isFirst.current = false;
  }, [chosen]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      className="m-auto max-h-[min(50rem,calc(100dvh-2rem))] w-[min(68rem,calc(100vw-2rem))] overflow-y-auto rounded-md bg-white text-ink shadow-menu backdrop:bg-night/60"
    >
      <div className="grid md:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col border-line max-md:border-b md:border-r">
          <header className="flex items-start justify-between gap-4 px-4 pt-4 pb-2 md:px-7 md:pt-7">
            <div className="min-w-0">
              <h2 id={heading} className="text-title">
                Share
              </h2>
              <p className="text-sm text-mute [overflow-wrap:anywhere]">{session.session_name}</p>
            </div>
            <CloseButton onClose={onClose} className="-m-2 grid md:hidden" />
          </header>
          <div className="px-4 pb-2 md:px-7">
            <button
              type="button"
              aria-pressed={links.data ? !link : undefined}
              onClick={() => setChosen('new')}
              className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold"
            >
              <Plus className="size-5" />
              New link
            </button>
            <QueryStatus query={links} loading="Loading links..." failed="The links could not be loaded." />
          </div>
          {items.length > 0 && (
            <ul aria-label="Links" className="border-y border-line">
              {items.map((one) => (
                <li key={one.id} className="border-b border-line last:border-b-0">
                  <button
                    type="button"
                    aria-current={one.id === link?.id || undefined}
                    onClick={() => setChosen(one.id)}
                    className="block w-full cursor-pointer px-4 py-3 text-left text-sm aria-[current]:bg-leaf-wash md:px-7"
                  >
                    <LinkSummary link={one} session={session} audience={api.audience} />
                  </button>
                </li>
              ))}
            </ul>
          )}
          {settings && <div className="mt-auto px-4 py-3 md:px-7 md:py-5">{settings}</div>}
        </div>
        <div ref={pane} className="min-w-0 p-4 md:p-7">
          <CloseButton onClose={onClose} className="-m-2 float-right hidden md:grid" />
          {link ? (
            <LinkPane key={link.id} {...sharing} link={link} />
          ) : (
            links.data && <NewLink {...sharing} onMade={setChosen} />
          )}
        </div>
      </div>
    </dialog>
  );
}

/** As typed: '' for no PIN. */
const Settings = CreateLink.extend({
  pin: z
    .string()
    .overwrite(typedDigits)
    .regex(/^(\d{6})?$/, 'A PIN has six digits.'),
}).refine(({ pin, shows_cover }) => pin === '' || !shows_cover, {
  path: ['shows_cover'],
  error: 'Whoever sees the preview needs no PIN. Remove the PIN, or do not show the cover.',
});
type Settings = z.infer<typeof Settings>;

const toSettings = ({ label, may_pick, may_note, download, pin, ends_on, shows_cover }: CreateLink): Settings => ({
  label,
  may_pick,
  may_note,
  download,
  pin: pin ?? '',
  ends_on,
  shows_cover,
});
const toLink = ({ pin, ...values }: Settings): CreateLink => ({ ...values, pin: pin === '' ? null : pin });

const fields = {
  label: 'Label',
  may_pick: 'Pick favorites',
  may_note: 'Leave notes',
  download: 'Download',
  pin: 'PIN (optional)',
  ends_on: 'Ends on',
  shows_cover: 'Show the cover in link previews',
};

const downloadNames: Record<LinkDownload, string> = { none: 'None', web: 'Web size', original: 'Original' };

/**
 * @param downloads what can be chosen.
 * @param refused why some are missing.
 * @param hasCover whether previews can be given the cover, or have it.
 */
function SettingsFields({
  downloads,
  refused = 'Guests can’t download more than you may download yourself.',
  hasCover,
}: Pick<Sharing, 'downloads' | 'refused'> & { hasCover: boolean }) {
  return (
    <>
      <TextField name="label" label={fields.label} hint="Who it is for. Guests do not see it." autoComplete="off" />
      <fieldset>
        <legend className="mb-1 text-sm font-semibold">Whoever has the link may look, and</legend>
        <div className="flex flex-wrap gap-x-8">
          <CheckboxField name="may_pick" label={fields.may_pick} />
          <CheckboxField name="may_note" label={fields.may_note} />
        </div>
      </fieldset>
      <SelectField
        name="download"
        label={fields.download}
        hint={downloads.length < LinkDownload.options.length && refused}
      >
        {LinkDownload.options
          .filter((size) => downloads.includes(size))
          .map((size) => (
            <option key={size} value={size}>
              {downloadNames[size]}
            </option>
          ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="pin" label={fields.pin} hint="Six digits" inputMode="numeric" autoComplete="off" />
        <TextField name="ends_on" label={fields.ends_on} type="date" hint="Open until the end of this day" />
      </div>
      {hasCover && (
        <CheckboxField
          name="shows_cover"
          label={fields.shows_cover}
          hint="Everyone who gets a message with the link sees it, and apps may keep it."
        />
      )}
    </>
  );
}

/** Some days after today in the studio's time zone. */
const dayAfter = (days: number): string =>
  new Date(Date.parse(today(new Date())) + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

function NewLink({ api, session, downloads, refused, onMade }: Sharing & { onMade: (id: string) => void }) {
  const queries = useQueryClient();
  const defaultValues: Settings = {
    label: '',
    may_pick: true,
    may_note: true,
    download: downloads.includes('web') ? 'web' : 'none',
    pin: '',
    ends_on: dayAfter(limits.linkDays),
    shows_cover: false,
  };
  return (
    <>
      <h3 className="mb-4 text-title">New link</h3>
      <Form
        schema={Settings}
        defaultValues={defaultValues}
        describe={(error) => `The link was not made. ${messageOf(error)}`}
        onSubmit={async (values) => {
          const made = await api.create(session.id, toLink(values));
          queries.setQueryData(linksQuery(api, session.id).queryKey, (before = []) => [made, ...before]);
          onMade(made.id);
        }}
      >
        <SettingsFields downloads={downloads} refused={refused} hasCover={api.audience === 'studio'} />
        <div className="flex justify-end">
          <SubmitButton busyText="Making the link...">Make link</SubmitButton>
        </div>
      </Form>
    </>
  );
}

function LinkPane({ link, ...sharing }: Sharing & { link: Link }) {
  const { api, session, downloads, refused } = sharing;
  const queries = useQueryClient();
  const { start, stored, save, keepStored } = useVersioned<Link>(link);
  const [isRevoking, setRevoking] = useState(false);
  const isRefused = refused !== undefined && !downloads.includes(link.download);
  const revoke = (
    <Button look="danger" onClick={() => setRevoking(true)}>
      Revoke
    </Button>
  );
  const show = (saved: Link) =>
    queries.setQueryData(linksQuery(api, session.id).queryKey, (before = []) =>
      before.map((one) => (one.id === saved.id ? saved : one)),
    );
  return (
    <>
      <h3 className="mb-4 text-title [overflow-wrap:anywhere]">{link.label}</h3>
      {hasEnded(link) ? (
        <p className="text-sm text-mute">
          {link.is_revoked ? `Revoked ${timeOf(link.ends_at)}.` : `Ended on ${calendarDate(link.ends_on)}.`} It is
          erased, with what its guests said, {limits.guestDataDays} days after its end.
        </p>
      ) : isSwitchedOff(link, session) ? (
        <p className="text-sm text-mute">This link opens nothing while the client may not share the session.</p>
      ) : (
        <Address link={link} session={session} />
      )}
      <Guests {...sharing} link={link} />
      {!link.is_revoked && isRefused && (
        <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 border-t border-line pt-5">
          {revoke}
          <p className="flex-1 basis-56 text-sm text-mute">
            Guests of this link can download originals. {refused} You can revoke it.
          </p>
        </div>
      )}
      {!link.is_revoked && !isRefused && (
        <div className="mt-5 border-t border-line pt-5">
          <Form
            key={start.version}
            schema={Settings}
            defaultValues={toSettings(start)}
            describe={(error) => `The link was not saved. ${messageOf(error)}`}
            onSubmit={async (values) => {
              show(await save((version) => api.edit(link.id, { ...toLink(values), version })));
            }}
          >
            <SettingsFields
              downloads={downloads.includes(start.download) ? downloads : [...downloads, start.download]}
              refused={refused}
              hasCover={api.audience === 'studio' || start.shows_cover}
            />
            {stored && <Conflict fields={fields} stored={toSettings(stored)} onKeepStored={keepStored} />}
            <div className="flex flex-wrap items-center justify-between gap-3">
              {revoke}
              <p className="text-sm text-mute max-sm:hidden">Changes hold for everyone who has the link.</p>
              <SubmitButton busyText="Saving...">{stored ? 'Save mine instead' : 'Save'}</SubmitButton>
            </div>
          </Form>
        </div>
      )}
      {isRevoking && <Revoke api={api} link={link} onRevoked={show} onClose={() => setRevoking(false)} />}
    </>
  );
}

/** The address of a link, to copy, to scan and to email. */
function Address({ link, session }: { link: Link; session: Sharing['session'] }) {
  const { name: photographer } = useStudio();
  // Apps that make previews do not see the fragment: the path tells them which link it is.
  const path = link.shows_cover ? `/shared/${link.id}` : '/shared';
  const address = `${location.origin}${path}#${link.token}`;
  const { field, copy, copied } = useCopy<HTMLInputElement>(address);
  if (link.token === null) {
    return (
      <Notice tone="info">
        This link still opens, but it can’t be shown anymore: the API’s key was changed. Make a new link to send one.
      </Notice>
    );
  }
  const mail = new URLSearchParams({
    subject: `${session.session_name}: photos`,
    body: `${session.session_name}, photos by ${photographer}:\n\n${address}\n\nThe link is private and ends on ${calendarDate(link.ends_on)}.${link.pin === null ? '' : ' Its PIN comes separately.'}\n`,
  });
  return (
    <div className="flex flex-wrap items-start gap-5">
      <QrCode text={address} label={`QR code of the link ${link.label}`} className="size-32 shrink-0" />
      <div className="min-w-0 flex-1 basis-64">
        <input
          ref={field}
          readOnly
          aria-label="Address of the link"
          value={address}
          onFocus={({ target }) => target.select()}
          className="field text-sm"
        />
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button look="secondary" onClick={copy}>
            Copy link
          </Button>
          <a href={`mailto:?${mail.toString().replaceAll('+', '%20')}`} className="text-link text-sm font-semibold">
            Email it
          </a>
        </div>
        <p role="status" className="mt-1 text-sm text-mute">
          {copied === true && 'Copied.'}
          {copied === false && 'Press Ctrl+C or ⌘C to copy the selected link.'}
        </p>
      </div>
    </div>
  );
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
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const revoke = async () => {
    setBusy(true);
    setTrouble(undefined);
    try {
      onRevoked(await api.revoke(link.id));
      onClose();
    } catch (error) {
      setTrouble(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Confirm title={`Revoke ${link.label}?`} action="Revoke" busy={busy} onConfirm={revoke} onClose={onClose}>
      <p>
        The link opens nothing from now on, and can’t be given back. Someone who has the page open now can see and
        download pictures of this session for {limits.guestPictureMinutes} more minutes at most.
      </p>
      {trouble !== undefined && (
        <div className="mt-4">
          <Notice tone="error">The link was not revoked. {trouble}</Notice>
        </div>
      )}
    </Confirm>
  );
}

/** What the guests of a link have picked and noted, by guest. */
function Guests({ api, session, link, onOpenPhoto }: Sharing & { link: Link }) {
  const all = useQuery(guestsQuery(api, session.id));
  const guests = all.data?.filter(({ link_id }) => link_id === link.id) ?? [];
  return (
    <section aria-label="Guests" className="mt-5 border-t border-line pt-5">
      <h4 className="font-sans text-sm font-semibold">Guests</h4>
      <QueryStatus query={all} loading="Loading picks..." failed="What guests picked could not be loaded." />
      {all.data && guests.length === 0 && (
        <p className="mt-1 text-sm text-mute">Nobody has picked or noted anything yet.</p>
      )}
      <GuestList api={api} session={session.id} guests={guests} onOpen={onOpenPhoto} />
    </section>
  );
}
