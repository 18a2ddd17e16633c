import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import { type StudioPhoto, Unmarkable } from '#shared/contract/photos/photos.ts';
import { formatCounted } from '#shared/text/format-count.ts';

/** Texts of why a photo stays hidden from clients while its session has this watermark, and what to do. */
export const unmarkableReasons: Record<Unmarkable, string> = {
  small:
    'Clients don’t see this photo: it is too small for the watermark’s letters. Choose a shorter text under “Change watermark”, or replace the photo by a larger file.',
  faint:
    'Clients don’t see this photo: the watermark changes too little of it to be seen. Choose more letters or a higher opacity under “Change watermark”.',
};

/** Short texts of the same reasons for the line below a photo. */
export const unmarkableWords: Record<Unmarkable, string> = {
  small: 'Hidden: too small for the watermark',
  faint: 'Hidden: watermark not seen',
};

const sayHidden = (count: number) => `${formatCounted(count, 'photo')} ${count === 1 ? 'stays' : 'stay'} hidden`;

/** Functions that return the text of a reason for several photos. */
const reasonTexts: Record<Unmarkable, (count: number) => string> = {
  small: (count) => {
    const [subject, object, replacement] =
      count === 1 ? ['it is', 'it', 'a larger file'] : ['they are', 'them', 'larger files'];
    return `${sayHidden(count)}: ${subject} too small for the watermark’s letters. Choose a shorter text under “Change watermark”, or replace ${object} by ${replacement}.`;
  },
  faint: (count) =>
    `${sayHidden(count)}: the watermark changes too little of ${count === 1 ? 'it' : 'them'} to be seen. Choose more letters or a higher opacity under “Change watermark”.`,
};

const sayWaiting = (count: number) =>
  count === 1
    ? '1 photo waits for its watermark, and is hidden until then.'
    : `${formatCounted(count, 'photo')} wait for their watermarks, and are hidden until then.`;

/** Whether the client may see the photo, now or as soon as it is watermarked. */
export const isMeantForClients = ({ is_approved, awaits_mark }: StudioPhoto): boolean =>
  is_approved || awaits_mark === true;

/**
 * Returns sentences about photos that clients don't see although the studio shows them: how many, why, and what to do; '' if
 * there are none.
 */
export function sayHeld(photos: readonly StudioPhoto[]): string {
  const heldPhotos = photos.filter(({ awaits_mark }) => awaits_mark);
  const count = (reason: Unmarkable | undefined) => heldPhotos.filter(({ unmarkable }) => unmarkable === reason).length;
  const waitingCount = count(undefined);
  return [
    ...(waitingCount > 0 ? [sayWaiting(waitingCount)] : []),
    ...Unmarkable.options.flatMap((reason) => (count(reason) > 0 ? [reasonTexts[reason](count(reason))] : [])),
  ].join(' ');
}

/** Returns sentences about how many of these photos the client sees now, followed by the result of `sayHeld`. */
export function sayShown(photos: readonly StudioPhoto[]): string {
  const visible = photos.filter(({ is_approved }) => is_approved).length;
  const visibleText =
    visible > 0 && `${formatCounted(visible, 'photo')} ${visible === 1 ? 'is' : 'are'} visible to the client.`;
  return [visibleText, sayHeld(photos)].filter(Boolean).join(' ');
}

/** Returns the sentences of `sayHeld` for all photos of a session, without the reasons, which are below the photos. */
export function sayHeldOf({ waiting, unmarkable }: Pick<PhotoCounts, 'waiting' | 'unmarkable'>): string {
  const object = unmarkable === 1 ? 'it' : 'them';
  return [
    ...(waiting > 0 ? [sayWaiting(waiting)] : []),
    ...(unmarkable > 0
      ? [
          `${sayHidden(unmarkable)} from clients, because the watermark can’t be seen on ${object}: see why under “Hidden”.`,
        ]
      : []),
  ].join(' ');
}
