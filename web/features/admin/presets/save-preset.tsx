import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import {
  PresetName,
  type PresetSetting,
  type PresetSettings,
  presetSettings,
} from '#shared/contract/sessions/presets.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { CheckboxField, TextField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { selectionsQuery } from '../selections/api.ts';
import { createPreset, presetsQuery } from './api.ts';
import { sayValue, settingNames } from './preset-words.ts';
import { isUsual, savableSettings } from './savable-settings.ts';
import { SelectionsStatus } from './selections-status.tsx';

/** Dialog that saves a session's settings as a preset: its name, and which settings go in. */
export default function SavePresetDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const selections = useQuery(selectionsQuery(session.id));
  const isStaff = useIsStaff();
  return (
    <Dialog title="Save as preset" onClose={onClose}>
      {selections.data ? (
        <SaveForm
          session={session.id}
          settings={savableSettings(session, selections.data.items, { maySetAllowance: !isStaff })}
          onClose={onClose}
        />
      ) : (
        <SelectionsStatus query={selections} />
      )}
    </Dialog>
  );
}

/** The form's values: the name, and whether each setting goes in. */
const Typed = z
  .object({ name: PresetName, ...Object.fromEntries(presetSettings.map((name) => [name, z.boolean().optional()])) })
  .superRefine((typed, context) => {
    if (chosenOf(typed).length > 0) return;
    context.addIssue({ code: 'custom', path: ['settings'], message: noneChosen });
  });

const noneChosen = 'Choose at least one setting.';

/** Returns the names of the settings that go in. */
const chosenOf = (typed: object): PresetSetting[] =>
  presetSettings.filter((name) => (typed as Partial<Record<PresetSetting, boolean>>)[name]);

function SaveForm({ session, settings, onClose }: { session: string; settings: PresetSettings; onClose: () => void }) {
  const queries = useQueryClient();
  const names = presetSettings.filter((name) => settings[name] !== undefined);
  return (
    <KeptForm
      draft={`new preset of ${session}`}
      schema={Typed}
      defaultValues={{ name: '', ...Object.fromEntries(names.map((name) => [name, !isUsual(name, settings)])) }}
      describe={(error) => `The preset was not saved. ${messageOf(error)}`}
      describeInvalid={(typed) => (chosenOf(typed).length > 0 ? undefined : noneChosen)}
      onSubmit={async (typed) => {
        const chosenSettings = Object.fromEntries(chosenOf(typed).map((name) => [name, settings[name]]));
        await createPreset({ name: typed.name, settings: chosenSettings });
        await queries.invalidateQueries({ queryKey: presetsQuery.queryKey });
        onClose();
      }}
    >
      <TextField name="name" label="Name" autoComplete="off" hint="Only the studio sees it, for example: Wedding" />
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-sm font-semibold">Settings that go in</legend>
        {names.map((name) => (
          <SettingField key={name} name={name} settings={settings} />
        ))}
      </fieldset>
      <AdminsOnly act="change how many photos a client may download" />
      <DialogActions onClose={onClose}>Save preset</DialogActions>
    </KeptForm>
  );
}

function SettingField({ name, settings }: { name: PresetSetting; settings: PresetSettings }) {
  const currency = useCurrency();
  const isChosen = useWatch({ name });
  return (
    <div className={isChosen ? '' : 'text-mute'}>
      <CheckboxField
        name={name}
        label={settingNames[name]}
        hint={<span className="line-clamp-2 [overflow-wrap:anywhere]">{sayValue(name, settings[name], currency)}</span>}
      />
    </div>
  );
}
