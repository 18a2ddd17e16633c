import { type SiteImage, sourceSet, tint } from './site-images.ts';

/** One of the studio's own photographs, in the size that the screen needs. `sizes` says how wide it stands. */
export function SitePicture({
  image,
  sizes,
  priority = false,
  alt = image.alt,
  className = '',
}: {
  image: SiteImage;
  sizes: string;
  /** The picture that a page opens with: fetched first. All others wait until they are near. */
  priority?: boolean;
  /** '' where words beside the picture say it all. */
  alt?: string;
  className?: string;
}) {
  return (
    <picture className="contents">
      {/* Hidden, or it would take a cell of the grid that the picture stands in. */}
      <source className="hidden" type="image/avif" srcSet={sourceSet(image, 'avif')} sizes={sizes} />
      <img
        src={`/photographs/${image.key}-${image.webp[0]}.webp`}
        srcSet={sourceSet(image, 'webp')}
        sizes={sizes}
        alt={alt}
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
