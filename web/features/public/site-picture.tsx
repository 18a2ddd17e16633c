import { createContext, use } from 'react';
import { imagePath, type SiteImage, sourceSet, tint } from './site-image.ts';

/** Whether stand-ins are labeled, as in the editor's preview; visitors never see the label. */
export const MarkStandIns = createContext(false);

/**
 * A studio photograph as a responsive image.
 * @param sizes the width of its frame, in the format of the `sizes` attribute
 */
export function SitePicture({
  image,
  sizes,
  priority = false,
  alt = image.alt,
  frame,
  className = '',
}: {
  image: SiteImage;
  sizes: string;
  /** Load with high priority: for the first picture of a page. Other pictures load lazily. */
  priority?: boolean;
  /** The alternative text; '' if the text beside the picture describes it. */
  alt?: string;
  /** Width ÷ height of a cropping frame. The image is then made wide enough to cover the frame. */
  frame?: number;
  className?: string;
}) {
  const isLabeled = use(MarkStandIns) && image.from === 'stand-in';
  const coverFactor = frame ? Math.max(1, image.width / image.height / frame) : 1;
  const widths = sizes.replaceAll(/\d+(?=vw)/g, (width) => String(Math.round(Number(width) * coverFactor)));
  const isWide = /\b([5-9]\d|\d{3})vw/.test(widths);
  return (
    <picture className="contents">
      {/* Hidden, because a visible element would occupy a cell of a surrounding grid. */}
      <source className="hidden" type="image/avif" srcSet={sourceSet(image)} sizes={widths} />
      {/* WebP in one width, because few browsers need it, and every document that shows the picture carries each
          address. */}
      <img
        src={imagePath(image, (isWide ? image.webp.at(-1) : image.webp[0])!, 'webp')}
        alt={alt}
        data-stand-in={isLabeled ? '' : undefined}
        width={image.width}
        height={image.height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        className={`${tint(image)} object-cover ${className}`}
      />
    </picture>
  );
}
