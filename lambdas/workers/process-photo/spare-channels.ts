/**
 * A TIFF may have channels beyond its colors: one that is transparency, and saved selections, which editors call alpha
 * channels, too. The decoder takes the last one for transparency whatever it is.
 */

import type { Pixels } from './pixels.ts';

/** ExtraSamples's values for transparency: colors multiplied with it, and not. */
const isTransparency = (value: number) => value === 1 || value === 2;

/** How a TIFF's channels beyond the colors are stored. */
export interface ExtraChannels {
  /** ExtraSamples's value for each of them. */
  extras: readonly number[];
  /** Each channel is stored by itself. */
  isPlanar: boolean;
}

/**
 * Returns what is done with the channels, so that the decoder takes none for transparency that is none: nothing; or they
 * are left unread, where they stand behind the colors in planes of their own; or dropped from the decoded picture.
 */
export function handlingOf({ extras, isPlanar }: ExtraChannels): 'as they are' | 'unread' | 'dropped' {
  if (extras.length === 0 || (extras.length === 1 && extras.every(isTransparency))) return 'as they are';
  return isPlanar && !extras.some(isTransparency) ? 'unread' : 'dropped';
}

/** Returns whether the decoder mixes up the rows of such channels: of gray with transparency in planes of their own. */
export const areMixedUp = ({ extras, isPlanar }: ExtraChannels, isGray: boolean): boolean =>
  isGray && isPlanar && extras.some(isTransparency);

/**
 * Returns red, green, blue and, if there is one, the channel of transparency; the others are dropped.
 * @param pixels red, green, blue and the extra channels; overwritten
 * @param extras ExtraSamples's value for each extra channel
 */
export function withoutSpareChannels({ data, info }: Pixels, extras: readonly number[]): Pixels {
  const transparency = extras.findIndex(isTransparency);
  const channels = transparency === -1 ? 3 : 4;
  const pixels = info.width * info.height;
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel += 1, from += info.channels, to += channels) {
    const opacity = data[from + 3 + transparency]!;
    data[to] = data[from]!;
    data[to + 1] = data[from + 1]!;
    data[to + 2] = data[from + 2]!;
    if (channels === 4) data[to + 3] = opacity;
  }
  return { data: data.subarray(0, pixels * channels), info: { ...info, channels } };
}
