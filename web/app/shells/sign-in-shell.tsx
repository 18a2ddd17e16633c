import { type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { signInImage } from '../../features/public/sign-in-image.ts';
import { imageAt } from '../../features/public/site-image.ts';
import { SitePicture } from '../../features/public/site-picture.tsx';
import { SignInColumn } from '../../features/sign-in/sign-in-column.tsx';
import { useContent } from '../../ui/content.tsx';
import { Waiting } from './shell-skeleton.tsx';
import { SiteFooter, SiteHeader } from './site-frame.tsx';

/** Header, photograph and footer around a sign-in page. Prerendered without a screen. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { sign_in, stand_ins } = useContent('pictures');
  const image = imageAt(sign_in, signInImage(), stand_ins);
  return (
    <div className="site-frame">
      <SiteHeader pathname={pathname} />
      <div className={`group/frame grid md:min-h-[calc(100svh-5rem)] ${image ? 'md:grid-cols-2' : ''}`}>
        {/* On a phone, the keyboard would cover the code's field below the photograph. */}
        {image && (
          <div className="relative h-[min(14rem,32svh)] bg-petal group-has-data-code/frame:max-md:hidden md:order-2 md:h-auto print:hidden">
            <SitePicture
              image={image}
              alt=""
              sizes="(min-width: 48rem) max(50vw, 125vh), 100vw"
              priority
              className="absolute inset-0 size-full"
            />
          </div>
        )}
        {children}
      </div>
      <SiteFooter />
    </div>
  );
}

export function Component() {
  return (
    <SignInFrame>
      <Suspense
        fallback={
          <SignInColumn>
            <Waiting>Loading...</Waiting>
          </SignInColumn>
        }
      >
        <Outlet />
      </Suspense>
    </SignInFrame>
  );
}
