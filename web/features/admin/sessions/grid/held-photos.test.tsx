import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Stage, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isolated } from '#shared/text/isolated.ts';
import { showScreen } from '../../../../lib/testing.ts';
import { studioPhoto } from '../../../../photos/testing.ts';
import { Component } from '../session.tsx';
import { studioSession } from '../testing.ts';

/** Each act that shows photos says how many photos the client sees, and why others stay hidden. */

vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 's'.repeat(20);
const held = { is_approved: false, awaits_mark: true } as const;
const hidden = { is_approved: false, awaits_mark: undefined, unmarkable: undefined };

/** The values of a proof after the studio shows it to the client. */
const whenShown: Record<string, Partial<StudioPhoto>> = {
  shown: { is_approved: true },
  waits: held,
  small: { ...held, unmarkable: 'small' },
};

let photos: StudioPhoto[];
let trash: StudioPhoto[];
let visible: number;
const counts = { waiting: 1, unmarkable: 2, told_zone: null };
beforeEach(() => {
  photos = Object.keys(whenShown).map((name) => studioPhoto(name, hidden));
  trash = [];
  visible = 1;
  const former = { ...studioPhoto('v'), replaced_at: '2026-11-20T12:00:00.000Z' };
  const answerWrite = (path: string, { photo_ids, ...values }: { photo_ids?: string[]; stage?: Stage }) => {
    if (path.endsWith('/trash')) {
      trash = photos.filter((photo) => photo_ids!.includes(photo.id));
      photos = photos.filter((photo) => !photo_ids!.includes(photo.id));
      return { photo_ids };
    }
    const isBack = path.endsWith('/put-back');
    if (path.endsWith('/restore')) photos = [...photos, ...trash];
    const ids = photo_ids ?? [path.split('/').at(-2)!];
    const change = (photo: StudioPhoto): StudioPhoto => {
      const changed: StudioPhoto = { ...photo, ...(isBack ? { stage: 'proof', versions: [] } : values) };
      const isProof = changed.stage === 'proof';
      const isMeant = changed.is_approved || (!('is_approved' in values) && changed.awaits_mark === true);
      if (!isMeant) return { ...changed, ...hidden };
      return { ...changed, ...hidden, ...(isProof ? whenShown[photo.id] : { is_approved: true }) } as StudioPhoto;
    };
    photos = photos.map((photo) => (ids.includes(photo.id) ? change(photo) : photo));
    const items = photos.filter((photo) => ids.includes(photo.id));
    return isBack ? items[0] : { items };
  };
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const [path = ''] = input.split('?');
    if (path.endsWith('/preview')) return Response.json({ to: '', subject: '', html: '<p></p>', cover_path: null });
    if (init?.method !== undefined && init.method !== 'GET') {
      return Response.json(answerWrite(path, JSON.parse(String(init.body ?? '{}'))));
    }
    if (path.endsWith('/counts')) return Response.json(counts);
    if (path.endsWith(id)) return Response.json({ ...studioSession(id, 3), visible_count: visible });
    if (path.endsWith('/photos')) {
      const items = photos.map((photo) => ({ ...photo, versions: photo.stage === 'finished' ? [former] : [] }));
      return Response.json({ items, next_cursor: null });
    }
    if (path.endsWith('/trash')) {
      const items = trash.map((photo) => ({ ...photo, deleted_at: new Date().toISOString() }));
      return Response.json({ items, next_cursor: null });
    }
    return Response.json({ items: [], next_cursor: null, photos_count: 3 });
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 0, width: 400 } as DOMRect);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const open = () => showScreen([{ path: '/admin/session/:id', Component }], `/admin/session/${id}`);
/** Ticks all photos and presses the button in the bar. */
async function act(name: string) {
  await screen.findAllByRole('checkbox', { name: /^Select / });
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.click(screen.getByRole('button', { name, hidden: true }));
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const expectText = async (text: string) => expect(await screen.findByText(text)).toBeInTheDocument();

const waits = '1 photo waits for its watermark, and is hidden until then.';
const small =
  '1 photo stays hidden: it is too small for the watermark’s letters. Choose a shorter text under “Change watermark”, or replace it by a larger file.';
const visibleText = '1 photo is visible to the client.';

test('showing photos, and taking it back', async () => {
  open();
  await act('Show to client');
  await expectText(`${visibleText} ${waits} ${small}`);
  await press('Undo');
  await expectText('3 photos as before.');
  // They are hidden as before, and no longer wait for their watermark.
  expect(photos.map(({ is_approved, awaits_mark }) => [is_approved, awaits_mark])).toEqual([
    [false, undefined],
    [false, undefined],
    [false, undefined],
  ]);
});

test('taking back that photos were hidden, those too that had been held', async () => {
  photos = photos.map((photo) => ({ ...photo, ...whenShown[photo.id] }));
  open();
  await act('Hide from client');
  await press('Undo');
  await expectText(`Undone. ${visibleText} ${waits} ${small}`);
});

test('proofs that are finished, and finished photos that are proofs again', async () => {
  photos = photos.map((photo) => ({ ...photo, ...whenShown[photo.id] }));
  open();
  await act('Mark finished');
  await expectText('3 photos are finished. 2 photos are visible to the client.');
  await press('Undo');
  await expectText(`Undone. ${visibleText} ${waits} ${small}`);
  await act('Mark finished');
  await act('Mark as proof');
  await expectText(`3 photos are proofs. ${waits} ${small}`);
});

test('restoring photos from the trash', async () => {
  photos = photos.map((photo) => ({ ...photo, ...whenShown[photo.id] }));
  open();
  await act('Delete');
  await userEvent.click(within(await screen.findByRole('dialog', { hidden: true })).getByText('Delete'));
  await press('Undo');
  await expectText(`3 photos restored. ${visibleText} ${waits} ${small}`);
});

test('showing one photo in the lightbox', async () => {
  open();
  await press('Open small.jpg');
  await screen.findByRole('region', { name: 'Photo' });
  await userEvent.keyboard('h');
  expect(await screen.findAllByText(small)).not.toHaveLength(0);
});

test('putting back a proof that its watermark can’t be on', async () => {
  photos = photos.map((photo) => ({ ...photo, ...hidden, is_approved: true, stage: 'finished' }));
  open();
  await press('Open small.jpg');
  await press('Put back v.jpg');
  expect(await screen.findAllByText(`${isolated('small.jpg')} is as it was before. ${small}`)).not.toHaveLength(0);
});

const whole =
  '1 photo waits for its watermark, and is hidden until then. 2 photos stay hidden from clients, because the watermark can’t be seen on them: see why under “Hidden”.';

test('telling the client that the gallery is ready', async () => {
  open();
  await press('Tell the client that the gallery is ready');
  expect(await screen.findByRole('dialog', { hidden: true })).toHaveTextContent(whole);
});

test('refusing to tell the client while every photo is held', async () => {
  visible = 0;
  open();
  await press('Tell the client that the gallery is ready');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    `The client can’t see any photo of this session yet. ${whole}`,
  );
});
