import { queryOptions } from '@tanstack/react-query';
import type { ApplyPreset, CreatePreset, EditPreset, Preset } from '#shared/contract/sessions/presets.ts';
import { browserStorage } from '../../../lib/browser/storage.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

/** All presets, by name. */
export const presetsQuery = queryOptions({
  queryKey: ['presets'],
  queryFn: () => answerOf(adminApi.presets.$get()),
});

export const createPreset = (json: CreatePreset) => answerOf(adminApi.presets.$post({ json }));

export const editPreset = (preset: string, json: EditPreset) =>
  answerOf(adminApi.presets[':preset'].$patch({ param: { preset }, json }));

export const deletePreset = ({ id, version }: Preset) =>
  answerOf(adminApi.presets[':preset'].$delete({ param: { preset: id }, query: { version: String(version) } }));

/** Gives a session the settings of a preset. */
export const applyPreset = (session: string, json: ApplyPreset) =>
  answerOf(adminApi.sessions[':session'].preset.$post({ param: { session }, json }));

const lastUsedKey = 'last-preset';

/** Remembers the preset that was used last in this browser. */
export const keepLastUsed = (preset: string) => browserStorage.set(lastUsedKey, preset);

/** Returns the presets with the one that was used last in this browser before the others. */
export function lastUsedFirst(presets: Preset[]): Preset[] {
  const last = browserStorage.get(lastUsedKey);
  return presets.toSorted((first, second) => Number(second.id === last) - Number(first.id === last));
}
