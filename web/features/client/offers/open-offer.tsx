import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { formatCents } from '#shared/money/currency.ts';
import { hasChoice } from '#shared/offers/chosen-lines.ts';
import { dueOn, plannedPayments } from '#shared/offers/payment-plan.ts';
import { boxesOf } from '#shared/terms/terms.ts';
import { longDate } from '#shared/time/long-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { BottomBar } from '../selections/bottom-bar.tsx';
import { Ask } from './ask.tsx';
import { Choose } from './choose.tsx';
import { Decline } from './decline.tsx';
import { OfferFacts } from './offer-facts.tsx';
import { Sign } from './sign.tsx';
import { AnnouncedTotal, Payments, SumLines, WholeSum } from './sums.tsx';
import { ReadTerms, useFilledTerms } from './terms.tsx';
import { Tick } from './tick.tsx';
import { canChoose } from './typed-signature.ts';
import { type Signing, useSigning } from './use-signing.ts';
import { paymentDays } from './words.ts';

/** An offer that the client can sign: choose, read, sign. */
export function OpenOffer({ offer }: { offer: ClientOffer }) {
  const signing = useSigning(offer);
  const { content, currency } = offer;
  const { typed, change, total } = signing;
  const terms = useFilledTerms(offer, typed.choices);
  const mayChoose = hasChoice(content) && canChoose(offer);
  const sum = formatCents(total.total_cents, currency);
  return (
    <div className="min-[75rem]:grid min-[75rem]:min-h-dvh min-[75rem]:grid-cols-[minmax(0,1fr)_25rem] print:block">
      <div className="px-4 pt-5 pb-12 md:px-8 md:pt-10">
        <h1 dir="auto" className="text-head [overflow-wrap:anywhere]">
          {content.title}
        </h1>
        <p className="mt-2 text-mute">
          Your offer{content.valid_until && `, valid until ${longDate(content.valid_until)}`}
        </p>
        <Changed signing={signing} />
        <OfferFacts content={content} />
        <Choose
          offer={offer}
          choices={typed.choices}
          onChoose={mayChoose ? (choices) => change({ choices }) : undefined}
        />
        <AnnouncedTotal total={sum} />
        <div className="mt-6 min-[75rem]:hidden print:block!">
          <WholeSum offer={offer} choices={typed.choices} total={total} />
        </div>
        <ReadTerms terms={terms} />
        <Boxes sentences={boxesOf(terms)} signing={signing} />
        <Sign offer={offer} signing={signing} />
        <div className="mt-6 flex flex-wrap items-center gap-x-8 min-[75rem]:hidden print:hidden">
          <Answers offer={offer} />
        </div>
      </div>
      <aside aria-label="Total" className="hidden border-l border-line px-8 pt-10 min-[75rem]:block print:hidden!">
        <div className="sticky top-10">
          <p className="text-sm text-mute">Total, with tax</p>
          <p className="font-display text-[3.75rem] leading-none tabular-nums">{sum}</p>
          <div className="mt-6">
            <SumLines offer={offer} choices={typed.choices} total={total} />
          </div>
          <div className="mt-4 border-t border-line pt-4">
            <Payments offer={offer} total={total} />
          </div>
          <div className="mt-6 flex flex-col gap-3">
            <Pill signing={signing} className="w-full min-h-13" />
            <Trouble signing={signing} />
          </div>
          <div className="mt-2 flex flex-wrap items-center justify-center gap-x-8">
            <Answers offer={offer} />
          </div>
        </div>
      </aside>
      <div className="min-[75rem]:hidden print:hidden">
        <BottomBar label="Total and signature">
          <div className="px-4 py-3.5 md:px-8">
            <div className="mb-3 empty:hidden">
              <Trouble signing={signing} />
            </div>
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="tabular-nums">
                <span className="block font-display text-[1.75rem] leading-8">{sum}</span>
                <span className="block text-xs text-mute">{sayDueNow(offer, total.total_cents)}</span>
              </p>
              <Pill signing={signing} className="min-h-12 max-[22.5rem]:w-full" />
            </div>
          </div>
        </BottomBar>
      </div>
    </div>
  );
}

/** Returns what is due on signing: '$635.97 when you sign'; 'Total, with tax' if nothing is. */
function sayDueNow(offer: ClientOffer, total_cents: number): string {
  const { content, currency } = offer;
  const days = paymentDays(offer);
  const cents = plannedPayments(content.plan, total_cents)
    .filter(({ due }) => dueOn(due, days) === days.signed_on)
    .reduce((sum, payment) => sum + payment.cents, 0);
  return cents === 0 || cents === total_cents ? 'Total, with tax' : `${formatCents(cents, currency)} when you sign`;
}

/** The one pill of the page: leads to what is missing, and signs when nothing is. */
function Pill({ signing: { missing, proceed, sign }, className }: { signing: Signing; className: string }) {
  return (
    <Button busy={sign.isPending} className={className} onClick={proceed}>
      {sign.isPending ? 'Signing...' : missing.length > 0 ? 'Review and sign' : 'Sign'}
    </Button>
  );
}

/** Why the offer was not signed, if its present state does not say it. */
function Trouble({ signing: { sign, changed } }: { signing: Signing }) {
  if (!sign.error || changed) return null;
  return <Notice tone="error">The offer was not signed. {sign.error.message}</Notice>;
}

/** Says that the offer is another one than was shown, and what has changed. */
function Changed({ signing: { changed } }: { signing: Signing }) {
  if (!changed) return null;
  return (
    <div className="mt-4 max-w-2xl">
      <Notice tone="error">
        {changed.message} {changed.sentences.join(' ')} Nothing was signed, and what you typed is still here.
      </Notice>
    </div>
  );
}

function Boxes({ sentences, signing: { typed, change, messages } }: { sentences: string[]; signing: Signing }) {
  if (sentences.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col">
      {sentences.map((sentence, index) => (
        <Tick
          // biome-ignore lint/suspicious/noArrayIndexKey: terms never change on the page, and two sentences can be alike
          key={index}
          field={`boxes.${index}`}
          isTicked={typed.boxes[index] ?? false}
          message={messages[`boxes.${index}`]}
          onTick={(isTicked) => change({ boxes: typed.boxes.with(index, isTicked) })}
        >
          {sentence}
        </Tick>
      ))}
    </div>
  );
}

/** The other answers to an offer. */
const Answers = ({ offer }: { offer: ClientOffer }) => (
  <>
    <Ask offer={offer} look="quiet" className="px-0!">
      Ask a question
    </Ask>
    <Decline offer={offer} />
  </>
);
