import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '#shared/errors.ts';
import { codeDigits } from '#shared/limits.ts';
import { Button } from '../button.tsx';
import { Notice } from '../status/notice.tsx';
import { CodeInput } from './code-input.tsx';

/** Seconds until another code can be requested. */
const resendAfter = 45;
/** The number of wrong codes after which a new code is required. */
const mostWrong = 5;

const problems = {
  wrong: 'This code is not right. Please compare it with the newest email.',
  over: 'This code can’t be used any more. Please ask for a new one.',
  tooMany: 'Too many wrong codes. Please ask for a new one.',
};

/** The reason why a code was refused: it differs, or the code no longer works. */
type CodeProblem = 'wrong' | 'over';

interface Props {
  /** Epoch milliseconds. */
  sentAt: number;
  /** The message after another code was sent. */
  sentAgain: string;
  action: string;
  busyAction: string;
  /**
   * Resolves to undefined when the code was accepted; the form is then replaced. Rejects with an error that can be
   * shown.
   */
  onCheck: (code: string) => Promise<CodeProblem | undefined>;
  onSendAgain: () => Promise<unknown>;
}

/**
 * The form for the digits of an emailed code, with a button for another code after a while. It submits itself when
 * the digits are complete.
 */
export function CodeForm({ sentAt, action, busyAction, ...acts }: Props) {
  const id = useId();
  const { input, value, setValue, problem, news, busy, check, sendAgain } = useCode(acts);
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
      <AnotherCode sentAt={sentAt} isSending={busy === 'sending'} onSend={sendAgain} />
    </>
  );
}

/** Returns the typed code, what is said about it, and the acts: to check it, and to send another one. */
function useCode({ sentAgain, onCheck, onSendAgain }: Pick<Props, 'sentAgain' | 'onCheck' | 'onSendAgain'>) {
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState('');
  const [wrongCount, setWrongCount] = useState(0);
  const [problem, setProblem] = useState<string>();
  const [news, setNews] = useState<string>();
  const [busy, setBusy] = useState<'checking' | 'sending'>();

  useEffect(() => input.current?.focus(), []);

  const check = async (code: string) => {
    if (busy) return;
    setNews(undefined);
    if (wrongCount >= mostWrong) return setProblem(problems.tooMany);
    if (code.length < codeDigits) return setProblem(`Enter the ${codeDigits} digits of the code.`);
    setProblem(undefined);
    setBusy('checking');
    try {
      const codeProblem = await onCheck(code);
      if (!codeProblem) return;
      const count = codeProblem === 'wrong' ? wrongCount + 1 : wrongCount;
      setWrongCount(count);
      setProblem(count >= mostWrong ? problems.tooMany : problems[codeProblem]);
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
      setWrongCount(0);
      setValue('');
      setNews(sentAgain);
    } catch (error) {
      setProblem(messageOf(error));
    }
    flushSync(() => setBusy(undefined));
    input.current?.focus();
  };

  return { input, value, setValue, problem, news, busy, check, sendAgain };
}

/** The button for another code, and until it can be requested the time that is left. */
function AnotherCode({ sentAt, isSending, onSend }: { sentAt: number; isSending: boolean; onSend: () => void }) {
  const secondsLeft = useSecondsUntil(sentAt + resendAfter * 1_000);
  return secondsLeft > 0 && !isSending ? (
    <p className="text-sm text-mute">
      Nothing yet? Look in the spam folder, or ask for a new code in{' '}
      <span className="tabular-nums">{`${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`}</span>
      .
    </p>
  ) : (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-mute">
      Nothing yet? Look in the spam folder, or
      <Button look="quiet" className="px-0!" busy={isSending} onClick={onSend}>
        {isSending ? 'Sending...' : 'ask for a new code'}
      </Button>
    </p>
  );
}

/** Returns the seconds until a time in epoch milliseconds, and counts them down. */
function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= time;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.min(resendAfter, Math.ceil((time - now) / 1_000)));
}
