import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { SessionCamera } from '#shared/contract/sessions/sessions.ts';
import { CameraClock } from './camera-clock.tsx';

const cameraOf = (name: string, clock: string): SessionCamera => ({
  name,
  photos_count: 1,
  without_zone: 0,
  samples: [
    {
      id: name,
      file_name: `${name}.jpg`,
      media_path: `/media/${name}`,
      width: 300,
      height: 200,
      thumbhash: '',
      capture: { clock, ahead: 0, camera: name },
    },
  ],
});

/** A camera whose clock shows noon, and another camera whose clock shows half past one. */
function showCamera(shift = 0) {
  const onShift = vi.fn();
  function Shown() {
    const [seconds, setSeconds] = useState(shift);
    return (
      <CameraClock
        camera={cameraOf('Late', '2026-05-01T12:00:00')}
        otherCameras={[cameraOf('Right', '2026-05-01T13:30:00')]}
        clocks={{ time_zone: 'UTC' }}
        shift={seconds}
        onShift={(next) => {
          onShift(next);
          setSeconds(next);
        }}
      />
    );
  }
  render(<Shown />);
  return onShift;
}

test('a clock is put back by what is typed, and as it is again by one choice, which keeps what was typed', async () => {
  const onShift = showCamera();
  await userEvent.selectOptions(screen.getByLabelText('Clock of Late'), 'Put back by');
  expect(onShift).toHaveBeenLastCalledWith(Number.NaN);
  await userEvent.type(screen.getByLabelText('By how much, of Late'), '1:00:05');
  expect(onShift).toHaveBeenLastCalledWith(-3605);
  await userEvent.selectOptions(screen.getByLabelText('Clock of Late'), 'As it is');
  expect(onShift).toHaveBeenLastCalledWith(0);
  await userEvent.selectOptions(screen.getByLabelText('Clock of Late'), 'Put forward by');
  expect(onShift).toHaveBeenLastCalledWith(3605);
});

test('a stored shift is shown by its direction and its time', () => {
  showCamera(-3605);
  expect(screen.getByLabelText('Clock of Late')).toHaveDisplayValue('Put back by');
  expect(screen.getByLabelText('By how much, of Late')).toHaveValue('1:00:05');
});

test('what is typed and is no time says how it is typed', async () => {
  showCamera(3605);
  await userEvent.clear(screen.getByLabelText('By how much, of Late'));
  await userEvent.type(screen.getByLabelText('By how much, of Late'), 'an hour');
  expect(screen.getByText('Hours, minutes and seconds, such as 1:02:30.')).toHaveClass('text-alert');
  expect(screen.getByLabelText('By how much, of Late')).toHaveAttribute('aria-invalid', 'true');
});

test('two photos of the same moment find the shift', async () => {
  const onShift = showCamera();
  await userEvent.click(screen.getByText('Find it by two photos of the same moment'));
  await userEvent.click(screen.getByRole('button', { name: 'These are of the same moment' }));
  expect(onShift).toHaveBeenLastCalledWith(5400);
  expect(screen.getByLabelText('Clock of Late')).toHaveDisplayValue('Put forward by');
  expect(screen.getByLabelText('By how much, of Late')).toHaveValue('1:30:00');
});
