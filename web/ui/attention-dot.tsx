/** Something waits: a red dot that pulses, stands still where motion is not wanted, and says in words what it means. */
export function AttentionDot({ children }: { children: string }) {
  return (
    <span className="relative flex size-2.5">
      <span aria-hidden="true" className="absolute inset-0 rounded-full bg-alert/60 motion-safe:animate-ping" />
      <span aria-hidden="true" className="relative size-2.5 rounded-full bg-alert" />
      <span className="sr-only">{children}</span>
    </span>
  );
}
