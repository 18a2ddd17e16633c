import type { CreatePreset, EditPreset, Preset, PresetSettings, Presets } from '#shared/contract/sessions/presets.ts';
import { limits } from '#shared/limits.ts';
import { fold } from '#shared/text/fold.ts';
import { type Admin, requireAdmin } from '../../platform/auth.ts';
import { retryOnConflict } from '../../platform/conflicts.ts';
import { StudioError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transact, type Write } from '../../platform/table.ts';
import {
  changePreset,
  changePresetList,
  erasePreset,
  insertPreset,
  type PresetList,
  readPreset,
  readPresetList,
  readPresets,
} from './repository.ts';

/** Returns all presets, by name. */
export async function listPresets(_actor: Admin): Promise<Presets> {
  const list = await readPresetList();
  const items = await readPresets(list);
  const readIds = new Set(items.map(({ id }) => id));
  const damaged = list.entries.flatMap(({ id }) => (readIds.has(id) ? [] : [`preset#${id}`]));
  return { items: items.toSorted(byName), ...(damaged.length > 0 && { damaged }) };
}

const byName = (first: Preset, second: Preset) => first.name.localeCompare(second.name, 'en-US', { numeric: true });

/**
 * Creates a preset.
 * @throws StudioError NAME_TAKEN; INVALID when there is the largest number of presets; FORBIDDEN for staff and a preset with a download limit
 */
export async function createPreset(actor: Admin, { name, settings }: CreatePreset): Promise<Preset> {
  requireSameAllowance(actor, {}, settings);
  const preset: Preset = { id: newId(), name, settings, version: 0 };
  await retryOnConflict(async () => {
    const list = await readPresetList();
    if (list.entries.length >= limits.presets) {
      throw new StudioError('INVALID', `There can be ${limits.presets} presets. Delete one first.`);
    }
    requireFreeName(list, preset);
    await transact([changePresetList(list, [...list.entries, entryOf(preset)]), insertPreset(preset)]);
  });
  return preset;
}

/**
 * Renames a preset or replaces its settings.
 * @throws StudioError NOT_FOUND; CHANGED_MEANWHILE with the current preset in `details.current`; NAME_TAKEN; FORBIDDEN for staff who change its download limit
 */
export async function editPreset(actor: Admin, id: string, { version, ...edit }: EditPreset): Promise<Preset> {
  const edited = await retryOnConflict(async () => {
    const preset = await readPreset(id);
    if (preset?.version !== version) return undefined;
    const { name = preset.name, settings = preset.settings } = edit;
    requireSameAllowance(actor, preset.settings, settings);
    const after = { ...preset, name, settings, version: version + 1 };
    await transact([changePreset(preset, { name, settings }), ...(name === preset.name ? [] : [await renamed(after)])]);
    return after;
  });
  if (!edited) throw await changedMeanwhile(id);
  return edited;
}

/**
 * Returns the write that lists a preset under its new name.
 * @throws StudioError NAME_TAKEN
 */
async function renamed(preset: Preset): Promise<Write> {
  const list = await readPresetList();
  requireFreeName(list, preset);
  return changePresetList(
    list,
    list.entries.map((entry) => (entry.id === preset.id ? entryOf(preset) : entry)),
  );
}

/**
 * Deletes a preset. Sessions that were given its settings keep them.
 * @throws StudioError FORBIDDEN for staff; NOT_FOUND; CHANGED_MEANWHILE with the current preset in `details.current`
 */
export async function deletePreset(actor: Admin, id: string, version: number): Promise<void> {
  requireAdmin(actor, 'delete presets');
  const isDeleted = await retryOnConflict(async () => {
    const preset = await readPreset(id);
    if (preset?.version !== version) return false;
    const list = await readPresetList();
    const entries = list.entries.filter((entry) => entry.id !== id);
    await transact([erasePreset(preset), changePresetList(list, entries)]);
    return true;
  });
  if (!isDeleted) throw await changedMeanwhile(id);
}

const entryOf = ({ id, name }: Preset) => ({ id, name });

/** Returns the error for a request that is based on an earlier version of a preset. */
async function changedMeanwhile(id: string): Promise<Error> {
  const current = await readPreset(id);
  return current
    ? new StudioError('CHANGED_MEANWHILE', undefined, { details: { current } })
    : new StudioError('NOT_FOUND');
}

function requireFreeName({ entries }: PresetList, { id, name }: Preset): void {
  const taken = entries.find((entry) => entry.id !== id && fold(entry.name) === fold(name));
  if (!taken) return;
  const message = `There is a preset “${taken.name}” already. Choose another name.`;
  throw new StudioError('NAME_TAKEN', undefined, { fields: { name: message } });
}

/**
 * Checks that staff neither add, change nor remove the download limit of a preset, because sessions are created with
 * it.
 * @throws StudioError FORBIDDEN for staff
 */
function requireSameAllowance(actor: Admin, before: PresetSettings, after: PresetSettings): void {
  if (before.download_allowance === after.download_allowance) return;
  requireAdmin(actor, 'change how many photos a client may download');
}
