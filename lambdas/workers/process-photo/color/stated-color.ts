/** Colors as files state them without an ICC profile, by numbers of the standard CICP (ITU-T H.273) or of their own. */

/** The CIE x and y of white, red, green and blue. */
export type Chromaticities = readonly [
  white: readonly [number, number],
  red: readonly [number, number],
  green: readonly [number, number],
  blue: readonly [number, number],
];

/**
 * The curve from a stored value to light: a power of the value, or a standard's curve; 'pq' and 'hlg' are those of HDR.
 */
export type Transfer = number | 'srgb' | 'smpte240' | 'smpte428' | 'pq' | 'hlg';

/** CICP's numbers for primaries and transfer. */
export type Cicp = readonly [primaries: number, transfer: number];

/** The colors that a file states. */
export interface StatedColor {
  primaries: Chromaticities;
  transfer: Transfer;
  /** The brightest light of an HDR photo, or of the screen on which it was made, in nits. */
  peak?: number | undefined;
}

const d65 = [0.3127, 0.329] as const;
const whiteC = [0.31, 0.316] as const;
const smpte170 = [d65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07]] as const;

export const srgbPrimaries = [d65, [0.64, 0.33], [0.3, 0.6], [0.15, 0.06]] as const;
export const rec2020Primaries = [d65, [0.708, 0.292], [0.17, 0.797], [0.131, 0.046]] as const;

/** Adobe RGB (1998). */
export const adobeRgb: StatedColor = {
  primaries: [d65, [0.64, 0.33], [0.21, 0.71], [0.15, 0.06]],
  transfer: 563 / 256,
};

/** The primaries of those numbers of ColourPrimaries that browsers know. */
export const primariesOfCicp: Readonly<Record<number, Chromaticities>> = {
  1: srgbPrimaries,
  4: [whiteC, [0.67, 0.33], [0.21, 0.71], [0.14, 0.08]],
  5: [d65, [0.64, 0.33], [0.29, 0.6], [0.15, 0.06]],
  6: smpte170,
  7: smpte170,
  8: [whiteC, [0.681, 0.319], [0.243, 0.692], [0.145, 0.049]],
  9: rec2020Primaries,
  10: [
    [1 / 3, 1 / 3],
    [1, 0],
    [0, 1],
    [0, 0],
  ],
  11: [
    [0.314, 0.351],
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
  ],
  12: [d65, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]],
  22: [d65, [0.63, 0.34], [0.295, 0.605], [0.155, 0.077]],
};

/** The curves of those numbers of TransferCharacteristics that browsers know and show alike in every format. */
export const transferOfCicp: Readonly<Record<number, Transfer>> = {
  4: 2.2,
  5: 2.8,
  7: 'smpte240',
  8: 1,
  13: 'srgb',
  16: 'pq',
  17: 'smpte428',
  18: 'hlg',
};

/**
 * The numbers of television's curves for cameras: browsers take them for sRGB in AVIF, and for a screen's gamma in PNG.
 */
export const televisionTransfers: readonly number[] = [1, 6, 11, 14, 15];

export const isSrgbColor = ({ primaries, transfer }: StatedColor): boolean =>
  primaries === srgbPrimaries && transfer === 'srgb';
