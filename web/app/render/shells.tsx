import type { ReactNode } from 'react';
import { StaticRouter } from 'react-router-dom/server';
import type { Website } from '#shared/website/website.ts';
import { SignInColumn } from '../../features/sign-in/sign-in-column.tsx';
import { ShellSkeleton, Waiting } from '../shells/shell-skeleton.tsx';
import { SignInFrame } from '../shells/sign-in-shell.tsx';

/** The document of an area behind a sign-in, which serves all its screens. */
export interface Shell {
  /** First path segments that are served with this document. */
  segments: string[];
  title: string;
  /** Modules preloaded in addition to the entry. */
  code: string[];
  /** The content shown until the script renders the screen. */
  body: ReactNode;
  /** Whether the portal can be installed from this document. */
  installable?: true;
  /** Whether the inline script of first-view/ starts the application. */
  hasFirstView?: true;
}

/** Prerenders the static part of a sign-in page: frame, heading and loading text. */
function signInShell(path: string, heading: string, waitingFor: string, title: string): Shell {
  return {
    segments: [path],
    title,
    code: ['app/shells/private-root.tsx', 'app/shells/sign-in-shell.tsx', `features/sign-in${path}.tsx`],
    body: (
      <StaticRouter location={path}>
        <SignInFrame>
          <SignInColumn title={heading}>
            <Waiting>{waitingFor}</Waiting>
          </SignInColumn>
        </SignInFrame>
      </StaticRouter>
    ),
  };
}

/** Returns the documents of the private screens, by file name. */
export function shellsOf({ studio }: Website): Record<string, Shell> {
  const loginTo = `Login to ${studio.name}`;
  const signIn = (path: string, heading: string) =>
    signInShell(path, heading, 'Loading...', `${heading} | ${studio.name}`);
  return {
    'client-login.html': {
      ...signInShell('/client-login', loginTo, 'Checking session...', loginTo),
      installable: true,
    },
    'register.html': signIn('/register', 'Create Your Account'),
    'register-complete.html': signIn('/register-complete', 'Complete Your Registration'),
    'admin-login.html': signIn('/admin-login', 'Admin Login'),
    'client.html': {
      segments: ['/dashboard', '/client-gallery'],
      title: `Client area | ${studio.name}`,
      code: ['app/shells/private-root.tsx', 'app/shells/client-shell.tsx'],
      body: <ShellSkeleton />,
      installable: true,
      hasFirstView: true,
    },
    'admin.html': {
      segments: ['/admin'],
      title: `Studio | ${studio.name}`,
      code: ['app/shells/private-root.tsx', 'app/routes/admin-routes.tsx', 'app/shells/admin-shell.tsx'],
      body: <ShellSkeleton />,
    },
  };
}
