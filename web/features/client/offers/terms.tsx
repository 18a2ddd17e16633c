import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferChoices } from '#shared/contract/offers/content.ts';
import { factsOf } from '#shared/offers/offer-facts.ts';
import { fillTerms, joinPieces } from '#shared/terms/fill-terms.ts';
import type { Block } from '#shared/terms/terms.ts';
import { Button } from '../../../ui/button.tsx';
import { ChevronRight } from '../../../ui/icons.tsx';
import { minutesToRead } from './words.ts';

/** Returns the terms with their fields filled, for these choices. */
export const useFilledTerms = (offer: ClientOffer, choices: OfferChoices): Block[] =>
  useMemo(() => joinPieces(fillTerms(offer.content.terms ?? [], factsOf(offer, choices)).blocks), [offer, choices]);

/** The terms, one part below each heading; all parts are in the document, and printed open. */
export function ReadTerms({ terms }: { terms: Block[] }) {
  const minutes = minutesToRead(terms);
  const { before, parts } = partsOf(terms);
  return (
    <section aria-labelledby="read" className="mt-14">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <div>
          <h2 id="read" className="text-title">
            Read
          </h2>
          <p className="mt-1 text-sm text-mute">
            Your terms, {minutes} {minutes === 1 ? 'minute' : 'minutes'}
          </p>
        </div>
        <Button look="quiet" className="px-0!" onClick={() => print()}>
          Print
        </Button>
      </div>
      <div className="mt-3 border-t border-line">
        {before.length > 0 && <Blocks blocks={before} />}
        {parts.map(({ heading, blocks }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: terms never change on the page, and two headings can be alike
          <Part key={index} heading={heading} startsOpen={index === 0 && before.length === 0}>
            <Blocks blocks={blocks} />
          </Part>
        ))}
      </div>
    </section>
  );
}

/** Returns the blocks before the first heading, and the others by their heading. Boxes are shown below the terms. */
function partsOf(terms: Block[]) {
  const before: Block[] = [];
  const parts: { heading: string; blocks: Block[] }[] = [];
  for (const block of terms) {
    if (block.kind === 'heading') parts.push({ heading: block.text, blocks: [] });
    else if (block.kind !== 'box') (parts.at(-1)?.blocks ?? before).push(block);
  }
  return { before, parts };
}

/** A part of the terms that opens and closes. Its content is always in the document: it can be searched and printed. */
function Part({ heading, startsOpen, children }: { heading: string; startsOpen: boolean; children: ReactNode }) {
  const details = useOpenInPrint();
  return (
    <details ref={details} open={startsOpen} className="group border-b border-line">
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 py-2 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        <span dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          {heading}
        </span>
        <ChevronRight className="size-4 shrink-0 rotate-90 transition-transform group-open:-rotate-90 motion-reduce:transition-none print:hidden" />
      </summary>
      {children}
    </details>
  );
}

/** Returns the ref of a `<details>` that is open while the page is printed. */
function useOpenInPrint() {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    let wasOpen = false;
    const open = () => {
      if (!details.current) return;
      wasOpen = details.current.open;
      details.current.open = true;
    };
    const restore = () => {
      if (details.current) details.current.open = wasOpen;
    };
    addEventListener('beforeprint', open);
    addEventListener('afterprint', restore);
    return () => {
      removeEventListener('beforeprint', open);
      removeEventListener('afterprint', restore);
    };
  }, []);
  return details;
}

const Blocks = ({ blocks }: { blocks: Block[] }) => (
  <div className="flex max-w-2xl flex-col gap-2 pt-1 pb-4 text-sm [overflow-wrap:anywhere]">
    {blocks.map((block, index) =>
      block.kind === 'list' ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms never change on the page
        <ul key={index} className="list-disc ps-5">
          {block.items.map((item, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={row} dir="auto">
              {item}
            </li>
          ))}
        </ul>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <p key={index} dir="auto" className="whitespace-pre-line">
          {block.text}
        </p>
      ),
    )}
  </div>
);
