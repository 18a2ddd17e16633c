import { lightOf, paperWhite, shadeOf } from './linear-light.ts';
import { rec2020Primaries, type StatedColor, srgbPrimaries } from './stated-color.ts';
import { inverse, type Matrix, product, type Triple, toXyz } from './xyz.ts';

/** The nits of the screen for which HLG is meant, and of the brightest light where a file does not state it. */
const usualPeak = 1_000;
/** The shares of red, green and blue of Rec. 2020 in luminance. */
const luminance: Triple = [0.2627, 0.678, 0.0593];
/** The exponent of luminance by which HLG's screen shows more contrast than its scene had. */
const hlgContrast = 0.2;
/** Steps of light for which a shade is computed: enough to tell the darkest shades of 8 bits apart. */
const lightSteps = 65_535;

export const isHdr = ({ transfer }: StatedColor): boolean => transfer === 'pq' || transfer === 'hlg';

/**
 * Returns the pixels of an HDR photo in sRGB, as Chromium shows them on a screen without HDR (SMPTE ST 2094-50's
 * reference white tone mapping operator): light up to paper's white is dimmed evenly, and brighter light fills the
 * range above. Each pixel is computed separately, because a table of colors in steps, as an ICC profile can have, is
 * wrong at the border of sRGB: it interpolates between a step outside, which is cut off at 0, and a step inside.
 * @param storedValues red, green and blue, and with four channels transparency, which stays unchanged
 */
export function toneMap(storedValues: Uint8Array | Uint16Array, channels: 3 | 4, color: StatedColor): Buffer {
  const { primaries, transfer, peak = usualPeak } = color;
  const maxValue = storedValues.BYTES_PER_ELEMENT === 1 ? 255 : 65_535;
  const lights = Float64Array.from({ length: maxValue + 1 }, (_, value) => lightOf(transfer, value / maxValue));
  const shades = Uint8Array.from({ length: lightSteps + 1 }, (_, step) => Math.round(255 * shadeOf(step / lightSteps)));
  const shadeAt = (light: number) => shades[Math.round(Math.min(1, Math.max(0, light)) * lightSteps)]!;
  const isHlg = transfer === 'hlg';
  const toneCurve = makeToneCurve((isHlg ? Math.min(peak, usualPeak) : peak) / paperWhite);
  const [[rr, rg, rb], [gr, gg, gb], [br, bg, bb]] = conversion(primaries, rec2020Primaries);
  const [[sr, sg, sb], [tr, tg, tb], [ur, ug, ub]] = conversion(rec2020Primaries, srgbPrimaries);
  const result = Buffer.alloc(storedValues.length);
  for (let at = 0; at < storedValues.length; at += channels) {
    const [first, second, third] = [
      lights[storedValues[at]!]!,
      lights[storedValues[at + 1]!]!,
      lights[storedValues[at + 2]!]!,
    ];
    const red = rr * first + rg * second + rb * third;
    const green = gr * first + gg * second + gb * third;
    const blue = br * first + bg * second + bb * third;
    const gain = isHlg ? hlgGain(red, green, blue) : 1;
    const brightest = Math.max(red, green, blue) * gain;
    const scale = brightest > 0 ? (gain * toneCurve(brightest)) / brightest : 0;
    result[at] = shadeAt((sr * red + sg * green + sb * blue) * scale);
    result[at + 1] = shadeAt((tr * red + tg * green + tb * blue) * scale);
    result[at + 2] = shadeAt((ur * red + ug * green + ub * blue) * scale);
    if (channels === 4) result[at + 3] = Math.round((storedValues[at + 3]! * 255) / maxValue);
  }
  return result;
}

/** Returns the matrix that converts light from one set of primaries to another. */
const conversion = (from: StatedColor['primaries'], to: StatedColor['primaries']): Matrix =>
  product(inverse(toXyz(to)), toXyz(from));

/** Returns the factor by which HLG's screen is brighter than its scene, in units of paper's white. */
function hlgGain(red: number, green: number, blue: number): number {
  const luma = luminance[0] * red + luminance[1] * green + luminance[2] * blue;
  return (Math.max(0, luma) ** hlgContrast * usualPeak) / paperWhite;
}

/**
 * Returns the operator's curve from stored light to shown light, each in units of its screen's paper white.
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
