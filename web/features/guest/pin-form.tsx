import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import type { OpenedLink } from '#shared/contract/links.ts';
import { messageOf } from '#shared/errors.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { placeholderImage } from '../../photos/image/placeholder.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput } from '../../ui/fields/code-input.tsx';
import { Logo } from '../../ui/logo.tsx';
import { isClosed, openLink } from './api.ts';
import { useDocumentTitle, useSharedBy } from './document-title.ts';

const digits = 6;

interface Props {
  link: Extract<OpenedLink, { state: 'pin' }>;
  token: string;
  onOpened: (opened: OpenedLink) => void;
  /** Called when the link no longer opens its session. */
  onClosed: (error: unknown) => void;
}

/** Asks for the PIN of a link, beside the colors of its cover. */
export function PinForm({ link, token, onOpened, onClosed }: Props) {
  const id = useId();
  const { input, pin, type, check, trouble, busy } = usePin(token, onOpened, onClosed);
  useDocumentTitle(link);
  const sharedBy = useSharedBy(link);
  const colors = useMemo(() => link.thumbhash && placeholderImage(link.thumbhash), [link.thumbhash]);
  return (
    <main className="flex min-h-dvh flex-col md:flex-row">
      <div
        aria-hidden="true"
        className="h-56 bg-petal bg-cover bg-center md:h-auto md:w-[58%] low:h-24 low:md:h-auto"
        style={colors ? { backgroundImage: colors } : undefined}
      />
      <div className="flex flex-1 flex-col px-4 py-6 md:px-16 md:py-10">
        <Logo className="order-last mt-10 text-lg md:order-none md:mt-0" />
        <form
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void check();
          }}
          className="max-w-md md:my-auto"
          noValidate
        >
          <p className="text-sm text-mute">
            {calendarDate(link.session_date)} · shared by <bdi>{sharedBy}</bdi>
          </p>
          <h1 dir="auto" className="mt-1 text-head [overflow-wrap:anywhere]">
            {link.session_name}
          </h1>
          <label htmlFor={id} className="mt-6 block text-sm font-semibold">
            PIN
          </label>
          <p id={`${id}-hint`} className="mt-1 mb-3 text-sm text-mute">
            Six digits, from the person who sent you the link.
          </p>
          <CodeInput
            ref={input}
            id={id}
            digits={digits}
            value={pin}
            onChange={type}
            isInvalid={trouble !== undefined}
            describedBy={trouble === undefined ? `${id}-hint` : `${id}-trouble`}
          />
          {trouble !== undefined && (
            <p id={`${id}-trouble`} role="alert" className="mt-2 text-sm text-alert">
              {trouble}
            </p>
          )}
          <Button type="submit" busy={busy} className="mt-6 w-full">
            Open the gallery
          </Button>
        </form>
        <p className="mt-6 text-sm text-mute">This link is private and ends on {calendarDate(link.ends_on)}.</p>
      </div>
    </main>
  );
}

/**
 * Returns the typed PIN, the functions that type and check it, and why it was refused. The PIN is checked as soon as it
 * has all digits.
 */
function usePin(token: string, onOpened: Props['onOpened'], onClosed: Props['onClosed']) {
  const [pin, setPin] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const check = async (typed = pin) => {
    if (busy) return;
    if (typed.length < digits) {
      setTrouble('Enter all six digits.');
      return input.current?.focus();
    }
    setBusy(true);
    setTrouble(undefined);
    try {
      onOpened(await openLink(token, typed));
    } catch (error) {
      if (isClosed(error)) return onClosed(error);
      setTrouble(messageOf(error));
      setBusy(false);
      // The next typed digits replace the refused ones.
      input.current?.focus();
      input.current?.select();
    }
  };
  const type = (typed: string) => {
    setPin(typed);
    setTrouble(undefined);
    if (typed.length === digits && typed !== pin) void check(typed);
  };
  return { input, pin, type, check, trouble, busy };
}
