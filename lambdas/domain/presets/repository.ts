import * as z from 'zod';
import { Preset } from '#shared/contract/sessions/presets.ts';
import { table, type Write } from '../../platform/table.ts';

/**
 * A preset, in the table of the studio's settings, as `preset#{id}`. The row `presets` lists all of them by name: each
 * write of a preset changes it in the same transaction, which keeps names unique and the number of presets limited.
 */
const PresetRow = Preset.extend({ id: z.string() });
const ListRow = z.object({
  id: z.literal('presets'),
  entries: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Incremented by every change of the entries. */
  version: z.number(),
});

/** The names of all presets; `version` is undefined until the first preset is created. */
export interface PresetList {
  entries: { id: string; name: string }[];
  version: number | undefined;
}

const byId = { key: ['id'] } as const;
const presets = table('SETTINGS_TABLE', byId, PresetRow);
const lists = table('SETTINGS_TABLE', byId, ListRow);

const prefix = 'preset#';
const keyOf = (id: string) => ({ id: `${prefix}${id}` });
const listKey = { id: 'presets' } as const;

const toPreset = ({ id, ...row }: z.infer<typeof PresetRow>): Preset => ({ ...row, id: id.slice(prefix.length) });

/** Returns the names of all presets; strongly consistent. */
export async function readPresetList(): Promise<PresetList> {
  const row = await lists.get(listKey, { consistent: true });
  return row ?? { entries: [], version: undefined };
}

/** Returns the listed presets that can be read, in the order of the list. */
export async function readPresets({ entries }: PresetList): Promise<Preset[]> {
  const keys = entries.map(({ id }) => keyOf(id));
  return (await presets.getMany(keys, { consistent: true, leaveOutDamaged: true })).map(toPreset);
}

/** Returns a preset; strongly consistent. */
export async function readPreset(id: string): Promise<Preset | undefined> {
  const row = await presets.get(keyOf(id), { consistent: true });
  return row && toPreset(row);
}

/** Returns the write that changes the list of presets; it fails when another request has changed it since it was read. */
export const changePresetList = ({ version }: PresetList, entries: PresetList['entries']): Write =>
  version === undefined
    ? lists.insert({ ...listKey, entries, version: 0 })
    : lists.change(listKey, { set: { entries, version: version + 1 } }, { where: { version } });

export const insertPreset = (preset: Preset): Write => presets.insert({ ...preset, ...keyOf(preset.id) });

/** Returns the write that changes a preset; it fails when the preset is no longer in the version that was read. */
export const changePreset = ({ id, version }: Preset, set: Pick<Preset, 'name' | 'settings'>): Write =>
  presets.change(keyOf(id), { set: { ...set, version: version + 1 } }, { where: { version } });

/** Returns the write that deletes a preset; it fails when the preset is no longer in the version that was read. */
export const erasePreset = ({ id, version }: Preset): Write => presets.delete(keyOf(id), { where: { version } });
