/** The package has no types; this declares what is used here. */
declare module 'opentype.js' {
  /** A line, or a quadratic curve with its control point. */
  export type Segment =
    | { type: 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number };
  /** Units of the font's em, y upwards. */
  export type PathCommand = { type: 'M'; x: number; y: number } | Segment | { type: 'Z' };

  interface Font {
    unitsPerEm: number;
    /** Returns the glyph of a character; the one with index 0 when the font has none for it. */
    charToGlyph(character: string): { index: number; advanceWidth: number; path: { commands: PathCommand[] } };
  }

  const opentype: { parse(font: ArrayBuffer): Font };
  export default opentype;
}
