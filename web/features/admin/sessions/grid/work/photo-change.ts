import type { EditPhotos, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isolated } from '#shared/text/isolated.ts';
import type { Website } from '#shared/website/website.ts';
import { formatPhotoCount } from '../../../../../photos/format-photo-count.ts';
import { keptAddresses, keptDownloads, keptPictures } from '../../../kept-addresses.ts';
import { categoryName } from '../../../website/published.ts';
import { sayStars } from '../../stars.ts';
import { isMeantForClients, sayHeld, sayShown } from '../unmarkable.ts';

export type PhotoChange = Omit<EditPhotos, 'photo_ids'>;

/** An edit that gives photos their former value again. */
export interface Reversal {
  ids: string[];
  values: PhotoChange;
}

/** Returns the edits that undo a change, by former value, without photos that already have the new value. */
export function reversalsOf(photos: Map<string, StudioPhoto>, ids: string[], change: PhotoChange): Reversal[] {
  return (['is_approved', 'downloadable', 'category', 'stage', 'stars'] as const).flatMap((field) => {
    const value = change[field];
    if (value === undefined) return [];
    const formerValueOf = (id: string) => {
      const photo = photos.get(id)!;
      // A photo that waits for its watermark counts as shown, too.
      return field === 'is_approved' ? isMeantForClients(photo) : photo[field];
    };
    const changed = ids.filter((id) => photos.has(id) && formerValueOf(id) !== value);
    const byValue = Map.groupBy(changed, formerValueOf);
    return [...byValue].map(([value, ids]) => ({ ids, values: { [field]: value } }));
  });
}

/** Whether a change may make photos visible, or leave them hidden until they are watermarked. */
export const mayShow = ({ is_approved, stage }: PhotoChange): boolean => is_approved === true || stage !== undefined;

/** Returns the text for a change while it is being made. */
export function sayDoing({ is_approved, downloadable, category, stage, stars }: PhotoChange): string {
  if (stars !== undefined) return stars === 0 ? 'Taking the stars away' : 'Giving stars';
  if (stage !== undefined) return stage === 'finished' ? 'Marking finished' : 'Marking as proofs';
  if (is_approved !== undefined) return is_approved ? 'Showing' : 'Hiding';
  if (downloadable !== undefined) return downloadable ? 'Allowing downloads' : 'Refusing downloads';
  return category === null ? 'Taking out of the public gallery' : 'Adding to the public gallery';
}

/**
 * Returns the text of what a change did.
 * @param photos the photos after the change
 * @param before the photos before the change
 */
export function sayDone(
  { is_approved, downloadable, category, stage, stars }: PhotoChange,
  photos: StudioPhoto[],
  before: ReadonlyMap<string, StudioPhoto>,
  website: Website,
): string {
  const counted = formatPhotoCount(photos.length);
  const [isOrAre, hasOrHave] = photos.length === 1 ? ['is', 'has'] : ['are', 'have'];
  if (photos.length === 0) return 'These photos are not in this session any more.';
  if (stars !== undefined) return `${counted} ${hasOrHave} ${sayStars(stars)}.`;
  if (stage === 'finished') {
    const newlyVisible = photos.filter((photo) => photo.is_approved && before.get(photo.id)?.awaits_mark);
    return `${counted} ${isOrAre} finished. ${sayShown(newlyVisible)}`.trim();
  }
  if (stage === 'proof') {
    const proofs = photos.length === 1 ? '1 photo is a proof.' : `${counted} are proofs.`;
    return `${proofs} ${sayHeld(photos)}`.trim();
  }
  if (is_approved === true) return sayShown(photos);
  if (is_approved === false) {
    return `${counted} ${isOrAre} hidden from the client. ${keptAddresses}`;
  }
  if (downloadable === true) return `The client can download ${counted}.`;
  if (downloadable === false) return `The client can’t download ${counted}. ${keptDownloads}`;
  return category === null || category === undefined
    ? `${counted} ${hasOrHave} left the public gallery. ${keptPictures}`
    : `${counted} will be in the public gallery, under ${categoryName(website, category)}, in a moment.`;
}

/** Returns the text that a change of one photo is undone. */
export function sayTakenBack(name: string, { is_approved, downloadable, stage, stars }: PhotoChange): string {
  if (stars !== undefined) return `Undone: the stars of ${isolated(name)} are as before.`;
  if (is_approved !== undefined) {
    return `Undone: ${isolated(name)} is ${is_approved ? 'hidden from' : 'visible to'} the client again.`;
  }
  if (downloadable !== undefined) {
    return `Undone: the client ${downloadable ? 'can’t' : 'can'} download ${isolated(name)} again.`;
  }
  return `Undone: ${isolated(name)} is ${stage === 'finished' ? 'a proof' : 'finished'} again.`;
}
