import type { PresetSetting, PresetSettings } from '#shared/contract/sessions/presets.ts';
import { useCurrency } from '../../../ui/content.tsx';
import { sayValue, settingNames } from './preset-words.ts';

/** The settings of a preset with their values, in the order of `names`. */
export function SettingList({ settings, names }: { settings: PresetSettings; names: readonly PresetSetting[] }) {
  const currency = useCurrency();
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[minmax(9rem,auto)_1fr]">
      {names
        .filter((name) => settings[name] !== undefined)
        .map((name) => (
          <div key={name} className="contents">
            <dt className="text-mute max-sm:mt-1">{settingNames[name]}</dt>
            <dd className="line-clamp-3 whitespace-pre-line [overflow-wrap:anywhere]">
              {sayValue(name, settings[name], currency)}
            </dd>
          </div>
        ))}
    </dl>
  );
}
