import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '#shared/errors.ts';
import { codeDigits } from '#shared/limits.ts';
import { Button } from '../button.tsx';
import { Notice } from '../status/notice.tsx';
import { CodeInput } from './code-input.tsx';

/** Seconds until another code can be requested. */
const patience = 45;
/** Wrong codes until a new code is needed. */
const tries = 5;

const problems = {
  wrong: 'This code is not right. Please compare it with the newest email.',
  over: 'This code can’t be used any more. Please ask for a new one.',
  tooMany: 'Too many wrong codes. Please ask for a new one.',
};

/** Why a code was not accepted: it differs, or no code works any more. */
export type CodeProblem = 'wrong' | 'over';

/** The digits of an emailed code, and another code after a while; submits itself when the digits are complete. */
export function CodeForm({
  sentAt,
  sentAgain,
  action,
  busyAction,
  onCheck,
  onSendAgain,
}: {
  /** Epoch milliseconds. */
  sentAt: number;
  /** What is said after another code was sent. */
  sentAgain: string;
  action: string;
  busyAction: string;
  /** Returns undefined when the code was accepted; the form is then replaced. Rejects with an error that can be shown. */
  onCheck: (code: string) => Promise<CodeProblem | undefined>;
  onSendAgain: () => Promise<unknown>;
}) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState('');
  const [wrong, setWrong] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [news, setNews] = useState<string>();
  const [busy, setBusy] = useState<'checking' | 'sending'>();
  const wait = useSecondsUntil(sentAt + patience * 1_000);

  useEffect(() => input.current?.focus(), []);

  const check = async (code: string) => {
    if (busy) return;
    setNews(undefined);
    if (wrong >= tries) return setProblem(problems.tooMany);
    if (code.length < codeDigits) return setProblem(`Enter the ${codeDigits} digits of the code.`);
    setProblem(undefined);
    setBusy('checking');
    try {
      const found = await onCheck(code);
      if (!found) return;
      const count = found === 'wrong' ? wrong + 1 : wrong;
      setWrong(count);
      setProblem(count >= tries ? problems.tooMany : problems[found]);
    } catch (error) {
      setProblem(messageOf(error));
    }
    flushSync(() => setBusy(undefined));
    input.current?.focus();
    input.current?.select();
  };

  const sendAgain = async () => {
    setBusy('sending');
    setProblem(undefined);
    try {
      await onSendAgain();
      setWrong(0);
      setValue('');
      setNews(sentAgain);
    } catch (error) {
      setProblem(messageOf(error));
    }
    flushSync(() => setBusy(undefined));
    input.current?.focus();
  };

  return (
    <>
      <form
        noValidate
        data-code
        className="flex flex-col gap-5"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void check(value);
        }}
      >
        <div>
          <label htmlFor={id} className="mb-2 block text-sm font-semibold">
            Code
          </label>
          <CodeInput
            ref={input}
            id={id}
            digits={codeDigits}
            value={value}
            isInvalid={problem !== undefined}
            describedBy={problem === undefined ? undefined : `${id}-problem`}
            onChange={(code) => {
              setValue(code);
              if (code.length === codeDigits && code !== value) void check(code);
            }}
          />
        </div>
        {problem && (
          <div id={`${id}-problem`}>
            <Notice tone="error">{problem}</Notice>
          </div>
        )}
        {news && <Notice tone="success">{news}</Notice>}
        <Button type="submit" busy={busy === 'checking'} className="min-h-12">
          {busy === 'checking' ? busyAction : action}
        </Button>
      </form>
      {wait > 0 && busy !== 'sending' ? (
        <p className="text-sm text-mute">
          Nothing yet? Look in the spam folder, or ask for a new code in{' '}
          <span className="tabular-nums">{`${Math.floor(wait / 60)}:${String(wait % 60).padStart(2, '0')}`}</span>.
        </p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
          Nothing yet? Look in the spam folder, or
          <Button look="quiet" className="px-0!" busy={busy === 'sending'} onClick={sendAgain}>
            {busy === 'sending' ? 'Sending...' : 'ask for a new code'}
          </Button>
        </p>
      )}
    </>
  );
}

/** Counts down, each second. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= time;
  useEffect(() => {
    if (isOver) return;
    const clock = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(clock);
  }, [isOver]);
  return Math.max(0, Math.min(patience, Math.ceil((time - now) / 1_000)));
}
