import { useMemo } from 'react';
import { qrCode } from './qr-modules.ts';

/** Modules of white around a code, without which cameras don't find it. */
const quiet = 4;

/** A text as a QR code that a phone's camera reads. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, size } = useMemo(() => {
    const rows = qrCode(text);
    const modules = rows.flatMap((row, y) =>
      row.flatMap((dark, x) => (dark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])),
    );
    return { path: modules.join(''), size: rows.length + 2 * quiet };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
