import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { presetSettings } from '#shared/contract/sessions/presets.ts';
import { SelectField } from '../../../ui/fields/form.tsx';
import { lastUsedFirst, presetsQuery } from './api.ts';
import { SettingList } from './setting-list.tsx';

/** The choice of a preset for a new session, with what it sets; nothing while the studio has no preset. */
export function PresetField() {
  const presets = useQuery(presetsQuery).data?.items ?? [];
  const chosen = useWatch<{ preset_id?: string }, 'preset_id'>({ name: 'preset_id' });
  if (presets.length === 0) return null;
  const preset = presets.find(({ id }) => id === chosen);
  return (
    <div className="flex flex-col gap-3">
      <SelectField name="preset_id" label="Preset (optional)">
        <option value="">None</option>
        {lastUsedFirst(presets).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {preset && <SettingList settings={preset.settings} names={presetSettings} />}
    </div>
  );
}
