import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import { type StudioPhoto, Unmarkable } from '#shared/contract/photos/photos.ts';
import { formatCounted } from '#shared/text/format-count.ts';

/** Why a photo stays hidden from clients while its session has this watermark, and what to do. */
export const unmarkableReasons: Record<Unmarkable, string> = {
  small:
    'Clients don’t see this photo: it is too small for the watermark’s letters. Choose a shorter text under “Change watermark”, or replace the photo by a larger file.',
  faint:
    'Clients don’t see this photo: the watermark changes too little of it to be seen. Choose more letters or a higher opacity under “Change watermark”.',
};

/** The same in the line below a photo. */
export const unmarkableWords: Record<Unmarkable, string> = {
  small: 'Hidden: too small for the watermark',
  faint: 'Hidden: watermark not seen',
};

const stay = (count: number) => `${formatCounted(count, 'photo')} ${count === 1 ? 'stays' : 'stay'} hidden`;

/** The same of several photos. */
const unmarkableOf: Record<Unmarkable, (count: number) => string> = {
  small: (count) => {
    const [are, them, files] = count === 1 ? ['it is', 'it', 'a larger file'] : ['they are', 'them', 'larger files'];
    return `${stay(count)}: ${are} too small for the watermark’s letters. Choose a shorter text under “Change watermark”, or replace ${them} by ${files}.`;
  },
  faint: (count) =>
    `${stay(count)}: the watermark changes too little of ${count === 1 ? 'it' : 'them'} to be seen. Choose more letters or a higher opacity under “Change watermark”.`,
};

const sayWaiting = (count: number) =>
  count === 1
    ? '1 photo waits for its watermark, and is hidden until then.'
    : `${formatCounted(count, 'photo')} wait for their watermarks, and are hidden until then.`;

/** Whether the client is meant to see the photo: they do, or will when its watermark is on it. */
export const isMeant = ({ is_approved, awaits_mark }: StudioPhoto): boolean => is_approved || awaits_mark === true;

/**
 * Returns, in sentences, how many of these photos the client doesn't see although they are meant to, why, and what to
 * do; empty when they see them all.
 */
export function sayHeld(photos: readonly StudioPhoto[]): string {
  const held = photos.filter(({ awaits_mark }) => awaits_mark);
  const count = (reason: Unmarkable | undefined) => held.filter(({ unmarkable }) => unmarkable === reason).length;
  const waiting = count(undefined);
  return [
    ...(waiting > 0 ? [sayWaiting(waiting)] : []),
    ...Unmarkable.options.flatMap((reason) => (count(reason) > 0 ? [unmarkableOf[reason](count(reason))] : [])),
  ].join(' ');
}

/** Returns, in sentences, how many of these photos the client sees now, and what `sayHeld` says of the others. */
export function sayShown(photos: readonly StudioPhoto[]): string {
  const visible = photos.filter(({ is_approved }) => is_approved).length;
  const shown =
    visible > 0 && `${formatCounted(visible, 'photo')} ${visible === 1 ? 'is' : 'are'} visible to the client.`;
  return [shown, sayHeld(photos)].filter(Boolean).join(' ');
}

/** Returns the same as `sayHeld` of all photos of a session; the reasons are below the photos. */
export function sayHeldOf({ waiting, unmarkable }: Pick<PhotoCounts, 'waiting' | 'unmarkable'>): string {
  const them = unmarkable === 1 ? 'it' : 'them';
  return [
    ...(waiting > 0 ? [sayWaiting(waiting)] : []),
    ...(unmarkable > 0
      ? [`${stay(unmarkable)} from clients, because the watermark can’t be seen on ${them}: see why under “Hidden”.`]
      : []),
  ].join(' ');
}
