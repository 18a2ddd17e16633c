import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-full py-1.5 text-sm font-semibold transition-colors duration-200 cursor-pointer disabled:cursor-default disabled:opacity-60 print:hidden';
const looks: Record<ButtonLook, string> = {
  // In forced colors, the background is replaced and the border is visible.
  primary: 'px-5 border border-transparent bg-leaf text-white hover:bg-leaf-deep',
  secondary: 'px-5 border border-edge bg-white text-ink hover:border-ink',
  quiet: 'text-link px-3 text-ink',
  danger: 'px-5 border border-alert bg-white text-alert hover:bg-alert hover:text-white',
};

/** A button. `busy` ignores clicks; unlike `disabled`, it keeps the focus. */
export function Button({
  look = 'primary',
  busy = false,
  className = '',
  type = 'button',
  onClick,
  ...attributes
}: ComponentProps<'button'> & { look?: ButtonLook; busy?: boolean }) {
  return (
    <button
      {...attributes}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${base} ${looks[look]} ${busy ? 'opacity-70' : ''} ${className}`}
    />
  );
}

/** A link in the look of a button. */
export function ButtonLink({ look = 'primary', className = '', ...attributes }: LinkProps & { look?: ButtonLook }) {
  return <Link {...attributes} className={`${base} ${looks[look]} ${className}`} />;
}
