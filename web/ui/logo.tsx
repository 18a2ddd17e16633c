import { logoMark } from '#shared/logo-mark.ts';
import { useStudio } from './content.tsx';

/** The logo's symbol; decorative, because the name is always beside it. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className} fill="currentColor">
      {logoMark.map(({ path, transform }) => (
        <path key={path + transform} d={path} transform={transform} />
      ))}
    </svg>
  );
}

/**
 * The symbol and the name. The ampersand is upright like the rest, because an italic one would add a font to every
 * first visit.
 */
export function Logo({ className = '' }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2.5 font-display leading-none tracking-tight ${className}`}>
      <LogoMark className="size-[1.25em] shrink-0" />
      {useStudio().name}
    </span>
  );
}
