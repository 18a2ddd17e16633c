import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { wholeRate } from '#shared/money/rate.ts';
import type { Discount } from '#shared/offers/offer-total.ts';
import { CalendarDate, Id, line, text } from '../fields.ts';
import { Tax } from '../money.ts';
import { PaymentPlan } from '../templates/plans.ts';
import { FilledBlocks, Terms } from '../templates/terms.ts';

/*
 * What an offer says. A draft saves itself while it is typed, so that texts may be empty here; what an offer must have before it
 * can be sent is in `shared/offers/unfinished.ts`. Amounts are whole cents of the studio's currency, rates whole thousandths of
 * a percent.
 */

const Cents = z
  .number({ error: 'Please enter a price.' })
  .int('A price has whole cents.')
  .min(0, 'A price can’t be negative. Use the discount to subtract an amount.')
  .max(limits.offerPriceCents, 'A price can be at most 1,000,000.');

const quantityRule = `Please enter a whole number from 1 to ${limits.offerQuantity}.`;
const Quantity = z.number(quantityRule).int(quantityRule).min(1, quantityRule).max(limits.offerQuantity, quantityRule);

/** A line of an offer: a package, an add-on, or a line of the studio's own. Prices are copied, and never follow the website. */
export const OfferLine = z.strictObject({
  id: Id,
  name: line('A name', limits.offerLineName),
  detail: text('A description', limits.offerLineDetail),
  price_cents: Cents,
  quantity: Quantity,
  /** The ids of the offer's taxes on this line. */
  tax_ids: z.array(Id).max(limits.taxes),
});
export type OfferLine = z.infer<typeof OfferLine>;

/** A package; `service`: the slug of the website's service whose picture is shown with it, '' for none. */
export const OfferPackage = OfferLine.extend({ service: line('A service', limits.sessionLabel) });
export type OfferPackage = z.infer<typeof OfferPackage>;

/** An add-on, or a line of the studio's own: part of the offer, or the client's choice (`is_optional`). */
export const OfferAddOn = OfferLine.extend({ is_optional: z.boolean() });
export type OfferAddOn = z.infer<typeof OfferAddOn>;

const rateRule = `A percentage is from 0 to 100, with at most three decimals.`;
const Rate = z.number(rateRule).int(rateRule).min(0, rateRule);

/** The amount of a discount: a rate of all lines together, or cents. */
const DiscountAmount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rate'), rate: Rate.max(wholeRate, 'A discount can be at most 100%.') }),
  z.strictObject({ kind: z.literal('cents'), cents: Cents }),
]) satisfies z.ZodType<Discount>;

/** Someone besides the client who signs; `as`: 'Spouse', 'Guardian of Mia'. */
export const OfferSigner = z.strictObject({
  id: Id,
  name: line('A name', limits.name),
  email: line('An email address', limits.email),
  as: line('A role', limits.signerRole),
});
export type OfferSigner = z.infer<typeof OfferSigner>;

/** A time of day, `HH:MM`. */
const TimeOfDay = z.iso.time({ precision: -1, error: 'Please choose a time.' });

/** Returns the schema of what an offer says. One package is part of the offer; of several, the client chooses one. */
const contentOf = <Blocks extends typeof FilledBlocks>(blocks: Blocks) =>
  z.strictObject({
    title: line('A title', limits.offerTitle),
    /** The studio's words to the client at the beginning of the page. */
    words: text('Your words', limits.offerWords),
    session: z.strictObject({
      date: CalendarDate.nullable(),
      from: TimeOfDay.nullable(),
      to: TimeOfDay.nullable(),
      place: line('A place', limits.offerPlace),
    }),
    packages: z.array(OfferPackage).max(limits.offerPackages, `There can be ${limits.offerPackages} packages.`),
    add_ons: z.array(OfferAddOn).max(limits.offerAddOns, `There can be ${limits.offerAddOns} further lines.`),
    /** How many of the optional add-ons the client can choose; null: all. */
    most_add_ons: z.number().int().min(1, 'The client can choose one at least.').max(limits.offerAddOns).nullable(),
    /** The discount on all lines; null: none. `label` says for what. */
    discount: z.strictObject({ label: line('A reason', limits.offerLineName), amount: DiscountAmount }).nullable(),
    taxes: z.array(Tax).max(limits.taxes),
    plan: PaymentPlan,
    /** The terms as they stand in this offer, with fields that the offer fills; null: none yet. */
    terms: blocks.nullable(),
    /** The template from which the terms were copied; null: none. */
    terms_from: z
      .strictObject({
        template_id: Id,
        name: line('A name', limits.templateName),
        version: z.number().int().nonnegative(),
      })
      .nullable(),
    /** Who signs besides the client and the studio. */
    signers: z.array(OfferSigner).max(limits.offerSigners, `There can be ${limits.offerSigners} further signers.`),
    /** Whether the studio signs by sending the offer, or after the others. */
    studio_signs: z.enum(['by-sending', 'later']),
    /** The last day on which the client can sign it, in the studio's time zone. */
    valid_until: CalendarDate.nullable(),
  });

/** Everything that an offer says, as it is stored and shown. The fields of its terms may be those of another release. */
export const OfferContent = contentOf(FilledBlocks);
export type OfferContent = z.infer<typeof OfferContent>;

/** What the studio saves: lines have only the offer's own taxes, and ids are there once. */
export const OfferDraft = contentOf(Terms).superRefine(({ packages, add_ons, taxes, signers }, context) => {
  const taxIds = new Set(taxes.map(({ id }) => id));
  for (const [list, lines] of Object.entries({ packages, add_ons })) {
    lines.forEach(({ name, tax_ids }, index) => {
      if (tax_ids.every((id) => taxIds.has(id))) return;
      const message = `${name || 'A line'} has a tax that this offer does not have.`;
      context.addIssue({ code: 'custom', path: [list, index, 'tax_ids'], message });
    });
  }
  for (const [list, rows] of Object.entries({ lines: [...packages, ...add_ons], taxes, signers })) {
    if (new Set(rows.map(({ id }) => id)).size < rows.length) {
      context.addIssue({ code: 'custom', path: [list], message: 'Two of them have the same id.' });
    }
  }
});
/** What the client has chosen: a package, if the offer has any, and optional add-ons. */
export const OfferChoices = z.strictObject({
  package_id: Id.nullable(),
  add_on_ids: z.array(Id).max(limits.offerAddOns),
});
export type OfferChoices = z.infer<typeof OfferChoices>;
