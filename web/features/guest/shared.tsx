import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { OpenedLink } from '#shared/contract/links.ts';
import { messageOf } from '#shared/errors.ts';
import { linkToken } from '../../lib/auth/link-token.ts';
import { endFirstView } from '../../lib/first-view.ts';
import { PhotoFrames } from '../../photos/grid/photo-frames.tsx';
import { useStudio } from '../../ui/content.tsx';
import { Logo } from '../../ui/logo.tsx';
import { KeepFocus } from '../../ui/navigation/keep-focus.tsx';
import { areCookiesBlocked, CookiesNeeded } from '../../ui/status/cookies-needed.tsx';
import { Loading, Notice } from '../../ui/status/notice.tsx';
import { StudioContact } from '../../ui/studio-contact.tsx';
import { isClosed, isEnded, openLink } from './api.ts';
import { PinForm } from './pin-form.tsx';
import { Session } from './session.tsx';

type State =
  | OpenedLink
  | { state: 'opening' }
  | { state: 'gone' }
  | { state: 'ended'; message: string }
  | { state: 'failed'; message: string };

/** Returns why a link no longer opens its session. */
const closedState = (error: unknown): State =>
  isEnded(error) ? { state: 'ended', message: messageOf(error) } : { state: 'gone' };

/** The page of a link, `/shared#…`: the session that the link opens, for a person without an account. */
export function SharedPage() {
  const [shown, setShown] = useState<State>({ state: 'opening' });
  const token = linkToken(location.hash);
  const open = useCallback(async () => {
    try {
      setShown(token === '' ? { state: 'gone' } : await openLink(token));
    } catch (error) {
      setShown(isClosed(error) ? closedState(error) : { state: 'failed', message: messageOf(error) });
    }
  }, [token]);
  useEffect(() => void open(), [open]);
  useEffect(() => {
    // Reload when another link is opened in this tab.
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);

  // Photos and further pages of a link need its cookie.
  const isRefused = (shown.state === 'open' || shown.state === 'pin') && areCookiesBlocked();
  // The grid of a session ends the first view when it has laid out the photos; every other page does so at once.
  const isWithoutPhotos = isRefused || (shown.state !== 'opening' && shown.state !== 'open');
  useEffect(() => {
    if (isWithoutPhotos) endFirstView();
  }, [isWithoutPhotos]);
  if (isRefused) {
    return (
      <Plain>
        <h1 className="mb-4 text-head">These photos need cookies</h1>
        <CookiesNeeded />
      </Plain>
    );
  }

  return (
    <KeepFocus>
      <Page
        shown={shown}
        token={token}
        onShow={setShown}
        onOpen={open}
        onRetry={() => {
          setShown({ state: 'opening' });
          void open();
        }}
      />
    </KeepFocus>
  );
}

/** The page of a link in one of its states. */
function Page({
  shown,
  token,
  onShow,
  onOpen,
  onRetry,
}: {
  shown: State;
  token: string;
  onShow: (state: State) => void;
  /** Opens the link again. */
  onOpen: () => void;
  onRetry: () => void;
}) {
  switch (shown.state) {
    case 'open':
      return <Session session={shown} onClosed={onOpen} />;
    case 'pin':
      return <PinForm link={shown} token={token} onOpened={onShow} onClosed={(error) => onShow(closedState(error))} />;
    case 'gone':
      return (
        <Plain>
          <h1 className="text-head">This link does not open anything</h1>
          <p className="mt-4 text-mute">
            It may be incomplete, it may have ended, or the person who sent it has taken it back. Ask them for a new
            one, or ask <StudioName />.
          </p>
          <StudioContact />
        </Plain>
      );
    case 'ended':
      return (
        <Plain>
          <h1 className="mb-4 text-head">{shown.message}</h1>
          <p className="mb-4 text-mute">The photos are not deleted: the studio can open the gallery again.</p>
          <StudioContact />
        </Plain>
      );
    case 'failed':
      return (
        <Plain>
          <h1 className="mb-4 text-head">Photos for you</h1>
          <Notice tone="error" onRetry={onRetry}>
            The photos could not be loaded. {shown.message}
          </Notice>
        </Plain>
      );
    case 'opening':
      return (
        <main className="px-4 py-6 md:px-8">
          <h1 className="sr-only">Photos for you</h1>
          <Logo className="text-lg" />
          <Loading shape={<PhotoFrames />}>Loading photos...</Loading>
        </main>
      );
  }
}

const Plain = ({ children }: { children: ReactNode }) => (
  <main className="mx-auto max-w-2xl px-4 py-8 md:py-16">
    <Logo className="mb-16 text-lg" />
    {children}
  </main>
);

const StudioName = () => useStudio().name;
