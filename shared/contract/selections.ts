import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import type { Currency } from '#shared/money/currency.ts';
import { extraOf, sayExtra } from '#shared/selections/selection-price.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { CalendarDate, Id, Instant, optionalText, required, text, Version } from './fields.ts';
import { GalleryPhoto, Stage } from './photos/photos.ts';
import { Quote, StudioQuote } from './quotes.ts';
import { Standing } from './standing.ts';

const wholeNumberUpTo = (most: number) => {
  const rule = `Please enter a whole number from 0 to ${most.toLocaleString('en-US')}.`;
  return z.number(rule).int(rule).min(0, rule).max(most, rule);
};
const extraRule = `A price is a whole number of cents from 0 to ${limits.extraPhotoCents.toLocaleString('en-US')}.`;

/**
 * The terms of a selection. `extra_cents`: the price of each further photo; null: at most `included` photos can be
 * chosen. `ends_on`: the last day, in the studio's time zone.
 */
const Terms = {
  name: required('A name', limits.selectionName),
  included: wholeNumberUpTo(limits.selectionPhotos),
  extra_cents: z.number(extraRule).int(extraRule).min(0, extraRule).max(limits.extraPhotoCents, extraRule).nullable(),
  minimum: wholeNumberUpTo(limits.selectionPhotos),
  ends_on: CalendarDate.nullable(),
  client_words: text('Words for the client', limits.clientWords),
};

/**
 * POST selections by the studio: opens a selection on a session. `tells_client`: the client gets an email about it, if
 * the session was announced to them; otherwise its announcement says that the selection is open.
 */
export const OpenSelection = z.strictObject({
  ...Terms,
  minimum: Terms.minimum.default(0),
  ends_on: Terms.ends_on.default(null),
  client_words: optionalText('Words for the client', limits.clientWords),
  tells_client: z.boolean().optional(),
});
export type OpenSelection = z.infer<typeof OpenSelection>;

/**
 * PATCH selection by the studio: fields left out stay unchanged. `status`: closes the selection, or opens it again for
 * another round, which withdraws the quote of the last round.
 */
export const EditSelection = z.strictObject({
  ...z.object(Terms).partial().shape,
  status: z.enum(['open', 'closed']).optional(),
  /** Whether an email tells the client that a closed selection is open again, as in `OpenSelection`. */
  tells_client: z.boolean().optional(),
  /** Declines the client's change request: the choice stays as it was submitted. */
  declines_change: z.literal(true).optional(),
  /**
   * The studio's message in the email that announces to the client that the choice is open again, or stays as
   * submitted.
   */
  message: text('Message', limits.quoteMessage).optional(),
  version: Version,
});
export type EditSelection = z.infer<typeof EditSelection>;

/** `open`: the client chooses. `ended`: the deadline is over. `submitted`: the studio decides, or has decided, the quote. */
export const SelectionState = z.enum(['open', 'ended', 'submitted', 'closed']);
export type SelectionState = z.infer<typeof SelectionState>;

/**
 * A selection as its client sees it. The server computes all numbers. After a submit, they are the numbers of the
 * submit, even where a photo was hidden later.
 */
export const Selection = z.object({
  id: Id,
  session_id: Id,
  ...Terms,
  state: SelectionState,
  ends_at: Instant.nullable(),
  /** How many photos can be chosen at most. The studio may have lowered it below `chosen_count`. */
  most: z.number().int(),
  chosen_count: z.number().int(),
  extra_count: z.number().int(),
  total_cents: z.number().int(),
  /** How often the selection was submitted. */
  round: z.number().int(),
  /**
   * Grows with every choice, note of the review and edit of the terms. A submit names the revision that the client has
   * reviewed.
   */
  revision: z.number().int(),
  submitted_at: Instant.nullable(),
  /** The quote of the last round; null before the first submit, and once the selection is open again. */
  quote_id: Id.nullable(),
  standing: Standing,
  created_at: Instant,
});
export type Selection = z.infer<typeof Selection>;

/** GET a session's selections by its client, the oldest first. */
export const Selections = z.object({ items: z.array(Selection) });
export type Selections = z.infer<typeof Selections>;

/** A chosen photo and its note, which is the photo's note in the gallery. */
export const Choice = z.object({ photo_id: Id, note: z.string() });
export type Choice = z.infer<typeof Choice>;

/**
 * One submit: the number of photos and their price. `words`: the client's message to the studio about the whole choice.
 */
export const SubmittedRound = z.object({
  round: z.number().int(),
  submitted_at: Instant,
  included: z.number().int(),
  extra_cents: z.number().int().nullable(),
  chosen_count: z.number().int(),
  extra_count: z.number().int(),
  total_cents: z.number().int(),
  words: z.string(),
  quote_id: Id,
});
export type SubmittedRound = z.infer<typeof SubmittedRound>;

/**
 * GET selection by its client. `choices` and `photos` are the chosen photos that the client can see now, in the
 * session's order, each with its note. `left_count`: chosen photos that the studio has hidden or deleted; they no
 * longer count.
 */
export const SelectionDetails = Selection.extend({
  choices: z.array(Choice),
  photos: z.array(GalleryPhoto),
  left_count: z.number().int(),
  /** Oldest first. */
  rounds: z.array(SubmittedRound),
  /** The quote of the last round. */
  quote: Quote.nullable(),
});
export type SelectionDetails = z.infer<typeof SelectionDetails>;

/** POST choices: chooses photos in the order of their ids, as many as fit, or removes them from the choice. */
export const Choose = z.strictObject({
  photo_ids: z.array(Id).min(1).max(limits.photosPerChoice),
  is_chosen: z.boolean(),
});
export type Choose = z.infer<typeof Choose>;

/**
 * The selection after a change. `full_ids`: photos that did not fit. `gone_ids`: photos that the client can't see
 * anymore. `left_count`: photos chosen before that the studio has hidden or deleted in the meantime; they left the
 * choice.
 */
export const ChoiceAnswer = z.object({
  selection: Selection,
  full_ids: z.array(Id),
  gone_ids: z.array(Id),
  left_count: z.number().int(),
});
export type ChoiceAnswer = z.infer<typeof ChoiceAnswer>;

/**
 * PATCH a chosen photo: sets its note, as PATCH photo does. `note_before` is the note that the edit is based on; it can
 * be longer where it joins a photo's note and an earlier note of the choice. If another note was saved first, the API
 * responds 409 with the choice in `details.current`.
 */
export const NoteChoice = z.strictObject({
  note: text('A note', limits.note),
  note_before: text('A note', 2 * limits.note + 1),
});
export type NoteChoice = z.infer<typeof NoteChoice>;

/** The selection and the choice after a change of the choice's note. */
export const NotedChoice = z.object({ selection: Selection, choice: Choice, left_count: z.number().int() });
export type NotedChoice = z.infer<typeof NotedChoice>;

/**
 * POST submit. `round`: `round` of the selection + 1, so that a repeated request submits once. `revision`: the revision
 * that the client has reviewed. If anything changed in the meantime, the API responds 409 with the selection in
 * `details.current`. It responds the same when the photos to submit differ from `reviewed_ids`, because the studio has
 * hidden a photo or shown one again, and when their notes differ. Prices and totals are computed by the server;
 * anything else in the body is ignored.
 */
export const SubmitSelection = z.object({
  round: z.number().int().min(1),
  revision: z.number().int().nonnegative(),
  /**
   * The photos that the client has seen in the selection; missing from pages that were loaded before this field
   * existed.
   */
  reviewed_ids: z.array(Id).max(limits.selectionPhotos).optional(),
  /**
   * `hashNotes` of the notes that the client has seen; missing from pages that were loaded before this field existed.
   */
  notes_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  words: optionalText('Words to the studio', limits.quoteNotes),
});
export type SubmitSelection = z.infer<typeof SubmitSelection>;

/**
 * POST change-request by the client: asks the studio to open a submitted selection again. `round`: the submit that the
 * client sees; if the selection was opened in the meantime, the API responds 409 with it in `details.current`. A round
 * can be asked for once: a repeated request changes nothing.
 */
export const AskForChange = z.strictObject({
  round: z.number().int().min(1),
  words: optionalText('Words to the studio', limits.quoteNotes),
});
export type AskForChange = z.infer<typeof AskForChange>;

/**
 * The file of a photo at the time of the choice. `file_name`: the name of that file, for the studio; clients know a
 * photo by one name. `is_current`: no other file has replaced it.
 */
export const ChosenVersion = z.object({ stage: Stage, file_name: z.string(), is_current: z.boolean() });
export type ChosenVersion = z.infer<typeof ChosenVersion>;

/**
 * GET a round: the photos of one submit, with their notes as submitted; the client gets only photos that they can see
 * now. `note_now` is the present note where the client has changed it. `version` is null for rounds from before it was
 * stored; its `is_current` is false for a deleted photo.
 */
export const RoundDetails = SubmittedRound.extend({
  photos: z.array(
    z.object({
      photo_id: Id,
      file_name: z.string(),
      note: z.string(),
      note_now: z.string().nullable(),
      version: ChosenVersion.nullable(),
      photo: GalleryPhoto.nullable(),
    }),
  ),
});
export type RoundDetails = z.infer<typeof RoundDetails>;

/** A selection as the studio sees it. */
export const StudioSelection = Selection.omit({ standing: true }).extend({ version: Version });
export type StudioSelection = z.infer<typeof StudioSelection>;

/** GET a session's selections by the studio, the oldest first. */
export const StudioSelections = z.object({
  items: z.array(StudioSelection),
  /** Deleted selections, which can be restored until the session is erased. */
  deleted: z.array(StudioSelection),
  damaged: z.array(z.string()).optional(),
});
export type StudioSelections = z.infer<typeof StudioSelections>;

/** GET selection by the studio: the selection as the client sees it now, also before the submit. */
export const StudioSelectionDetails = StudioSelection.extend({
  ...SelectionDetails.pick({ choices: true, photos: true, left_count: true, rounds: true }).shape,
  quote: StudioQuote.nullable(),
  /** Present for staff once a quote of the selection was decided: only admins can change its numbers and prices. */
  keeps_prices: z.literal(true).optional(),
});
export type StudioSelectionDetails = z.infer<typeof StudioSelectionDetails>;

/** Returns which file of a photo was chosen: 'Proof', or 'Chosen as proof, replaced since'. */
export function sayVersion({ stage, is_current }: Pick<ChosenVersion, 'stage' | 'is_current'>): string {
  if (!is_current) return `Chosen as ${stage === 'proof' ? 'proof' : 'finished photo'}, replaced since`;
  return stage === 'proof' ? 'Proof' : 'Finished photo';
}

/** Returns the progress of a choice: '27 of 30 chosen · 3 left', or '33 chosen · 3 extra × $15 = $45'. */
export function sayChosen(terms: ChoiceTerms, chosen: number, currency: Currency): string {
  const extra = extraOf(terms, chosen);
  return sayChosenCount(terms, chosen) + (extra ? ` · ${sayExtra(extra, currency)}` : '');
}

type ChoiceTerms = Pick<Selection, 'included' | 'extra_cents'>;

/** Returns the progress of a choice without the price of further photos: '27 of 30 chosen · 3 left', or '33 chosen'. */
export function sayChosenCount({ included, extra_cents }: ChoiceTerms, chosen: number): string {
  if (chosen > included) {
    return extra_cents === null
      ? `${chosen} of ${included} chosen · ${chosen - included} too many`
      : `${chosen} chosen`;
  }
  return included === 0 ? '0 chosen' : `${chosen} of ${included} chosen · ${included - chosen} left`;
}

/** Returns the size of a choice that can't change, because it is submitted or its time is over: '27 of 30 chosen'. */
export function saySubmitted(choice: ChoiceTerms & Pick<Selection, 'chosen_count'>, currency: Currency): string {
  const { included, chosen_count } = choice;
  return chosen_count <= included && included > 0
    ? `${chosen_count} of ${included} chosen`
    : sayChosen(choice, chosen_count, currency);
}

/** Returns why no further photo can be chosen. The studio may have lowered `most` below the number of chosen photos. */
export function sayFull({ most, chosen_count }: Pick<Selection, 'most' | 'chosen_count'>): string {
  const over = chosen_count - most;
  return over > 0
    ? `At most ${formatCounted(most, 'photo')} can be chosen now, and ${formatCount(chosen_count)} are. Give up ${formatCount(over + 1)} to choose another.`
    : `At most ${formatCounted(most, 'photo')} can be chosen. Give up one to choose another.`;
}

/** Returns why a selection accepts no changes; undefined while it is open. */
export function sayClosed({ state, ends_on }: Pick<Selection, 'state' | 'ends_on'>): string | undefined {
  if (state === 'open') return undefined;
  if (state === 'closed') return 'The studio has closed this selection.';
  if (state === 'submitted') {
    return 'Your choice is with the studio. Ask the studio to open it again if you want to change it.';
  }
  return ends_on === null
    ? 'The time to choose is over. Ask the studio for more time.'
    : `The last day to choose was ${calendarDate(ends_on)}. Ask the studio for more time.`;
}
