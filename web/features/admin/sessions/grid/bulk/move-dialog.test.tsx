import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { MoveToChapterDialog } from './move-dialog.tsx';

vi.mock('../../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
afterEach(() => vi.unstubAllGlobals());

test('a chapter name beyond the limit is refused with every word kept', async () => {
  const request = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', request);
  const onMove = vi.fn();
  const session = { id: 's'.repeat(20), chapters: [] } as unknown as SessionDetails;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MoveToChapterDialog session={session} photos={2} onMove={onMove} onClose={() => {}} />
    </QueryClientProvider>,
  );
  const long = 'Getting ready '.repeat(7).trim();
  await userEvent.click(screen.getByLabelText('Chapter name'));
  await userEvent.paste(long);
  expect(screen.getByLabelText('Chapter name')).toHaveValue(long);
  expect(
    screen.getByText(`${long.length - limits.chapterName} characters too many of ${limits.chapterName}`),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  expect(screen.getByRole('alert')).toHaveTextContent('A chapter name can have at most 80 characters.');
  expect(screen.getByLabelText('Chapter name')).toHaveValue(long);
  expect(request).not.toHaveBeenCalled();
  expect(onMove).not.toHaveBeenCalled();
});
