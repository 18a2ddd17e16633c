import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useFileChoice } from './file-choice.ts';

const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
const [first, second] = [photo('a.jpg'), photo('b.jpg')];
const raw = new File(['x'], 'a.cr3');
const text = new File(['x'], 'a.txt', { type: 'text/plain' });

/** Each screen has its path: the files that were chosen there outlive it. */
function open(path: string, attachments: boolean) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  );
  return renderHook(() => useFileChoice({ attachments }), { wrapper }).result;
}

test('files that can be attached wait for a decision; others that can’t be shown are left out', () => {
  const choice = open('/attachments', true);
  act(() => choice.current.add([first, raw, text]));
  expect(choice.current).toMatchObject({ unsent: [first], attachable: [raw], leftOut: [text] });
  act(() => choice.current.attach([raw]));
  expect(choice.current).toMatchObject({ unsent: [first, raw], attachable: [] });
});

test('without attachments, every file that is no photo is left out', () => {
  const choice = open('/photos', false);
  act(() => choice.current.add([raw, first, text]));
  expect(choice.current).toMatchObject({ unsent: [first], attachable: [], leftOut: [raw, text] });
});

test('what is sent stays chosen, what is skipped does not; the remarks go, and a clear keeps what is sent', () => {
  const choice = open('/sent', false);
  act(() => {
    choice.current.add([first, second, text]);
    choice.current.dropArea.onBeside(['a.xmp']);
  });
  const third = photo('c.jpg');
  act(() => choice.current.add([third, text]));
  act(() => choice.current.markSent([first], [second]));
  expect(choice.current).toMatchObject({ unsent: [third], leftOut: [], beside: [] });
  expect(choice.current.chosen).toMatchObject({ files: [first, third], sent: [first] });
  act(() => choice.current.clear());
  expect(choice.current.chosen.files).toEqual([first]);
});

test('an unreadable file is named until files are added', () => {
  const choice = open('/unreadable', false);
  act(() => choice.current.dropArea.onUnreadable(['a.jpg']));
  expect(choice.current.error).toBe('Could not be read, and is not selected: a.jpg.');
  act(() => choice.current.add([first]));
  expect(choice.current.error).toBeUndefined();
});
