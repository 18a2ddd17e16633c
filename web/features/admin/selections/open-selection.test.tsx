import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { type Answers, answerFetch, showScreen } from '../../../lib/testing.ts';
import { studioSession } from '../sessions/testing.ts';
import { OpenSelectionDialog } from './session-selections.tsx';

/** Whether the client hears by email of a selection that the studio opens. */

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 's'.repeat(20);
const announced = { announced_at: '2025-05-05T12:00:00.000Z', client_email: 'rosa@example.com' };
let requests: string[];
beforeEach(() => {
  const answers: Answers = {
    [`GET /api/admin/sessions/${id}/selections`]: { items: [], deleted: [] },
    [`POST /api/admin/sessions/${id}/selections`]: {},
  };
  const fake = answerFetch(answers);
  requests = fake.asked;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

async function openTerms(change: Partial<SessionDetails>) {
  const session = { ...studioSession(id, 1), ...change } as SessionDetails;
  showScreen([{ path: '/', Component: () => <OpenSelectionDialog session={session} onClose={vi.fn()} /> }], '/');
  await userEvent.type(await screen.findByLabelText('Name'), 'Album');
  await userEvent.type(screen.getByLabelText('Photos included'), '30');
  await userEvent.click(screen.getByRole('radio', { name: 'Not possible' }));
}
const sent = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Open the selection' }));
  const request = await vi.waitFor(() => {
    const found = requests.find((one) => one.startsWith('POST'));
    expect(found).toBeDefined();
    return found!;
  });
  return JSON.parse(request.slice(request.indexOf('{'))) as object;
};

test('a client who was told of the session hears of it, unless the studio unticks it', async () => {
  await openTerms(announced);
  const box = screen.getByRole('checkbox', { name: 'Tell the client by email' });
  expect(box).toBeChecked();
  expect(await sent()).toMatchObject({ name: 'Album', tells_client: true });
});

test('an unticked box is sent as such', async () => {
  await openTerms(announced);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tell the client by email' }));
  expect(await sent()).toMatchObject({ tells_client: false });
});

test.each([
  ['was not told of the session', { client_email: 'rosa@example.com' }],
  ['has no address', { ...announced, client_email: '' }],
])('a client who %s hears nothing, and there is no box', async (_, change) => {
  await openTerms(change);
  expect(screen.queryByRole('checkbox', { name: 'Tell the client by email' })).toBeNull();
  expect(await sent()).toMatchObject({ tells_client: false });
});
