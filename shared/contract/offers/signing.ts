import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { consentVersion } from '#shared/offers/consent.ts';
import { drawingHeight, drawingWidth } from '#shared/offers/drawing.ts';
import { isFullName } from '#shared/offers/full-name.ts';
import { optionalText, required, requiredText, Version } from '../fields.ts';
import { OfferChoices } from './content.ts';

/*
 * The acts of the people who sign an offer. Each sends the version that the page showed. When the offer has changed since, the API
 * responds 409 with the present `ClientOffer` in `details.current` (for the studio the present `StudioOffer`), and nothing is done.
 */

const RequestId = z.uuid();

/** The SHA-256 of what is signed, in hexadecimal digits. */
const ContentHash = z.string().regex(/^[0-9a-f]{64}$/, 'This is not the number of a text.');

/** What the signer has seen beside the button: the total, and the hash of everything that is signed. */
const seen = { version: Version, total_cents: z.number().int().nonnegative(), hash: ContentHash };

const FullName = required('Your full name', limits.name).refine(
  isFullName,
  'Please enter your name in letters, as on your ID.',
);

/** A coordinate in the field of a drawn signature. */
const coordinate = (most: number) => z.number().int().min(0).max(most);
const Point = z.tuple([coordinate(drawingWidth), coordinate(drawingHeight)]);

/** A drawn signature: its lines, each from point to point. */
export const Drawing = z
  .array(z.array(Point).min(1))
  .min(1, 'Please draw your signature.')
  .max(limits.drawingLines, 'This signature has too many lines. Clear it, and draw it again.')
  .refine(
    (lines) => lines.reduce((sum, points) => sum + points.length, 0) <= limits.drawingPoints,
    'This signature is too long. Clear it, and draw it again.',
  );
export type Drawing = z.infer<typeof Drawing>;

/** POST offers/:offer/choices by the client: the choices stand, so that the others can sign. */
export const SettleChoices = z.strictObject({ version: Version, choices: OfferChoices });
export type SettleChoices = z.infer<typeof SettleChoices>;

/**
 * POST offers/:offer/signature by the client. `request_id` is generated once per signature: sending it twice signs once. `boxes`
 * has, for each box of the terms in their order, whether it is ticked; `drawing` is null for a name that is only typed.
 */
export const SignOffer = z.strictObject({
  request_id: RequestId,
  ...seen,
  choices: OfferChoices,
  name: FullName,
  drawing: Drawing.nullable(),
  boxes: z.array(z.literal(true, 'Please tick this box.')).max(limits.termsBoxes),
  /** The version of the consent to sign electronically that the signer has ticked. */
  consent_version: z.literal(consentVersion, 'Please agree to sign electronically, or sign on paper instead.'),
});
export type SignOffer = z.infer<typeof SignOffer>;

/** POST offers/:offer/signature by the studio, which signs after the client's choices stand. */
export const CountersignOffer = z.strictObject({ request_id: RequestId, ...seen, name: FullName });
export type CountersignOffer = z.infer<typeof CountersignOffer>;

/** POST offers/:offer/decline by the client, with a word if they like. */
export const DeclineOffer = z.strictObject({
  version: Version,
  words: optionalText('Your words', limits.offerMessage),
});
export type DeclineOffer = z.infer<typeof DeclineOffer>;

/** POST offers/:offer/question by the client: becomes a message to the studio. Sending one `request_id` twice sends once. */
export const AskAboutOffer = z.strictObject({
  request_id: RequestId,
  words: requiredText('Your question', limits.message),
});
export type AskAboutOffer = z.infer<typeof AskAboutOffer>;
