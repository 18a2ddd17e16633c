import { studio } from '#shared/studio.ts';
import { logoMark } from './logo-mark.ts';

/** The mark alone; decoration, since the name always stands beside it. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className} fill="currentColor">
      {logoMark.map(({ path, transform }) => (
        <path key={path + transform} d={path} transform={transform} />
      ))}
    </svg>
  );
}

/** Mark and name; an ampersand in the name is set in italics, as printers do. */
export function Logo({ className = '' }: { className?: string }) {
  const [before, after] = studio.name.split(' & ');
  return (
    <span className={`inline-flex items-center gap-2.5 font-display leading-none tracking-tight ${className}`}>
      <LogoMark className="size-[1.25em] shrink-0" />
      {after === undefined ? (
        studio.name
      ) : (
        <span>
          {before} <i>&amp;</i> {after}
        </span>
      )}
    </span>
  );
}
