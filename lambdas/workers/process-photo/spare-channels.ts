/**
 * A TIFF may have channels beyond its colors: transparency, and saved selections, which editors also call alpha
 * channels. The decoder takes the last channel for transparency, whatever it is.
 */

import type { Pixels } from './pixels.ts';

/** Whether a value of ExtraSamples stands for transparency: 1 with colors multiplied by it, 2 without. */
const isTransparency = (value: number) => value === 1 || value === 2;

/** The storage of a TIFF's channels beyond the colors. */
export interface ExtraChannels {
  /** The value of ExtraSamples for each of these channels. */
  extras: readonly number[];
  /** Whether each channel is stored separately. */
  isPlanar: boolean;
}

/**
 * Returns how to handle the channels so that the decoder takes no other channel for transparency: leave them; or leave
 * them unread, when they follow the colors in planes of their own; or drop them from the decoded image.
 */
export function handlingOf({ extras, isPlanar }: ExtraChannels): 'as they are' | 'unread' | 'dropped' {
  if (extras.length === 0 || (extras.length === 1 && extras.every(isTransparency))) return 'as they are';
  return isPlanar && !extras.some(isTransparency) ? 'unread' : 'dropped';
}

/** Whether the decoder mixes up the rows of such channels: of gray and transparency that are stored separately. */
export const areMixedUp = ({ extras, isPlanar }: ExtraChannels, isGray: boolean): boolean =>
  isGray && isPlanar && extras.some(isTransparency);

/**
 * Returns red, green, blue and, if there is one, the channel of transparency, without the other channels.
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
