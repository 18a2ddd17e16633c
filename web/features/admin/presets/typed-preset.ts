import * as z from 'zod';
import { DownloadSize } from '#shared/contract/photos/photos.ts';
import {
  CreatePreset,
  type Preset,
  type PresetSetting,
  type PresetSettings,
  presetSettings,
} from '#shared/contract/sessions/presets.ts';
import { NaturalOrder } from '#shared/contract/sessions/sessions.ts';
import type { Currency } from '#shared/money/currency.ts';
import { numberOf } from '#shared/text/typed-digits.ts';
import { emptyTerms, errorOfPrice, TypedTerms, termsOf, typedOf } from '../selections/terms-form.tsx';
import { allowanceOf } from '../sessions/settings/download-settings.tsx';
import { toSettings, toWatermark, WatermarkSettings } from '../sessions/settings/watermark-fields.tsx';

const Parts = z.object(
  Object.fromEntries(presetSettings.map((part) => [`has_${part}`, z.boolean()])) as Record<
    `has_${PresetSetting}`,
    z.ZodBoolean
  >,
);
const Values = z.object({
  ...Parts.shape,
  name: z.string(),
  /** One name a line. */
  chapters: z.string(),
  photo_order: NaturalOrder,
  /** '' for the studio's. */
  time_zone: z.string(),
  /** '' for no end. */
  open_days: z.string().trim(),
  client_words: z.string(),
  web: z.boolean(),
  print: z.boolean(),
  original: z.boolean(),
  /** '' for all photos. */
  download_allowance: z.string().trim(),
  client_may_share: z.boolean(),
  watermark: z.object(WatermarkSettings.shape),
  selection: TypedTerms.omit({ ends_on: true }).extend({
    name: z.string(),
    client_words: z.string(),
    days: z.string().trim(),
  }),
});
/** The values of a preset's form: for each setting whether it is part of the preset, and its value as typed. */
export type TypedPreset = z.infer<typeof Values>;

/** What a preset is typed with: the studio's name, the text of a watermark with the logo, and its currency. */
export interface StudioForPresets {
  studioName: string;
  currency: Currency;
}

/**
 * Returns the typed preset as it is sent, with values that the contract refuses where something wrong is typed.
 */
export function presetOf(
  typed: TypedPreset,
  { studioName, currency }: StudioForPresets,
): { name: string; settings: PresetSettings } {
  const { days, ...terms } = typed.selection;
  const { ends_on: _, ...selection } = termsOf({ ...terms, ends_on: '' }, currency);
  const values = {
    chapters: typed.chapters.split('\n').filter((line) => line.trim() !== ''),
    photo_order: typed.photo_order,
    time_zone: typed.time_zone === '' ? null : typed.time_zone,
    open_days: typed.open_days === '' ? null : numberOf(typed.open_days),
    client_words: typed.client_words,
    download_sizes: DownloadSize.options.filter((size) => typed[size]),
    download_allowance: allowanceOf(typed.download_allowance),
    client_may_share: typed.client_may_share,
    watermark: typed.watermark.is_on ? toWatermark(typed.watermark, studioName) : null,
    selection: { ...selection, days: days === '' ? null : numberOf(days) },
  };
  const parts = presetSettings.filter((part) => typed[`has_${part}`]);
  return {
    name: typed.name,
    settings: Object.fromEntries(parts.map((name) => [name, values[name]])) as PresetSettings,
  };
}

/** Returns the schema that checks the typed preset by the contract. */
export const presetSchema = (currency: Currency) =>
  Values.superRefine((typed, context) => {
    const price = typed.has_selection ? errorOfPrice(typed.selection, currency) : undefined;
    if (price) context.addIssue({ code: 'custom', path: ['selection', 'extra_cents'], message: price });
    // The name of a studio is a watermark that can be seen.
    const { error } = CreatePreset.safeParse(presetOf(typed, { studioName: 'Studio', currency }));
    for (const { path, message } of error?.issues ?? []) {
      const field = path[0] === 'settings' ? path.slice(1) : path;
      const isPrice = field.join('.') === 'selection.extra_cents';
      // The error of a preset without settings is at no field of its own, so it is shown at the first setting.
      if (field.length === 0) {
        context.addIssue({ code: 'custom', path: ['has_chapters'], message: 'Choose this or another setting.' });
      } else if (!isPrice) {
        // A list of names is one field.
        context.addIssue({ code: 'custom', path: field[0] === 'chapters' ? ['chapters'] : field, message });
      }
    }
  });

/** Returns a preset's values as its form shows them; a setting that is no part of it has the value of a new session. */
export function typedPreset({ name, settings }: Pick<Preset, 'name' | 'settings'>, currency: Currency): TypedPreset {
  const { selection, download_sizes = DownloadSize.options, download_allowance = null } = settings;
  const { ends_on: _, ...terms } = selection ? typedOf({ ...selection, ends_on: null }, currency) : emptyTerms;
  return {
    ...(Object.fromEntries(presetSettings.map((part) => [`has_${part}`, settings[part] !== undefined])) as z.infer<
      typeof Parts
    >),
    name,
    chapters: settings.chapters?.join('\n') ?? '',
    photo_order: settings.photo_order ?? 'captured',
    time_zone: settings.time_zone ?? '',
    open_days: settings.open_days == null ? '' : String(settings.open_days),
    client_words: settings.client_words ?? '',
    web: download_sizes.includes('web'),
    print: download_sizes.includes('print'),
    original: download_sizes.includes('original'),
    download_allowance: download_allowance === null ? '' : String(download_allowance),
    client_may_share: settings.client_may_share ?? false,
    watermark: toSettings(settings.watermark ?? undefined),
    selection: { ...terms, days: selection?.days == null ? '' : String(selection.days) },
  };
}
