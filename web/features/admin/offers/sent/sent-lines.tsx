import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { formatCents } from '#shared/money/currency.ts';
import { sayLine } from '../editor/lines/line-fields.ts';

/** The lines of an offer as they were sent; what the client has chosen is said at each. */
export function SentLines({ offer }: { offer: StudioOffer }) {
  const { content, choices, currency } = offer;
  const { packages, add_ons } = content;
  const chosenIds = new Set(choices ? [choices.package_id, ...choices.add_on_ids] : []);
  const isChoice = new Set([
    ...(packages.length > 1 ? packages.map(({ id }) => id) : []),
    ...add_ons.filter(({ is_optional }) => is_optional).map(({ id }) => id),
  ]);
  return (
    <section aria-label="Lines" className="mt-8">
      <h2 className="text-2xl">Lines</h2>
      <ul className="mt-2 text-sm">
        {[...packages, ...add_ons].map((line) => (
          <li key={line.id} className="flex items-baseline gap-4 border-b border-line py-2.5">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <bdi className="font-semibold">{line.name}</bdi>
              <span className="block text-xs text-mute">
                {sayLine(line, currency)}
                {choices && isChoice.has(line.id) && (chosenIds.has(line.id) ? ': chosen' : ': not chosen')}
              </span>
            </span>
            <span className="tabular-nums">{formatCents(line.price_cents * line.quantity, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
