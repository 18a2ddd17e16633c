import { useId, useState } from 'react';
import type { CameraSample, SessionCamera } from '#shared/contract/sessions/sessions.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { capturedAt, type SessionClocks, shiftOf, zoneOf } from '#shared/time/capture-clock.ts';
import { sizeWithin } from '../../../photos/image/image-sources.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { parseShift, sayShift, shiftBetween } from './shift-text.ts';

const control = 'h-11 min-w-0 rounded-md border border-edge bg-white px-3 text-sm';

const directions = { none: 'As it is', forward: 'Put forward by', back: 'Put back by' };
type Direction = keyof typeof directions;

/**
 * A camera of a session with the fields for its clock's shift, in seconds. `onShift` gets NaN while the typed text is no time.
 */
export function CameraClock({
  camera,
  otherCameras,
  clocks,
  shift,
  onShift,
}: {
  camera: SessionCamera;
  /** The session's other cameras. */
  otherCameras: SessionCamera[];
  clocks: SessionClocks;
  shift: number;
  onShift: (seconds: number) => void;
}) {
  const typed = useTypedShift(shift, onShift);
  return (
    <li className="border-t border-line py-4 first:border-t-0">
      <CameraTimes camera={camera} seconds={Number.isFinite(shift) ? shift : 0} clocks={clocks} />
      <ShiftFields camera={camera} clocks={clocks} shift={shift} typed={typed} />
      {otherCameras.length > 0 && (
        <Disclosure summary="Find it by two photos of the same moment" className="text-sm">
          <SameMoment
            camera={camera}
            otherCameras={otherCameras}
            clocks={clocks}
            onFound={(seconds) => typed.set(directionOf(seconds), sayShift(seconds))}
          />
        </Disclosure>
      )}
    </li>
  );
}

/** Returns the direction and the text that are typed for a shift, and the function that sets both. */
function useTypedShift(shift: number, onShift: (seconds: number) => void) {
  const [direction, setDirection] = useState<Direction>(directionOf(shift));
  const [text, setText] = useState(Number.isFinite(shift) && shift !== 0 ? sayShift(shift) : '');
  const set = (to: Direction, typed: string) => {
    setDirection(to);
    setText(typed);
    const seconds = parseShift(typed) ?? Number.NaN;
    onShift(to === 'none' ? 0 : to === 'back' ? -seconds : seconds);
  };
  return { direction, text, set };
}

const directionOf = (seconds: number): Direction => (seconds === 0 ? 'none' : seconds < 0 ? 'back' : 'forward');

/** A camera with its first photo, its number of photos, and when it took them, with its clock put forward by `seconds`. */
function CameraTimes({ camera, seconds, clocks }: { camera: SessionCamera; seconds: number; clocks: SessionClocks }) {
  const first = camera.samples[0]!;
  const last = camera.samples.at(-1)!;
  return (
    <div className="flex gap-3">
      <span className="grid w-16 shrink-0 place-items-center self-start">
        <span style={sizeWithin(first, 64, 64)}>
          <PhotoImage photo={first} alt="" sizes="64px" className="size-full" />
        </span>
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <h3 dir="auto" className="font-sans font-semibold [overflow-wrap:anywhere]">
          {camera.name}
        </h3>
        <p className="text-mute">
          {formatCounted(camera.photos_count, 'photo')}
          {camera.without_zone > 0 &&
            `, ${camera.without_zone === camera.photos_count ? '' : `${camera.without_zone} `}without a zone`}
        </p>
        <p className="text-mute tabular-nums">
          {timeIn(first, seconds, camera.name, clocks)}
          {camera.samples.length > 1 && ` to ${timeIn(last, seconds, camera.name, clocks)}`}
        </p>
      </div>
    </div>
  );
}

/** The fields for the shift of a clock, and the first photo's time before and after the shift. */
function ShiftFields({
  camera,
  clocks,
  shift,
  typed: { direction, text, set },
}: {
  camera: SessionCamera;
  clocks: SessionClocks;
  shift: number;
  typed: ReturnType<typeof useTypedShift>;
}) {
  const id = useId();
  const isWrong = direction !== 'none' && !Number.isFinite(shift);
  const first = camera.samples[0]!;
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <select
          aria-label={`Clock of ${camera.name}`}
          value={direction}
          onChange={({ target }) => set(target.value as Direction, text)}
          className={`${control} flex-1`}
        >
          {Object.entries(directions).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {direction !== 'none' && (
          <input
            aria-label={`By how much, of ${camera.name}`}
            aria-describedby={`${id}-hint`}
            aria-invalid={isWrong}
            placeholder="h:min:s"
            autoComplete="off"
            value={text}
            onChange={({ target }) => set(direction, target.value)}
            className={`${control} w-32 tabular-nums`}
          />
        )}
      </div>
      {direction !== 'none' && (
        <p
          id={`${id}-hint`}
          className={`mt-2 text-sm tabular-nums ${isWrong && text !== '' ? 'text-alert' : 'text-mute'}`}
        >
          {isWrong
            ? 'Hours, minutes and seconds, such as 1:02:30.'
            : `${isolated(first.file_name)}: ${timeIn(first, 0, camera.name, clocks)} becomes ${timeIn(first, shift, camera.name, clocks)}`}
        </p>
      )}
    </>
  );
}

/** Lets the studio choose a photo of this camera and one of another camera that were taken at the same moment. */
function SameMoment({
  camera,
  otherCameras,
  clocks,
  onFound,
}: {
  camera: SessionCamera;
  otherCameras: SessionCamera[];
  clocks: SessionClocks;
  onFound: (seconds: number) => void;
}) {
  const [ownSample, setOwnSample] = useState(camera.samples[0]!);
  const [otherSample, setOtherSample] = useState(otherCameras[0]!.samples[0]!);
  const ownTime = capturedAt(ownSample.capture, { ...clocks, clock_shifts: {} });
  const otherTime = capturedAt(otherSample.capture, clocks);
  return (
    <div className="flex flex-col gap-3 pb-2">
      <div className="grid grid-cols-2 gap-3">
        <SampleSelect
          label="This camera"
          groups={[camera]}
          clocks={clocks}
          chosen={ownSample}
          onChoose={setOwnSample}
        />
        <SampleSelect
          label="Another camera"
          groups={otherCameras}
          clocks={clocks}
          chosen={otherSample}
          onChoose={setOtherSample}
        />
      </div>
      <Button
        look="secondary"
        disabled={!ownTime || !otherTime}
        onClick={() => onFound(shiftBetween(ownTime!, otherTime!))}
      >
        These are of the same moment
      </Button>
    </div>
  );
}

function SampleSelect({
  label,
  groups,
  clocks,
  chosen,
  onChoose,
}: {
  label: string;
  groups: SessionCamera[];
  clocks: SessionClocks;
  chosen: CameraSample;
  onChoose: (sample: CameraSample) => void;
}) {
  return (
    <label className="flex min-w-0 flex-col gap-1.5 text-sm font-semibold">
      {label}
      <span className="grid h-24 place-items-center bg-petal">
        <span style={sizeWithin(chosen, 140, 96)}>
          <PhotoImage photo={chosen} alt="" sizes="140px" className="size-full" />
        </span>
      </span>
      <select
        value={chosen.id}
        onChange={({ target }) => {
          const sample = groups.flatMap(({ samples }) => samples).find(({ id }) => id === target.value);
          if (sample) onChoose(sample);
        }}
        className={`${control} w-full font-normal text-ellipsis`}
      >
        {groups.map(({ name, samples }) => (
          <optgroup key={name} label={name}>
            {samples.map((sample) => (
              <option key={sample.id} value={sample.id}>
                {/* An option can't have elements: characters isolate the direction of the name, as <bdi> would. */}
                {`${isolated(sample.file_name)}, ${timeIn(sample, shiftOf(clocks, name), name, clocks)}`}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

/** Returns when a photo was taken, with its clock put forward by `seconds`, in the session's zone. */
function timeIn({ capture }: CameraSample, seconds: number, camera: string, clocks: SessionClocks): string {
  const instant = capturedAt(capture, { ...clocks, clock_shifts: { [camera]: seconds } });
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: zoneOf(clocks),
  });
  return instant === null ? 'no time' : format.format(new Date(instant));
}
