import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import * as z from 'zod';
import type { StudioSelections } from '#shared/contract/selections.ts';
import type { Preset } from '#shared/contract/sessions/presets.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { type PresetChanges, presetChanges } from '#shared/presets/preset-changes.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { SelectField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { useIsStaff } from '../is-staff.ts';
import { selectionsQuery } from '../selections/api.ts';
import { useSelectionChanges } from '../selections/selection-changes.ts';
import { sessionQuery } from '../sessions/api.ts';
import { photoCountsQuery } from '../sessions/grid/api.ts';
import { applyPreset, keepLastUsed, lastUsedFirst, presetsQuery } from './api.ts';
import { changedSettings, differingNames, leftOutWords, settingNames } from './preset-words.ts';
import { SelectionsStatus } from './selections-status.tsx';

const ChosenPreset = z.object({ preset_id: z.string().min(1, 'Choose a preset.') });

interface Props {
  session: SessionDetails;
  onClose: () => void;
}

/** Dialog that shows what a preset changes in a session, and applies it. */
export default function ApplyPresetDialog(props: Props) {
  return (
    <Dialog title="Apply a preset" onClose={props.onClose}>
      <Content {...props} />
    </Dialog>
  );
}

function Content({ session, onClose }: Props) {
  const presets = useQuery(presetsQuery);
  const selections = useQuery(selectionsQuery(session.id));
  if (!presets.data) {
    return (
      <QueryStatus query={presets} loading="Loading presets..." lines={3} failed="The presets could not be loaded." />
    );
  }
  if (presets.data.items.length === 0) return <NoPresets onClose={onClose} />;
  if (!selections.data) return <SelectionsStatus query={selections} />;
  return (
    <ApplyForm
      session={session}
      presets={presets.data.items}
      hasSelection={hasSelection(selections.data)}
      onClose={onClose}
    />
  );
}

/** Whether a session has a selection that is not closed. A damaged one counts, because it may be open. */
const hasSelection = ({ items, damaged = [] }: StudioSelections): boolean =>
  damaged.length > 0 || items.some(({ state }) => state !== 'closed');

function NoPresets({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p className="text-mute">
        There is no preset yet. Choose “Save as preset” in a session whose settings fit, or add one in{' '}
        <Link className="inline-link" to="/admin/settings#presets">
          Settings
        </Link>
        .
      </p>
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

function ApplyForm({
  session,
  presets,
  hasSelection,
  onClose,
}: {
  presets: Preset[];
  hasSelection: boolean;
} & Props) {
  const queries = useQueryClient();
  const { refresh } = useSelectionChanges();
  const facts = { hasSelection, maySetAllowance: !useIsStaff() };
  const [shownPresets] = useState(() => lastUsedFirst(presets).map(({ id }) => id));
  const presetOf = (id: string) => presets.find((preset) => preset.id === id);
  const changesOf = (id: string): PresetChanges | undefined => {
    const preset = presetOf(id);
    return preset && presetChanges(preset.settings, session, facts);
  };
  const apply = async ({ preset_id }: { preset_id: string }) => {
    const preset = presetOf(preset_id);
    if (!preset) throw new Error('This preset was deleted. Choose another one.');
    const saved = await applyPreset(session.id, {
      preset_id,
      preset_version: preset.version,
      opens_selection: changesOf(preset_id)?.selection !== undefined,
      version: session.version,
    });
    keepLastUsed(preset_id);
    overwrite(queries, sessionQuery(session.id).queryKey, saved);
    refresh(session.id);
    void queries.invalidateQueries({ queryKey: ['photos', session.id] });
    void queries.invalidateQueries({ queryKey: photoCountsQuery(session.id).queryKey });
    onClose();
  };
  /** Loads what was changed in the meantime, so that the preview shows it, and returns the error that says so. */
  const changedError = async (error: ApiError): Promise<Error> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: sessionQuery(session.id).queryKey }),
      queries.invalidateQueries({ queryKey: selectionsQuery(session.id).queryKey }),
      queries.invalidateQueries({ queryKey: presetsQuery.queryKey }),
    ]);
    const names = differingNames(session, error.details.current as SessionDetails).map((setting) => `“${setting}”`);
    const what = names.length > 0 ? list.format(names) : 'the preset, the session or its selections';
    return new Error(`Somebody else changed ${what} in the meantime. Above is what the preset changes now.`);
  };
  return (
    <KeptForm
      draft={`apply preset ${session.id}`}
      schema={ChosenPreset}
      defaultValues={{ preset_id: '' }}
      describe={(error) => `The preset was not applied. ${messageOf(error)}`}
      onSubmit={async (values) => {
        try {
          await apply(values);
        } catch (error) {
          throw isChanged(error) ? await changedError(error) : error;
        }
      }}
    >
      <SelectField name="preset_id" label="Preset">
        <option value="">Choose a preset</option>
        {shownPresets.map((id) => (
          <option key={id} value={id}>
            {presetOf(id)?.name ?? 'Deleted'}
          </option>
        ))}
      </SelectField>
      <Preview changesOf={changesOf} session={session} onClose={onClose} />
    </KeptForm>
  );
}

const list = new Intl.ListFormat('en-US');

const isChanged = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';

/** Shows what the chosen preset changes, before and after, and what it leaves, with the buttons. */
function Preview({
  changesOf,
  session,
  onClose,
}: {
  changesOf: (preset: string) => PresetChanges | undefined;
} & Props) {
  const currency = useCurrency();
  const changes = changesOf(useWatch<{ preset_id: string }, 'preset_id'>({ name: 'preset_id' }));
  const changed = changes ? changedSettings(session, changes, currency) : [];
  return (
    <>
      {changes && (
        <section aria-label="What changes" aria-live="polite" className="flex flex-col gap-3 text-sm">
          {changed.length === 0 ? (
            <p>Nothing changes: this session has all that the preset sets.</p>
          ) : (
            <ul className="border-t border-line">
              {changed.map(({ name, before, after }) => (
                <li key={name} className="border-b border-line py-2.5">
                  <p className="font-semibold">{settingNames[name]}</p>
                  <p className="text-mute [overflow-wrap:anywhere]">
                    <span className="sr-only">Before: </span>
                    {before}
                  </p>
                  <p className="[overflow-wrap:anywhere]">
                    <span aria-hidden="true" className="text-leaf-deep">
                      →{' '}
                    </span>
                    <span className="sr-only">After: </span>
                    {after}
                  </p>
                </li>
              ))}
            </ul>
          )}
          {changes.selection && session.announced_at && session.client_email && (
            <p className="text-mute">
              The client gets an email about the selection, at <bdi>{session.client_email}</bdi>.
            </p>
          )}
          {changes.leftOut.map((name) => (
            <p key={name} className="text-mute">
              {leftOutWords[name]}
            </p>
          ))}
        </section>
      )}
      {changes && changed.length === 0 ? (
        <div className="dialog-foot">
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        </div>
      ) : (
        <DialogActions busy="Applying..." onClose={onClose}>
          Apply
        </DialogActions>
      )}
    </>
  );
}
