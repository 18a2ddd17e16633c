import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type Preset, presetSettings } from '#shared/contract/sessions/presets.ts';
import { limits } from '#shared/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmAct } from '../../../ui/layers/confirm-act.tsx';
import { useFocusAfterRemoval } from '../../../ui/navigation/focus-after-removal.ts';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { DamagedRows } from '../damaged-rows.tsx';
import { useIsStaff } from '../is-staff.ts';
import { deletePreset, presetsQuery } from './api.ts';
import { settingNames } from './preset-words.ts';

// Loaded on demand, because it has the fields of every setting.
const PresetDialog = lazy(() => import('./preset-dialog.tsx'));

/** The section 'Presets' of the settings: all presets, which can be added, edited and deleted. */
export function Presets() {
  const presets = useQuery(presetsQuery);
  const isStaff = useIsStaff();
  const [edited, setEdited] = useState<Preset | 'new'>();
  const [deletedId, setDeletedId] = useState<string>();
  useFocusAfterRemoval();
  const items = presets.data?.items ?? [];
  const deleted = items.find(({ id }) => id === deletedId);
  const isFull = items.length >= limits.presets;
  return (
    <section id="presets" aria-labelledby="presets-heading" className="mt-14 max-w-xl border-t border-line pt-8">
      <h2 id="presets-heading" className="font-display text-lg">
        Presets
      </h2>
      <p className="mt-2 text-sm text-mute">
        A preset is a named set of a session’s settings. Choose one when you create a session, or apply it later.
      </p>
      <QueryStatus query={presets} loading="Loading presets..." lines={2} failed="The presets could not be loaded." />
      {presets.data && <DamagedRows pages={[presets.data]} list="presets" />}
      {items.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {items.map((preset) => (
            <li
              key={preset.id}
              className="flex flex-wrap items-center gap-x-2 border-b border-line py-2.5 [overflow-wrap:anywhere]"
            >
              <div className="min-w-0 flex-1 max-sm:basis-full">
                <p dir="auto" className="font-semibold">
                  {preset.name}
                </p>
                <p className="text-sm text-mute">{sayParts(preset)}</p>
              </div>
              <div className="flex max-sm:-ml-3">
                <Button look="quiet" aria-label={`Edit ${preset.name}`} onClick={() => setEdited(preset)}>
                  Edit
                </Button>
                {!isStaff && (
                  <Button look="quiet" aria-label={`Delete ${preset.name}`} onClick={() => setDeletedId(preset.id)}>
                    Delete
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && <AdminsOnly act="delete presets" className="mt-2" />}
      {presets.data && (
        <Button look="secondary" className="mt-4" disabled={isFull} onClick={() => setEdited('new')}>
          New preset
        </Button>
      )}
      {isFull && <p className="mt-2 text-sm text-mute">There can be {limits.presets} presets.</p>}
      {edited && (
        <Suspense>
          <PresetDialog
            // A preset that somebody else has deleted stays open, so that nothing typed is lost.
            preset={edited === 'new' ? undefined : (items.find(({ id }) => id === edited.id) ?? edited)}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {deleted && <DeleteDialog preset={deleted} onClose={() => setDeletedId(undefined)} />}
    </section>
  );
}

/** Returns the names of the settings that are part of a preset. */
const sayParts = ({ settings }: Preset): string =>
  presetSettings
    .filter((name) => settings[name] !== undefined)
    .map((name) => settingNames[name])
    .join(' · ');

function DeleteDialog({ preset, onClose }: { preset: Preset; onClose: () => void }) {
  const queries = useQueryClient();
  const readAgain = () => queries.invalidateQueries({ queryKey: presetsQuery.queryKey });
  return (
    <ConfirmAct
      title={
        <>
          Delete the preset <bdi>{preset.name}</bdi>?
        </>
      }
      action="Delete preset"
      failed="The preset was not deleted."
      onConfirm={async () => {
        await deletePreset(preset);
        await readAgain();
      }}
      onFail={() => void readAgain()}
      onClose={onClose}
    >
      <p>It can’t be restored. Sessions that were given its settings keep them.</p>
    </ConfirmAct>
  );
}
