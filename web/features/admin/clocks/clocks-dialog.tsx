import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod';
import {
  EditSession,
  type Session,
  type SessionCameras,
  type SessionDetails,
} from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { studio } from '#shared/studio.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { type SessionClocks, shiftOf } from '#shared/time/capture-clock.ts';
import { zonesAt } from '#shared/time/time-zones.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../forms/edit-form.tsx';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { SelectField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { editSession, sessionQuery } from '../sessions/api.ts';
import { photoCountsQuery } from '../sessions/grid/api.ts';
import { camerasQuery } from './api.ts';
import { CameraClock } from './camera-clock.tsx';
import { instantOf, optionOf } from './clocks-state.tsx';
import { sayClock } from './shift-text.ts';

/** The typed settings; `time_zone` is '' for the studio's zone. */
const Settings = z.object({ time_zone: z.string(), clock_shifts: EditSession.shape.clock_shifts.unwrap() });
type Settings = z.infer<typeof Settings>;

const fields = { time_zone: 'Time zone', clock_shifts: 'Clocks of cameras' };

const valuesOf = ({ time_zone, clock_shifts }: Session): Settings => ({
  time_zone: time_zone ?? '',
  clock_shifts: clock_shifts ?? {},
});

const clocksOf = ({ time_zone, clock_shifts }: Settings): SessionClocks => ({
  time_zone: time_zone || undefined,
  clock_shifts,
});

function wordsFor(field: string, value: unknown): string | undefined {
  if (field !== 'clock_shifts') return undefined;
  const shifts = Object.entries(value as Settings['clock_shifts']);
  return shifts.map(([name, seconds]) => `${isolated(name)} ${sayClock(seconds)}`).join('; ') || 'All as they are';
}

/** The dialog that edits the time zone of a session and the clocks of its cameras. */
export default function ClocksDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const queries = useQueryClient();
  const cameras = useQuery(camerasQuery(session.id));
  return (
    <Dialog title="Time zone and clocks" onClose={onClose}>
      <EditForm<Session, typeof Settings>
        schema={Settings}
        row={session}
        valuesOf={valuesOf}
        labels={fields}
        wordsFor={wordsFor}
        draft={`clocks ${session.id}`}
        describe={(error) => `The clocks were not saved. ${messageOf(error)}`}
        send={({ time_zone, clock_shifts }, version) =>
          editSession(session.id, { time_zone: time_zone || null, clock_shifts, version })
        }
        onSaved={(saved, hasTaken) => {
          overwrite(queries, sessionQuery(session.id).queryKey, saved as SessionDetails);
          if (!hasTaken) onClose();
        }}
        actions={(isSaved) => (
          <DialogActions isSaved={isSaved} onClose={onClose}>
            Save clocks
          </DialogActions>
        )}
      >
        <ZoneSelect session={session} />
        <QueryStatus query={cameras} lines={2} loading="Loading cameras..." failed="The cameras could not be loaded." />
        {cameras.data && <Cameras data={cameras.data} />}
        {session.placed_count > 0 && (
          <p className="text-sm text-mute">
            {formatCounted(session.placed_count, 'photo')} placed by hand{' '}
            {session.placed_count === 1 ? 'keeps' : 'keep'} the place between the times of before. Look at{' '}
            {session.placed_count === 1 ? 'it' : 'them'} afterwards.
          </p>
        )}
      </EditForm>
    </Dialog>
  );
}

function ZoneSelect({ session }: { session: SessionDetails }) {
  const statedZone = useQuery(photoCountsQuery(session.id)).data?.told_zone;
  const instant = statedZone ? instantOf(statedZone) : Date.parse(`${session.session_date}T12:00:00Z`);
  const { first, others: otherZones } = zonesAt(instant, statedZone?.ahead);
  const storedZone = session.time_zone;
  const isListed = storedZone === undefined || [...first, ...otherZones].includes(storedZone);
  const options = (zones: string[]) =>
    zones.map((zone) => (
      <option key={zone} value={zone}>
        {optionOf(zone, instant)}
      </option>
    ));
  return (
    <SelectField
      name="time_zone"
      label={fields.time_zone}
      hint="Clocks of cameras that tell no zone are read in it, also of photos that are still to be uploaded. Everyone reads the times of this session in it."
    >
      <option value="">The studio’s: {optionOf(studio.timeZone, instant)}</option>
      {!isListed && options([storedZone])}
      {statedZone && (
        <optgroup
          label={`As ${formatCounted(statedZone.photos_count, 'photo')} ${statedZone.photos_count === 1 ? 'says' : 'say'}`}
        >
          {options(first)}
        </optgroup>
      )}
      <optgroup label={statedZone ? 'Others' : 'All'}>{options(otherZones)}</optgroup>
    </SelectField>
  );
}

function Cameras({ data: { cameras, fixed_count } }: { data: SessionCameras }) {
  const values = useWatch<Settings>() as Settings;
  const { setValue } = useFormContext<Settings>();
  const clocks = clocksOf(values);
  const set = (name: string, seconds: number) => {
    const { [name]: _, ...otherShifts } = values.clock_shifts;
    setValue('clock_shifts', seconds === 0 ? otherShifts : { ...otherShifts, [name]: seconds }, { shouldDirty: true });
  };
  return (
    <section className="flex flex-col">
      <h3 className="font-sans text-sm font-semibold">{fields.clock_shifts}</h3>
      {cameras.length === 0 && (
        <p className="mt-1 text-sm text-mute">The cameras of this session are listed here once photos are uploaded.</p>
      )}
      <ul>
        {cameras.map((camera) => (
          <CameraClock
            key={camera.name}
            camera={camera}
            otherCameras={cameras.filter(({ name }) => name !== camera.name)}
            clocks={clocks}
            shift={shiftOf(clocks, camera.name)}
            onShift={(seconds) => set(camera.name, seconds)}
          />
        ))}
      </ul>
      {fixed_count > 0 && (
        <p className="text-sm text-mute">
          {formatCounted(fixed_count, 'photo')} {fixed_count === 1 ? 'was' : 'were'} uploaded before cameras’ clocks
          were noted, and {fixed_count === 1 ? 'keeps its time' : 'keep their times'}.
        </p>
      )}
    </section>
  );
}
