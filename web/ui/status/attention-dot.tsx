/**
 * A red dot for items that wait, with their description for screen readers. It pulses unless reduced motion is
 * preferred.
 */
export function AttentionDot({ children }: { children: string }) {
  return (
    <span className="relative flex size-2.5">
      <span aria-hidden="true" className="absolute inset-0 rounded-full bg-alert/60 motion-safe:animate-ping" />
      <span aria-hidden="true" className="relative size-2.5 rounded-full bg-alert forced-colors:bg-[CanvasText]" />
      <span className="sr-only">{children}</span>
    </span>
  );
}
