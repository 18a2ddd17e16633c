/** Width ÷ height of the frames in which images are mostly cropped. */
const usualFrame = 1.5;

/**
 * Returns which share of the height that a frame cuts off is cut above the frame, in percent, as CSS's
 * `object-position` counts it. The focal point is then in the middle of the frame, as far as the image reaches. With
 * the focal point's own percentage, a face high in the image would be as high in the frame, without its forehead. In
 * frames of another shape, up to twice as wide, the focal point stays in sight.
 * @param y the focal point, in percent of the height
 * @param frame width ÷ height
 */
export function cropPercent(
  { width, height }: { width: number; height: number },
  y: number,
  frame = usualFrame,
): number {
  const visibleShare = width / height / frame;
  if (visibleShare >= 1) return y;
  return Math.min(100, Math.max(0, Math.round((y - 50 * visibleShare) / (1 - visibleShare))));
}
