import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { type Preset, type PresetSetting, type Presets, presetSettings } from '#shared/contract/sessions/presets.ts';
import { NaturalOrder } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { studio } from '#shared/studio.ts';
import { zonesAt } from '#shared/time/time-zones.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../forms/edit-form.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { useCurrency, useStudio } from '../../../ui/content.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { optionOf } from '../clocks/clocks-state.tsx';
import { useIsStaff } from '../is-staff.ts';
import { FromPackage, TermFields } from '../selections/terms-form.tsx';
import { orders } from '../sessions/grid/orders.ts';
import { sizeNames } from '../sessions/settings/size-names.ts';
import { WatermarkFields, watermarkFields } from '../sessions/settings/watermark-fields.tsx';
import { createPreset, editPreset, presetsQuery } from './api.ts';
import { sayValue, settingNames } from './preset-words.ts';
import { presetOf, presetSchema, typedPreset } from './typed-preset.ts';

const labels: Record<string, string> = {
  name: 'Name',
  ...settingNames,
  ...sizeNames,
  ...Object.fromEntries(presetSettings.map((part) => [`has_${part}`, `${settingNames[part]}: part of the preset`])),
};

/**
 * Dialog that edits a preset, or makes one without a session.
 * @param preset undefined for a new one
 */
export default function PresetDialog({ preset, onClose }: { preset: Preset | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  const currency = useCurrency();
  const studio = { studioName: useStudio().name, currency };
  const describe = (error: unknown) => `The preset was not saved. ${messageOf(error)}`;
  if (!preset) {
    return (
      <Dialog title="New preset" onClose={onClose}>
        <KeptForm
          draft="new preset"
          schema={presetSchema(currency)}
          defaultValues={typedPreset({ name: '', settings: {} }, currency)}
          describe={describe}
          onSubmit={async (typed) => {
            await createPreset(presetOf(typed, studio));
            await queries.invalidateQueries({ queryKey: presetsQuery.queryKey });
            onClose();
          }}
        >
          <PresetFields />
          <DialogActions onClose={onClose}>Save preset</DialogActions>
        </KeptForm>
      </Dialog>
    );
  }
  return (
    <Dialog title="Edit preset" onClose={onClose}>
      <EditForm<Preset, ReturnType<typeof presetSchema>>
        schema={presetSchema(currency)}
        row={preset}
        valuesOf={(row) => typedPreset(row, currency)}
        labels={labels}
        wordsFor={(part, value) => {
          if (part !== 'watermark' && part !== 'selection') return undefined;
          const typed = { ...typedPreset({ name: '', settings: {} }, currency), [`has_${part}`]: true, [part]: value };
          return sayValue(part, presetOf(typed, studio).settings[part], currency);
        }}
        draft={`preset ${preset.id}`}
        describe={describe}
        send={(typed, version) => editPreset(preset.id, { ...presetOf(typed, studio), version })}
        onSaved={(saved, hasTaken) => {
          overwrite<Presets>(
            queries,
            presetsQuery.queryKey,
            (page) => page && { ...page, items: page.items.map((item) => (item.id === saved.id ? saved : item)) },
          );
          void queries.invalidateQueries({ queryKey: presetsQuery.queryKey });
          if (!hasTaken) onClose();
        }}
        actions={(isSaved) => (
          <DialogActions isSaved={isSaved} onClose={onClose}>
            Save preset
          </DialogActions>
        )}
      >
        <PresetFields />
      </EditForm>
    </Dialog>
  );
}

function PresetFields() {
  const isStaff = useIsStaff();
  const now = Date.now();
  const { first, others } = zonesAt(now);
  return (
    <>
      <TextField name="name" label={labels.name!} autoComplete="off" hint="Only the studio sees it." />
      <p className="text-sm text-mute">Tick what this preset sets. Everything else stays as it is in a session.</p>
      <Part part="chapters">
        <TextArea name="chapters" label="Names of the chapters, one a line" rows={5} />
      </Part>
      <Part part="photo_order">
        <SelectField name="photo_order" label={settingNames.photo_order}>
          {NaturalOrder.options.map((order) => (
            <option key={order} value={order}>
              {orders[order]}
            </option>
          ))}
        </SelectField>
      </Part>
      <Part part="time_zone">
        <SelectField name="time_zone" label={settingNames.time_zone}>
          <option value="">The studio’s: {optionOf(studio.timeZone, now)}</option>
          {[...first, ...others].map((zone) => (
            <option key={zone} value={zone}>
              {optionOf(zone, now)}
            </option>
          ))}
        </SelectField>
      </Part>
      <Part part="open_days">
        <TextField
          name="open_days"
          label="Days until its last day"
          inputMode="numeric"
          autoComplete="off"
          hint="Counted from the day on which a session is created with the preset, or gets it later. The session then has a date of its own, which you can change. Empty: it never ends."
        />
      </Part>
      <Part part="client_words">
        <TextArea name="client_words" label={settingNames.client_words} hint="Empty: none." />
      </Part>
      <Part part="download_sizes">
        {DownloadSize.options.map((size) => (
          <CheckboxField key={size} name={size} label={sizeNames[size]} />
        ))}
      </Part>
      <fieldset disabled={isStaff} className="contents">
        <Part part="download_allowance">
          <TextField
            name="download_allowance"
            label="How many photos"
            inputMode="numeric"
            autoComplete="off"
            hint="Empty: all photos."
          />
        </Part>
      </fieldset>
      <AdminsOnly act="change how many photos a client may download" />
      <Part part="client_may_share">
        <CheckboxField name="client_may_share" label="The client may share the session" />
      </Part>
      <Part part="watermark">
        <CheckboxField name="watermark.is_on" label={watermarkFields.is_on} />
        <WatermarkFields prefix="watermark." />
      </Part>
      <Part part="selection">
        <FromPackage prefix="selection." />
        <TermFields
          prefix="selection."
          end={
            <TextField
              name="selection.days"
              label="Days until its last day (optional)"
              inputMode="numeric"
              autoComplete="off"
              hint="Counted from the day on which it is opened."
            />
          }
        />
      </Part>
    </>
  );
}

/** The checkbox that makes a setting part of the preset, and the setting's fields while it is. */
function Part({ part, children }: { part: PresetSetting; children: ReactNode }) {
  const isPart = useWatch({ name: `has_${part}` });
  return (
    <fieldset className="flex flex-col border-t border-line pt-2">
      <legend className="sr-only">{settingNames[part]}</legend>
      <CheckboxField name={`has_${part}`} label={settingNames[part]} />
      {isPart && <div className="flex flex-col gap-4 pb-3 pl-8">{children}</div>}
    </fieldset>
  );
}
