import type { OfferChoices, OfferContent, OfferLine } from '#shared/contract/offers/content.ts';
import { type OfferTotal, offerTotal } from './offer-total.ts';

type Lines = Pick<OfferContent, 'packages' | 'add_ons' | 'most_add_ons'>;
type Priced = Lines & Pick<OfferContent, 'discount' | 'taxes'>;

/** Whether an offer leaves anything to choose: one of several packages, or optional add-ons. */
export const hasChoice = ({ packages, add_ons }: Lines): boolean =>
  packages.length > 1 || add_ons.some(({ is_optional }) => is_optional);

/** Returns the choices with which an offer's page begins: the first package, and no optional add-on. */
export const firstChoices = ({ packages }: Lines): OfferChoices => ({
  package_id: packages[0]?.id ?? null,
  add_on_ids: [],
});

/** Returns why these choices are impossible in this offer; undefined if they are possible. */
export function wrongChoices({ packages, add_ons, most_add_ons }: Lines, choices: OfferChoices): string | undefined {
  const { package_id, add_on_ids } = choices;
  const isOffered = packages.length === 0 ? package_id === null : packages.some(({ id }) => id === package_id);
  if (!isOffered) return packages.length === 0 ? 'This offer has no packages.' : 'Please choose one of the packages.';
  const optionalIds = new Set(add_ons.flatMap(({ id, is_optional }) => (is_optional ? [id] : [])));
  if (new Set(add_on_ids).size < add_on_ids.length) return 'An add-on can be chosen once.';
  if (add_on_ids.some((id) => !optionalIds.has(id))) return 'An add-on is not part of this offer anymore.';
  if (most_add_ons !== null && add_on_ids.length > most_add_ons) {
    return `Please choose at most ${most_add_ons} of the add-ons.`;
  }
  return undefined;
}

/** Returns the lines of an offer with these choices, in their order: the package, what is included, and what is chosen. */
export function chosenLines({ packages, add_ons }: Lines, { package_id, add_on_ids }: OfferChoices): OfferLine[] {
  const chosenIds = new Set(add_on_ids);
  return [
    ...packages.filter(({ id }) => id === package_id),
    ...add_ons.filter(({ id, is_optional }) => !is_optional || chosenIds.has(id)),
  ];
}

/** Returns an offer's total with these choices. */
export const totalOf = (offer: Priced, choices: OfferChoices): OfferTotal =>
  offerTotal(chosenLines(offer, choices), offer.discount?.amount ?? null, offer.taxes);

/**
 * Returns the lowest and the highest total that the client can choose. The highest has the add-ons that cost most with tax, as
 * many as can be chosen.
 */
export function rangeOf(offer: Priced): { least_cents: number; most_cents: number } {
  const rates = new Map(offer.taxes.map(({ id, rate }) => [id, rate]));
  const costOf = ({ price_cents, quantity, tax_ids }: OfferLine) =>
    price_cents * quantity * (1 + tax_ids.reduce((sum, id) => sum + (rates.get(id) ?? 0), 0) / 100_000);
  const dearest = offer.add_ons
    .filter(({ is_optional }) => is_optional)
    .toSorted((first, second) => costOf(second) - costOf(first))
    .slice(0, offer.most_add_ons ?? undefined)
    .map(({ id }) => id);
  const packageIds = offer.packages.length > 0 ? offer.packages.map(({ id }) => id) : [null];
  const sums = packageIds.flatMap((package_id) =>
    [[], dearest].map((add_on_ids) => totalOf(offer, { package_id, add_on_ids }).total_cents),
  );
  return { least_cents: Math.min(...sums), most_cents: Math.max(...sums) };
}
