import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { patiently } from '../../lib/query/patience.ts';
import { WaitingNotice } from './waiting-notice.tsx';

afterEach(() => vi.useRealTimers());

test('says while a refused request is sent again that it takes longer, and nothing before and after', async () => {
  vi.useFakeTimers();
  render(<WaitingNotice />);
  const answers = [new Response(null, { status: 429 }), new Response(null, { status: 503 }), Response.json({})];
  expect(screen.queryByText(/busy/)).toBeNull();
  await act(async () => {
    void patiently(async () => answers.shift() ?? Response.json({}));
    await vi.advanceTimersByTimeAsync(1);
  });
  expect(screen.getByText('It is busy here right now. Still trying...')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(answers).toEqual([]);
  expect(screen.queryByText(/busy/)).toBeNull();
});
