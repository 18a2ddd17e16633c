import { useState } from 'react';
import type { Link } from '#shared/contract/links.ts';
import { messageOf } from '#shared/errors.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { canShareLinks, share } from '../lib/browser/share.ts';
import { Button } from '../ui/button.tsx';
import { useStudio } from '../ui/content.tsx';
import { QrCode } from '../ui/fields/qr-code.tsx';
import { useCopy } from '../ui/fields/use-copy.ts';
import { Notice } from '../ui/status/notice.tsx';

/**
 * The address of a link, to send, copy and scan. It is sent with the device's share sheet; without a share sheet by
 * WhatsApp, Messages or email.
 */
export function LinkAddress({ link, session }: { link: Link; session: { session_name: string } }) {
  const { name: photographer } = useStudio();
  // The path contains the link's id for apps that make previews, because they do not see the fragment.
  const path = link.shows_cover ? `/shared/${link.id}` : '/shared';
  const address = `${location.origin}${path}#${link.token}`;
  const { field, copy, copied } = useCopy<HTMLInputElement>(address);
  const [trouble, setTrouble] = useState<string>();
  if (link.token === null) {
    return (
      <Notice tone="info">
        This link still opens, but it can’t be shown anymore: the API’s key was changed. Make a new link to send one.
      </Notice>
    );
  }
  const title = `${session.session_name}: photos`;
  const heading = `${session.session_name}, photos by ${photographer}`;
  const terms = `The link is private and ends on ${calendarDate(link.ends_on)}.${link.pin === null ? '' : ' Its PIN comes separately.'}`;
  const send = async () => {
    setTrouble(undefined);
    try {
      await share({ title, text: `${heading}. ${terms}`, url: address });
    } catch (error) {
      setTrouble(`${messageOf(error)} Copy the link instead.`);
    }
  };
  return (
    <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
      <QrCode text={address} label={`QR code of the link ${link.label}`} className="size-32 shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <input
          ref={field}
          // Part of no form, so that Enter in it saves nothing.
          form=""
          readOnly
          aria-label="Address of the link"
          value={address}
          onFocus={({ target }) => target.select()}
          className="field text-sm"
        />
        <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
          {canShareLinks() && <Button onClick={send}>Send link</Button>}
          <Button look="secondary" onClick={copy}>
            Copy link
          </Button>
          {!canShareLinks() && <Apps title={title} text={`${heading}:\n\n${address}\n\n${terms}\n`} />}
        </div>
        <p role="status" className="mt-1 text-sm text-mute">
          {copied === true && 'Copied.'}
          {copied === false && 'Press Ctrl+C or ⌘C to copy the selected link.'}
        </p>
        {trouble !== undefined && <Notice tone="error">{trouble}</Notice>}
      </div>
    </div>
  );
}

/** Links that open an app with a new message of this text. */
function Apps({ title, text }: { title: string; text: string }) {
  const body = encodeURIComponent(text);
  const apps = [
    { name: 'WhatsApp', href: `https://wa.me/?text=${body}` },
    { name: 'Messages', href: `sms:?&body=${body}` },
    { name: 'Email it', href: `mailto:?subject=${encodeURIComponent(title)}&body=${body}` },
  ];
  return apps.map(({ name, href }) => (
    <a
      key={name}
      href={href}
      {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
      className="text-link text-sm font-semibold"
    >
      {name}
    </a>
  ));
}
