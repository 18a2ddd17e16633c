import { DownloadSize } from '#shared/contract/photos/photos.ts';
import type { StudioSelection } from '#shared/contract/selections.ts';
import type { PresetSelection, PresetSetting, PresetSettings } from '#shared/contract/sessions/presets.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { today } from '#shared/time/studio-time.ts';
import { settingsOf } from './preset-words.ts';

/**
 * Returns the settings of a session that a preset can have: without chapters or a selection where it has none, without
 * an order by hand, and without the download limit for who may not set it.
 */
export function savableSettings(
  session: SessionDetails,
  selections: StudioSelection[],
  { maySetAllowance }: { maySetAllowance: boolean },
): PresetSettings {
  const { chapters, photo_order, download_allowance, ...settings } = settingsOf(session);
  // The last one that is not closed, or else the last one.
  const selection = selections.findLast(({ state }) => state !== 'closed') ?? selections.at(-1);
  return {
    ...settings,
    open_days: daysOf(session, limits.galleryDays),
    ...(chapters && chapters.length > 0 && { chapters }),
    ...(photo_order && photo_order !== 'custom' && { photo_order }),
    ...(maySetAllowance && { download_allowance }),
    ...(selection && { selection: termsOf(selection) }),
  };
}

function termsOf({ name, included, extra_cents, minimum, client_words, ...dates }: StudioSelection): PresetSelection {
  return { name, included, extra_cents, minimum, client_words, days: daysOf(dates, limits.selectionDays) };
}

/** Returns how many days after its creation a session or selection ends; null for one without a last day. */
function daysOf({ ends_on, created_at }: Pick<StudioSelection, 'ends_on' | 'created_at'>, most: number): number | null {
  if (ends_on === null) return null;
  const days = Math.round((Date.parse(ends_on) - Date.parse(today(new Date(created_at)))) / 86_400_000);
  return Math.min(most, Math.max(1, days));
}

/** The values of a new session without a preset. */
const usual: PresetSettings = {
  photo_order: 'captured',
  time_zone: null,
  open_days: null,
  client_words: '',
  download_allowance: null,
  client_may_share: false,
  watermark: null,
};

/** Whether a setting has the value of every new session, so that a preset need not have it. */
export const isUsual = (name: PresetSetting, settings: PresetSettings): boolean =>
  name === 'download_sizes'
    ? settings.download_sizes?.length === DownloadSize.options.length
    : usual[name] === settings[name];
