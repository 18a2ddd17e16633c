import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { type Preset, presetSettings } from '#shared/contract/sessions/presets.ts';
import { SelectField } from '../../../ui/fields/form.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { lastUsedFirst, presetsQuery } from './api.ts';
import { SettingList } from './setting-list.tsx';

/** The choice of a preset for a new session, with what it sets; nothing for a studio without presets. */
export function PresetField() {
  const query = useQuery(presetsQuery);
  const chosen = useWatch<{ preset_id?: string }, 'preset_id'>({ name: 'preset_id' });
  if (!query.data) return <QueryStatus query={query} failed="The presets could not be loaded." />;
  const presets = query.data.items;
  const preset = presets.find(({ id }) => id === chosen);
  const options: Pick<Preset, 'id' | 'name'>[] = lastUsedFirst(presets);
  // Somebody may have deleted the chosen preset. Its option stays, because without it the field would show ‘None’.
  if (chosen && !preset) options.push({ id: chosen, name: 'Deleted' });
  if (options.length === 0) return null;
  return (
    <div className="flex flex-col gap-3">
      <SelectField name="preset_id" label="Preset (optional)">
        <option value="">None</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {preset && <SettingList settings={preset.settings} names={presetSettings} />}
    </div>
  );
}
