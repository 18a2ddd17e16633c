import type { ReactNode } from 'react';

/** The column of a sign-in page with its text and form. */
export function SignInColumn({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid grid-cols-1 content-center px-gutter pt-8 pb-16 outline-none md:justify-items-center md:py-16"
    >
      <div className="w-full max-w-md">
        {title && <h1 className="text-head">{title}</h1>}
        <div className="mt-7 flex flex-col gap-6 md:mt-8">{children}</div>
      </div>
    </main>
  );
}
