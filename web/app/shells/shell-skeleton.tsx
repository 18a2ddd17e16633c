import { WithoutScript } from './without-script.tsx';

/** Placeholder until script and screen are loaded; a message if JavaScript is disabled. */
export function Waiting({ children }: { children: string }) {
  return (
    <>
      <WithoutScript />
      <div className="noscript:hidden">
        <p role="status" className="text-sm text-mute">
          {children}
        </p>
        <div aria-hidden="true" className="mt-6 flex flex-col gap-3">
          <div className="h-11 rounded-md bg-petal" />
          <div className="h-11 rounded-md bg-petal" />
          <div className="h-11 rounded-md bg-petal" />
        </div>
      </div>
    </>
  );
}

/** Placeholder of a private area. */
export function ShellSkeleton() {
  return (
    <div className="min-h-dvh bg-paper">
      <div aria-hidden="true" className="h-14 border-b border-line bg-white" />
      <main className="mx-auto max-w-3xl px-4 py-12">
        <Waiting>Loading...</Waiting>
      </main>
    </div>
  );
}
