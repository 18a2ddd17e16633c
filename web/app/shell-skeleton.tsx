/** What a shell shows before its script and while its first screen loads: calm, and the same both times. */
export function ShellSkeleton() {
  return (
    <div className="min-h-dvh bg-paper">
      <div aria-hidden="true" className="h-14 border-b border-line bg-white" />
      <main className="mx-auto max-w-3xl px-4 py-12">
        <p role="status" className="text-sm text-mute">
          Loading...
        </p>
        <div aria-hidden="true" className="mt-6 flex flex-col gap-3">
          <div className="h-11 rounded-md bg-petal" />
          <div className="h-11 rounded-md bg-petal" />
          <div className="h-11 rounded-md bg-petal" />
        </div>
      </main>
    </div>
  );
}
