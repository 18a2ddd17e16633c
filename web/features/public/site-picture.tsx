import { createContext, use } from 'react';
import { imagePath, type SiteImage, sourceSet, tint } from './site-image.ts';

/** Whether stand-ins are marked, as the editor's preview does; visitors never see it. */
export const MarkStandIns = createContext(false);

/**
 * A studio photograph as responsive image.
 * @param sizes width of its frame, as in the `sizes` attribute.
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
  /** Load with high priority: for the first picture of a page. Others load lazily. */
  priority?: boolean;
  /** '' if the text beside the picture describes it. */
  alt?: string;
  /** Width ÷ height of a cropping frame: the image must then be wider than the frame. */
  frame?: number;
  className?: string;
}) {
  const isMarked = use(MarkStandIns) && image.from === 'stand-in';
  const covering = frame ? Math.max(1, image.width / image.height / frame) : 1;
  const widths = sizes.replaceAll(/\d+(?=vw)/g, (width) => String(Math.round(Number(width) * covering)));
  const isWide = /\b([5-9]\d|\d{3})vw/.test(widths);
  return (
    <picture className="contents">
      {/* Hidden: visible it would occupy a cell of a surrounding grid. */}
      <source className="hidden" type="image/avif" srcSet={sourceSet(image)} sizes={widths} />
      {/* WebP in one width: few browsers need it, and each address is carried by every document that shows the picture. */}
      <img
        src={imagePath(image, (isWide ? image.webp.at(-1) : image.webp[0])!, 'webp')}
        alt={alt}
        data-stand-in={isMarked ? '' : undefined}
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
