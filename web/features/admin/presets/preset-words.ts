import { DownloadSize } from '#shared/contract/photos/photos.ts';
import {
  type PresetSelection,
  type PresetSetting,
  type PresetSettings,
  presetSettings,
} from '#shared/contract/sessions/presets.ts';
import type { PhotoOrder } from '#shared/contract/sessions/sessions.ts';
import { type Currency, formatPrice } from '#shared/money/currency.ts';
import type { LeftOut, PresetChanges, PresetTarget } from '#shared/presets/preset-changes.ts';
import { defaultCurrency } from '#shared/studio.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { orders } from '../sessions/grid/orders.ts';
import { sizeNames } from '../sessions/settings/size-names.ts';

/** The names of the settings that a preset can have. */
export const settingNames: Record<PresetSetting, string> = {
  chapters: 'Chapters',
  photo_order: 'Order of the photos',
  time_zone: 'Time zone',
  open_days: 'End of the gallery',
  client_words: 'Words for the client',
  download_sizes: 'Download sizes',
  download_allowance: 'Download limit',
  client_may_share: 'Sharing by the client',
  watermark: 'Watermark on proofs',
  selection: 'Selection',
};

/** The settings of a session or of a preset, of which each has its words. */
export type Values = Omit<PresetSettings, 'photo_order'> & { photo_order?: PhotoOrder | undefined };

/** Returns the value of each setting as a text. */
const words: { [Name in PresetSetting]: (value: NonNullable<Values[Name]> | null, currency: Currency) => string } = {
  chapters: (names) => (names?.length ? names.map(isolated).join(', ') : 'none'),
  photo_order: (order) => (order === null ? 'none' : orders[order]),
  time_zone: (zone) => zone?.replaceAll('_', ' ') ?? 'the studio’s',
  open_days: (days) => (days === null ? 'none' : `${formatCounted(days, 'day')} after a session gets the preset`),
  client_words: (text) => (text ? `“${isolated(text)}”` : 'none'),
  download_sizes: sayDownloadSizes,
  download_allowance: (count) => (count === null ? 'all photos' : formatCounted(count, 'photo')),
  client_may_share: (isAllowed) => (isAllowed ? 'allowed' : 'not allowed'),
  watermark: (watermark) =>
    watermark ? `“${isolated(watermark.text)}”, ${watermark.size}, ${watermark.opacity}%` : 'none',
  selection: (terms, currency) => (terms ? saySelection(terms, currency) : 'none is opened'),
};

/** Returns the value of a setting as a text; a missing value is said like null. */
export const sayValue = (name: PresetSetting, value: Values[PresetSetting], currency: Currency): string =>
  words[name]((value ?? null) as never, currency);

function sayDownloadSizes(sizes: DownloadSize[] | null): string {
  if (!sizes?.length) return 'none';
  if (sizes.length === DownloadSize.options.length) return 'all sizes';
  return DownloadSize.options.flatMap((size) => (sizes.includes(size) ? [sizeNames[size]] : [])).join('; ');
}

/** Returns the terms of a selection that is opened: '“Album”: 30 photos, $15 each further one, for 14 days'. */
function saySelection({ name, included, extra_cents, minimum, days }: PresetSelection, currency: Currency): string {
  const further = extra_cents === null ? 'no further ones' : `each further one ${formatPrice(extra_cents, currency)}`;
  const least = minimum > 0 ? [`at least ${minimum}`] : [];
  const end = days === null ? [] : [`for ${formatCounted(days, 'day')}`];
  return `“${isolated(name)}”: ${[formatCounted(included, 'photo'), further, ...least, ...end].join(', ')}`;
}

/** One setting that a preset changes, before and after. */
export interface ChangedSetting {
  name: PresetSetting;
  before: string;
  after: string;
}

/** Returns what a preset changes in a session, one line for each setting, in the order of the settings. */
export function changedSettings(
  session: PresetTarget,
  { edit, selection }: Pick<PresetChanges, 'edit' | 'selection'>,
  currency: Currency,
): ChangedSetting[] {
  const now = settingsOf(session);
  const { chapters, ends_on: _, ...others } = edit;
  const after: Values = {
    ...others,
    ...(chapters && { chapters: chapters.map(({ name }) => name) }),
    ...(selection && { selection }),
  };
  const end = edit.ends_on;
  return presetSettings.flatMap((name): ChangedSetting[] => {
    if (name === 'open_days') {
      return end === undefined ? [] : [{ name, before: sayLastDay(session.ends_on), after: sayLastDay(end) }];
    }
    return after[name] === undefined
      ? []
      : [{ name, before: sayValue(name, now[name], currency), after: sayValue(name, after[name], currency) }];
  });
}

/** Returns a session's last day, which a preset sets by a number of days. */
const sayLastDay = (day: string | null) => (day === null ? 'none' : `last day ${calendarDate(day)}`);

/** Returns the names of the settings in which two states of a session differ. */
export function differingNames(one: PresetTarget, other: PresetTarget): string[] {
  const [first, second] = [settingsOf(one), settingsOf(other)];
  return presetSettings
    .filter((name) =>
      name === 'open_days'
        ? one.ends_on !== other.ends_on
        : sayValue(name, first[name], defaultCurrency) !== sayValue(name, second[name], defaultCurrency),
    )
    .map((name) => settingNames[name]);
}

/** Returns a session's settings as a preset has them, without its end and without a selection. */
export const settingsOf = ({ chapters, watermark, time_zone, ...session }: PresetTarget): Values => ({
  chapters: chapters.map(({ name }) => name),
  photo_order: session.photo_order,
  time_zone: time_zone ?? null,
  client_words: session.client_words,
  download_sizes: session.download_sizes,
  download_allowance: session.download_allowance,
  client_may_share: session.client_may_share,
  watermark: watermark ?? null,
});

/** Why a setting of the preset stays as it is in the session. */
export const leftOutWords: Record<LeftOut, string> = {
  photo_order: 'The order of the photos stays: photos of this session are placed by hand.',
  download_allowance: 'The download limit stays: only admins can change how many photos a client may download.',
  selection: 'No selection is opened: this session has one that is not closed.',
  chapters: 'Not all chapters are added: the session has no room for more.',
};
