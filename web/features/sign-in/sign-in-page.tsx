import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/navigation/page-title.tsx';
import { areCookiesBlocked, CookiesNeeded } from '../../ui/status/cookies-needed.tsx';
import { SignInColumn } from './sign-in-column.tsx';

/** The content of a sign-in page; its frame is app/shells/sign-in-shell.tsx. */
export function SignInPage({
  title,
  tab,
  children,
}: {
  title: string;
  /** The document's title, if it is not the page's title and the studio's name. */
  tab?: string;
  children: ReactNode;
}) {
  return (
    <SignInColumn title={title}>
      {tab === undefined ? <PageTitle screen={title} /> : <title>{tab}</title>}
      {areCookiesBlocked() && <CookiesNeeded />}
      {children}
    </SignInColumn>
  );
}
