import { expect, test } from 'vitest';
import type { SelectionState } from '#shared/contract/selections.ts';
import { SessionState } from '#shared/contract/sessions/session-state.ts';
import { type NextStep, nextStepOf } from './next-step.ts';

const selection = (id: string, state: SelectionState) => ({ id, state });
const album = selection('album', 'submitted');
const counts = { finished_new: 1_200, marked: 77, markable: 1_298 };

const steps: Record<SessionState, NextStep | undefined> = {
  to_upload: { act: 'upload', label: 'Upload Photos' },
  to_announce: { act: 'tell-gallery', label: 'Tell the client' },
  choosing: undefined,
  to_price: { act: 'open', label: 'Price it', to: '/admin/session/s/selection/album' },
  to_accept: undefined,
  to_retouch: { act: 'open', label: 'Upload finished versions', to: '/admin/session/s/finished' },
  to_deliver: { act: 'tell-finished', label: 'Tell the client about 1,200 finished' },
  delivered: undefined,
  ended: { act: 'open-again', label: 'Open again' },
};

test.each(SessionState.options)('the next step in the state %s', (state) => {
  expect(nextStepOf({ id: 's', state }, [album, selection('prints', 'open')], counts)).toEqual(steps[state]);
});

test.each([
  ['are loading', undefined],
  ['are several', [album, selection('prints', 'submitted')]],
])('the quotes are opened while the submitted selections %s', (_, selections) => {
  expect(nextStepOf({ id: 's', state: 'to_price' }, selections, counts)).toMatchObject({ to: '/admin/quotes' });
});

test('finished photos are not counted before their number is known', () => {
  expect(nextStepOf({ id: 's', state: 'to_deliver' }, [], undefined)?.label).toBe(
    'Tell the client about finished photos',
  );
});

const waiting_announcement = { at: '2026-11-08T18:00:00.000Z', name: 'Rosa', message: '' };
const waiting = { id: 's', waiting_announcement, marks_pending: true } as const;
const wait: NextStep = { act: 'wait', label: 'Waits for the watermark: 77 of 1,298' };

test.each<[SessionState, NextStep]>([
  ['to_announce', wait],
  // A second announcement waits while the client can act already.
  ['choosing', wait],
  ['delivered', wait],
  ['to_retouch', steps.to_retouch!],
])('while its announcement waits for the watermark, a session in the state %s', (state, step) => {
  expect(nextStepOf({ ...waiting, state }, [], counts)).toEqual(step);
  if (step === wait) expect(nextStepOf({ ...waiting, state }, [], undefined)?.label).toBe('Waits for the watermark');
});

test('an announcement that still waits when the watermark is on all photos is told by hand', () => {
  expect(nextStepOf({ id: 's', state: 'to_announce', waiting_announcement }, [], counts)).toEqual(steps.to_announce);
});
