import type { Transfer } from './stated-color.ts';

/** The nits of a sheet of white paper in an HDR photo (ITU-R BT.2408). */
export const paperWhite = 203;

/**
 * Returns the light of a stored value, from 0 to 1; for PQ in units of paper's white, so up to 49; for HLG the light of
 * the scene.
 * @param value from 0 to 1
 */
export function lightOf(transfer: Transfer, value: number): number {
  if (typeof transfer === 'number') return value ** transfer;
  switch (transfer) {
    case 'srgb':
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    case 'smpte240':
      return value < 0.0913 ? value / 4 : ((value + 0.1115) / 1.1115) ** (1 / 0.45);
    case 'smpte428':
      return Math.min(1, (value ** 2.6 * 52.37) / 48);
    case 'pq': {
      const root = value ** (32 / 2_523);
      const share = Math.max(0, root - 107 / 128) / (2_413 / 128 - (2_392 / 128) * root);
      return (10_000 * share ** (8_192 / 1_305)) / paperWhite;
    }
    case 'hlg':
      return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12;
  }
}

/**
 * Returns the value that stores a light in sRGB, the inverse of `lightOf`; for a light below 0, a value as far below 0.
 */
export const shadeOf = (light: number): number =>
  Math.abs(light) <= 0.0031308 ? light * 12.92 : Math.sign(light) * (1.055 * Math.abs(light) ** (1 / 2.4) - 0.055);
