import { expect, test } from 'vitest';
import type { SelectionState } from '#shared/contract/selections.ts';
import { SessionState } from '#shared/contract/sessions/session-state.ts';
import { type NextStep, nextStepOf } from './next-step.ts';

const selection = (id: string, state: SelectionState) => ({ id, state });
const album = selection('album', 'submitted');

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
  expect(nextStepOf({ id: 's', state }, [album, selection('prints', 'open')], 1_200)).toEqual(steps[state]);
});

test.each([
  ['are loading', undefined],
  ['are several', [album, selection('prints', 'submitted')]],
])('the quotes are opened while the submitted selections %s', (_, selections) => {
  expect(nextStepOf({ id: 's', state: 'to_price' }, selections, 0)).toMatchObject({ to: '/admin/quotes' });
});

test('finished photos are not counted before their number is known', () => {
  expect(nextStepOf({ id: 's', state: 'to_deliver' }, [], undefined)?.label).toBe(
    'Tell the client about finished photos',
  );
});

test('a session whose announcement waits for the watermark has no next step', () => {
  const waiting_announcement = { at: '2026-11-08T18:00:00.000Z', name: 'Rosa', message: '' };
  expect(nextStepOf({ id: 's', state: 'to_announce', waiting_announcement }, [], 0)).toBeUndefined();
});
