import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { unreachableTerm } from '#shared/selections/unreachable-term.ts';
import { fold } from '#shared/text/fold.ts';
import { Id, required, Version } from '../fields.ts';
import { OpenSelection } from '../selections.ts';
import { isSeen, unseenWords, Watermark } from '../watermarks.ts';
import { ChapterName, EditSession, NaturalOrder, TimeZone } from './sessions.ts';

const daysRule = `Please enter a whole number of days from 1 to ${limits.selectionDays}, or leave this empty.`;
const openDaysRule = `Please enter a whole number of days from 1 to ${limits.galleryDays.toLocaleString('en-US')}, or leave this empty.`;

/**
 * The terms of a selection that a preset opens. `days`: the number of days after the opening until its last day; null:
 * it has no last day.
 */
export const PresetSelection = z
  .strictObject({
    ...OpenSelection.omit({ ends_on: true, tells_client: true }).shape,
    days: z.number(daysRule).int(daysRule).min(1, daysRule).max(limits.selectionDays, daysRule).nullable(),
  })
  .superRefine((terms, context) => {
    const unreachable = unreachableTerm(terms);
    if (unreachable) context.addIssue({ code: 'custom', path: [unreachable.name], message: unreachable.message });
  });
export type PresetSelection = z.infer<typeof PresetSelection>;

/** The names of chapters in their order. Each name stands once, compared without case and accents. */
const PresetChapters = z
  .array(ChapterName)
  .min(1, 'Enter the name of a chapter.')
  .max(limits.chaptersPerSession, `A session can have at most ${limits.chaptersPerSession} chapters.`)
  .refine((names) => new Set(names.map(fold)).size === names.length, 'Name each chapter once.');

/**
 * The settings of a session that a preset has. A missing setting is no part of the preset and stays as it is in a
 * session; an empty or null one is a value, such as no watermark.
 */
const Settings = z.strictObject({
  chapters: PresetChapters.optional(),
  photo_order: NaturalOrder.optional(),
  /** Null: the studio's. */
  time_zone: TimeZone.nullable().optional(),
  /**
   * How many days the gallery stays open, counted from the day on which the session is created or gets the preset, so
   * that the session has a date of its own from then on. Null: it never ends.
   */
  open_days: z
    .number(openDaysRule)
    .int(openDaysRule)
    .min(1, openDaysRule)
    .max(limits.galleryDays, openDaysRule)
    .nullable()
    .optional(),
  ...EditSession.pick({
    client_words: true,
    download_sizes: true,
    download_allowance: true,
    client_may_share: true,
  }).shape,
  /** Null: no watermark. */
  watermark: Watermark.nullable().optional(),
  selection: PresetSelection.optional(),
});
export type PresetSettings = z.infer<typeof Settings>;
export type PresetSetting = keyof PresetSettings;

/** Every setting that a preset can have, in the order in which screens show them. */
export const presetSettings = Object.keys(Settings.shape) as PresetSetting[];

export const PresetName = required('A name', limits.presetName);

/** The settings of a preset as they are saved: at least one, and a watermark that can be seen. */
export const PresetSettings = Settings.superRefine(({ watermark, ...others }, context) => {
  if (watermark && !isSeen(watermark)) {
    context.addIssue({ code: 'custom', path: ['watermark'], message: unseenWords });
  }
  if ([watermark, ...Object.values(others)].every((value) => value === undefined)) {
    context.addIssue({ code: 'custom', message: 'Choose at least one setting.' });
  }
});

/** A named set of a session's settings. */
export const Preset = z.object({ id: Id, name: z.string(), settings: Settings, version: Version });
export type Preset = z.infer<typeof Preset>;

/** GET presets, by name; `damaged`: ids of rows that can't be read, missing where all can. */
export const Presets = z.object({ items: z.array(Preset), damaged: z.array(z.string()).optional() });
export type Presets = z.infer<typeof Presets>;

/** POST presets. No two presets have the same name, compared without case and accents. */
export const CreatePreset = z.strictObject({ name: PresetName, settings: PresetSettings });
export type CreatePreset = z.infer<typeof CreatePreset>;

/** PATCH preset: fields left out stay unchanged; `settings` replaces all settings. */
export const EditPreset = z.strictObject({
  name: PresetName.optional(),
  settings: PresetSettings.optional(),
  version: Version,
});
export type EditPreset = z.infer<typeof EditPreset>;

/**
 * POST session/preset: gives a session the settings of a preset. `version`, `preset_version` and `opens_selection` are
 * what the studio has seen: the session's version, the preset's, and whether a selection is to be opened. If one of
 * them has changed since, the API responds 409 with the session in `details.current`, and nothing is changed.
 */
export const ApplyPreset = z.strictObject({
  preset_id: Id,
  preset_version: Version,
  opens_selection: z.boolean(),
  version: Version,
});
export type ApplyPreset = z.infer<typeof ApplyPreset>;
