import { rec2020Primaries, type ToldColor, type Transfer } from './told-color.ts';
import { inverse, product, type Triple, times, toXyz } from './xyz.ts';

/** Nits of a sheet of white paper in an HDR photo (ITU-R BT.2408). */
const paperWhite = 203;
/** Nits of the screen that HLG is meant for, and of the brightest light where a file does not tell it. */
const usualPeak = 1_000;
/** Shares of red, green and blue of Rec. 2020 in luminance. */
const luminance: Triple = [0.2627, 0.678, 0.0593];
/** Exponent of luminance by which HLG's screen shows more contrast than its scene had. */
const hlgContrast = 0.2;

export const isHdr = ({ transfer }: ToldColor): boolean => transfer === 'pq' || transfer === 'hlg';

/**
 * Returns the light of a stored value, from 0 to 1; of PQ in units of paper's white, so up to 49, and of HLG the light
 * of the scene.
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

/** Returns the stored value of a light in sRGB, the inverse of `lightOf`; of a light below 0 as far below 0. */
export const shadeOf = (light: number): number =>
  Math.abs(light) <= 0.0031308 ? light * 12.92 : Math.sign(light) * (1.055 * Math.abs(light) ** (1 / 2.4) - 0.055);

/**
 * Returns a function from the light of an HDR color (`lightOf` of its values) to what a screen without HDR shows, in red,
 * green and blue of Rec. 2020: as Chromium shows it (SMPTE ST 2094-50's reference white tone mapping operator). Light up
 * to paper's white is dimmed evenly, and what is brighter fills the room above.
 */
export function toneMapped({ primaries, transfer, peak = usualPeak }: ToldColor): (light: Triple) => Triple {
  const toRec2020 = product(inverse(toXyz(rec2020Primaries)), toXyz(primaries));
  const shown = makeToneCurve((transfer === 'hlg' ? Math.min(peak, usualPeak) : peak) / paperWhite);
  return (light) => {
    const inRec2020 = times(toRec2020, light);
    const onScreen = transfer === 'hlg' ? onHlgScreen(inRec2020) : inRec2020;
    const brightest = Math.max(...onScreen);
    const gain = brightest > 0 ? shown(brightest) / brightest : 0;
    return [onScreen[0] * gain, onScreen[1] * gain, onScreen[2] * gain];
  };
}

function onHlgScreen(scene: Triple): Triple {
  const bright = luminance.reduce((sum, share, index) => sum + share * scene[index]!, 0);
  const gain = (Math.max(0, bright) ** hlgContrast * usualPeak) / paperWhite;
  return [scene[0] * gain, scene[1] * gain, scene[2] * gain];
}

/**
 * Returns the operator's curve from light to light, both in units of paper's white of their screens.
 * @param peak the brightest light
 */
function makeToneCurve(peak: number): (light: number) => number {
  if (peak <= 1) return (light) => light;
  const white = 1 - 0.5 * Math.min(1, Math.log(peak) / Math.log(usualPeak / paperWhite));
  // A quadratic Bézier curve from paper's white to the peak; its middle point lies where the even dimming would go on.
  const bend = 0.65;
  const middle = { from: 1 - bend + bend / white, to: (1 - bend) * white + bend };
  const [a, b] = [1 - 2 * middle.from + peak, 2 * (middle.from - 1)];
  return (light) => {
    if (light <= 1) return light * white;
    if (light >= peak) return 1;
    const t = (2 * (light - 1)) / (b + Math.sqrt(b * b + 4 * a * (light - 1)));
    return white * (1 - t) ** 2 + 2 * middle.to * t * (1 - t) + t * t;
  };
}
