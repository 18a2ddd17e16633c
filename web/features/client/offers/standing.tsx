import { type ReactNode, useEffect, useRef } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { isolated } from '#shared/text/isolated.ts';
import { longDate } from '#shared/time/long-date.ts';
import { dayOf, timeOf } from '../../../lib/dates.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Ask } from './ask.tsx';
import { Signers } from './signers.tsx';
import { countedWords } from './words.ts';

interface Words {
  title: string;
  sentence: ReactNode;
  act?: ReactNode;
}

/**
 * Where an offer stands that the client can't sign now: a title, a sentence, who signed, and an act.
 * @param isNew whether it came about on this page, so that the focus goes to it
 */
export function Standing({ offer, isNew }: { offer: ClientOffer; isNew: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, sentence, act } = wordsOf(offer);
  useEffect(() => {
    if (!isNew) return;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [isNew]);
  const isSigned = offer.state === 'signed' || offer.state === 'agreed';
  return (
    <>
      <p dir="auto" className="text-sm text-mute [overflow-wrap:anywhere]">
        {offer.content.title}
      </p>
      <h1 ref={heading} tabIndex={-1} className="mt-1 text-head outline-none">
        {title}
      </h1>
      <div className="mt-3 max-w-2xl [overflow-wrap:anywhere]">{sentence}</div>
      {isSigned && (
        <div className="mt-6">
          <Signers offer={offer} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-2 empty:hidden">{act}</div>
    </>
  );
}

function wordsOf(offer: ClientOffer): Words {
  const { state, ended_at, ended_words, studio, content, replaced_by } = offer;
  const ended = ended_at === null ? '' : dayOf(ended_at);
  const question = (words: string, look: 'primary' | 'quiet' = 'quiet') => (
    <Ask offer={offer} look={look} className={look === 'quiet' ? 'px-0!' : ''}>
      {words}
    </Ask>
  );
  const said = ended_words && <Said>{ended_words}</Said>;
  switch (state) {
    case 'declined':
      return {
        title: 'You declined this offer.',
        sentence: (
          <>
            {ended_at && `${timeOf(ended_at)}.`} {ended_words ? 'The studio has your words:' : 'The studio knows.'}
            {said}
          </>
        ),
        act: question('Changed your mind? Write to the studio'),
      };
    case 'withdrawn':
      return {
        title: 'The studio took this offer back.',
        sentence: (
          <>
            On {ended}. Nothing you do here counts.{said}
          </>
        ),
        act: question('Ask why'),
      };
    case 'replaced':
      return {
        title: 'There is a newer offer.',
        sentence: `The studio replaced this one on ${ended}. Nothing you do here counts.`,
        act: replaced_by && <ButtonLink to={`/dashboard/offers/${replaced_by}`}>See the new offer</ButtonLink>,
      };
    case 'expired':
      return {
        title: 'This offer has ended.',
        sentence: `It was valid until ${content.valid_until ? longDate(content.valid_until) : ended}. You signed nothing.`,
        act: question('Ask for a new one', 'primary'),
      };
    case 'canceled':
      return {
        title: 'This is canceled.',
        sentence: (
          <>
            <bdi>{studio.name}</bdi> canceled it on {ended}.{said}
          </>
        ),
        act: question('Ask the studio'),
      };
    default:
      return { ...signedWords(offer), act: question('Ask a question') };
  }
}

const list = new Intl.ListFormat('en-US');

/** Returns the words of an offer that the client has signed: how many signatures are missing, or that all have signed. */
function signedWords({ state, signers, content }: ClientOffer): Words {
  if (state === 'agreed') {
    const { date, place } = content.session;
    return {
      title: 'All have signed.',
      sentence: [date && longDate(date), place].filter(Boolean).join(', ') || 'What you agreed on stands below.',
    };
  }
  const missing = signers.filter(({ signed_at }) => signed_at === null);
  const names = list.format(missing.map(({ name }) => isolated(name)));
  return {
    title: `${countedWords(missing.length, 'signature')} to go.`,
    sentence: `You signed. It is agreed when ${names} ${missing.length === 1 ? 'has' : 'have'} signed.`,
  };
}

const Said = ({ children }: { children: string }) => (
  <p dir="auto" className="mt-2 border-l-2 border-leaf ps-4 whitespace-pre-line">
    “{children}”
  </p>
);
