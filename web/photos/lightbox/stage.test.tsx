import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { act, type ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { galleryPhoto as photo } from '../testing.ts';
import { Stage } from './stage.tsx';

beforeEach(() => {
  // jsdom has no layout, and the lightbox renders no photo into a container without a size.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const photos = ['a', 'b', 'c', 'd'].map((name) => photo(name));
const photosWithout = (id: string) => photos.filter((each) => each.id !== id);

async function show(openId: string, firstPhotos = photos, properties: Partial<ComponentProps<typeof Stage>> = {}) {
  const onView = vi.fn<(shown: { id: string }) => void>();
  const stage = (list: typeof photos, listOpenId: string) => (
    <Stage
      photos={list}
      open={listOpenId}
      buttons={[]}
      controls={() => null}
      onView={onView}
      onClose={() => {}}
      {...properties}
    />
  );
  const { rerender } = render(stage(firstPhotos, openId));
  await screen.findByRole('dialog', { name: 'Photo viewer' });
  return { onView, change: (list: typeof photos, open: string) => rerender(stage(list, open)) };
}
const shownImage = () => document.querySelector<HTMLImageElement>('.yarl__slide_current img')?.alt;

test.each([
  ['another photo is open', photos, 'd'],
  ['a photo before it left', photosWithout('a'), 'b'],
  ['the next photo is open and it left itself', photosWithout('b'), 'c'],
  ['another photo is open and one before both left', photosWithout('a'), 'd'],
])('shows the photo given and reports no move when %s', async (_, list, openId) => {
  const { onView, change } = await show('b');
  expect(shownImage()).toBe('b.jpg');
  change(list, openId);
  expect(shownImage()).toBe(`${openId}.jpg`);
  change(photos, openId);
  expect(shownImage()).toBe(`${openId}.jpg`);
  expect(onView).not.toHaveBeenCalled();
});

test('reports the photo that its own button or key shows', async () => {
  const { onView, change } = await show('b');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onView.mock.calls.map(([{ id }]) => id)).toEqual(['c']);
  change(photosWithout('a'), 'c');
  expect(shownImage()).toBe('c.jpg');
  fireEvent.keyDown(document.querySelector('.yarl__container')!, { key: 'ArrowLeft' });
  await waitFor(() => expect(onView.mock.calls.map(([{ id }]) => id)).toEqual(['c', 'b']));
});

const press = (key: string) => fireEvent.keyDown(document.querySelector('.yarl__container')!, { key });

test('counts the photos of the whole list, loaded or not', async () => {
  await show('b');
  expect(screen.getByText('2 / 4')).toBeInTheDocument();
});

test('counts from the photo’s place among photos of which some are not loaded', async () => {
  await show('b', photos, { positionOf: (id) => 100 + photos.findIndex((each) => each.id === id), count: 1_200 });
  expect(screen.getByText('101 / 1,200')).toBeInTheDocument();
});

const loaded = photos.slice(0, 2);

test('moves on from the last loaded photo when the next one comes, once', async () => {
  const { onView, change } = await show('b', loaded, { isMore: true });
  press('ArrowRight');
  press('ArrowRight');
  expect(onView).not.toHaveBeenCalled();
  change(photos, 'b');
  expect(onView.mock.calls.map(([{ id }]) => id)).toEqual(['c']);
  change(photos, 'c');
  expect(onView).toHaveBeenCalledTimes(1);
});

test.each([
  ['no more were to come', 'b', ['ArrowRight'], { isMore: false }],
  ['the photo was not the last one', 'a', [], { isMore: true }],
  ['the other arrow was pressed since', 'b', ['ArrowRight', 'ArrowLeft'], { isMore: true }],
])('stays when more photos come and %s', async (_, openId, keys, nextPhotos) => {
  const { onView, change } = await show(openId, loaded, nextPhotos);
  for (const key of keys) press(key);
  onView.mockClear();
  change(photos, openId);
  expect(onView).not.toHaveBeenCalled();
});

test('stays when the key moved the caret in a note', async () => {
  const { onView, change } = await show('b', loaded, { isMore: true, controls: () => <textarea /> });
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'ArrowRight' });
  change(photos, 'b');
  expect(onView).not.toHaveBeenCalled();
});

test('keeps a move that has not been rendered yet when more photos come', async () => {
  const { onView, change } = await show('a', loaded);
  vi.useFakeTimers();
  try {
    press('ArrowRight');
    act(() => {
      // The key acts in a timer, in an update of lower priority than that of the photos.
      vi.runOnlyPendingTimers();
      flushSync(() => change(photos, 'a'));
    });
    expect(onView.mock.calls.map(([{ id }]) => id)).toEqual(['b']);
  } finally {
    vi.useRealTimers();
  }
});

describe('a picture that failed', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  const image = (name: string) => document.querySelector(`.yarl__slide img[alt="${name}.jpg"]`)!;
  const hasFailed = (name: string) => image(name).closest('.yarl__slide')!.textContent.includes('could not be loaded');
  const fail = async (name: string) => {
    fireEvent.error(image(name));
    await pass(0);
    expect(hasFailed(name)).toBe(true);
  };
  const pass = (milliseconds: number) => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));

  test('is tried again by itself three times, each photo anew, and when the connection is back', async () => {
    const { change } = await show('b');
    for (const name of ['b', 'd']) {
      change(photos, name);
      for (const wait of [3_000, 12_000, 45_000]) {
        await fail(name);
        await pass(wait);
        expect(hasFailed(name)).toBe(false);
      }
    }
    await fail('d');
    await pass(3_600_000);
    expect(hasFailed('d')).toBe(true);
    act(() => void dispatchEvent(new Event('online')));
    await pass(0);
    expect(hasFailed('d')).toBe(false);
  });

  test('beside the one in sight waits until it is in sight itself', async () => {
    const { change } = await show('b');
    await fail('c');
    await pass(60_000);
    expect(hasFailed('c')).toBe(true);
    change(photos, 'c');
    await pass(3_000);
    expect(hasFailed('c')).toBe(false);
  });

  test('takes nobody out of the note that they write', async () => {
    await show('b', photos, { controls: () => <textarea /> });
    await fail('b');
    screen.getByRole('textbox').focus();
    const field = screen.getByRole('textbox');
    await pass(60_000);
    expect(screen.getByRole('textbox')).toBe(field);
    expect(hasFailed('b')).toBe(true);
  });
});
