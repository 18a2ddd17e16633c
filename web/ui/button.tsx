import type { ComponentProps } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-full py-1.5 text-sm font-semibold transition-colors duration-200 cursor-pointer disabled:cursor-default disabled:opacity-60';
const looks: Record<ButtonLook, string> = {
  primary: 'px-5 bg-leaf text-white hover:bg-leaf-deep',
  secondary: 'px-5 border border-edge bg-white text-ink hover:border-ink',
  quiet: 'px-3 text-ink underline decoration-line decoration-2 underline-offset-6 hover:decoration-leaf',
  danger: 'px-5 border border-alert bg-white text-alert hover:bg-alert hover:text-white',
};

/** A button; `busy` keeps it from being pressed twice, without losing the focus as `disabled` would. */
export function Button({
  look = 'primary',
  busy = false,
  className = '',
  type = 'button',
  onClick,
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook; busy?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${base} ${looks[look]} ${busy ? 'opacity-70' : ''} ${className}`}
    />
  );
}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function ButtonLink({ look = 'primary', className = '', ...rest }: LinkProps & { look?: ButtonLook }) {
  return <Link {...rest} className={`${base} ${looks[look]} ${className}`} />;
}
