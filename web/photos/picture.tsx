import { useEffect, useMemo, useState } from 'react';
import { preload } from 'react-dom';
import { thumbHashToDataURL } from 'thumbhash';
import { mediaPath, variantSize } from '#shared/media.ts';
import { onReturn } from '../lib/on-return.ts';

interface PictureOf {
  media_key: string;
  width: number;
  height: number;
  thumbhash: string;
}

function hashBytes(thumbhash: string): Uint8Array {
  return Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));
}

/** The addresses of a private photo, for a browser to choose from. */
function sourcesOf(customer: string, photo: PictureOf): { src: string; srcSet: string } {
  const small = mediaPath(customer, photo.media_key, 'small');
  const medium = mediaPath(customer, photo.media_key, 'medium');
  return {
    src: small,
    srcSet: `${small} ${variantSize(photo, 'small').width}w, ${medium} ${variantSize(photo, 'medium').width}w`,
  };
}

/** Lets the browser fetch a picture that is about to be shown, before the page around it is drawn. */
export function preloadPicture(customer: string, photo: PictureOf, sizes: string): void {
  const { src, srcSet } = sourcesOf(customer, photo);
  preload(src, { as: 'image', imageSrcSet: srcSet, imageSizes: sizes, fetchPriority: 'high' });
}

/** A private photo in the size that fits: its thumbhash until it is there, and a word where it can't be loaded. */
export function Picture({
  customer,
  photo,
  alt,
  sizes,
  priority = false,
  className = '',
}: {
  customer: string;
  photo: PictureOf;
  alt: string;
  sizes: string;
  priority?: boolean;
  className?: string;
}) {
  const [failed, setFailed] = useState(false);
  // The network may be back by then, or the cookies that open pictures renewed.
  useEffect(() => (failed ? onReturn(() => setFailed(false)) : undefined), [failed]);
  const placeholder = useMemo(() => `url(${thumbHashToDataURL(hashBytes(photo.thumbhash))})`, [photo.thumbhash]);
  if (failed) {
    return (
      <span className={`grid place-items-center bg-petal p-3 text-center text-xs text-mute ${className}`}>
        This picture could not be loaded.
      </span>
    );
  }
  return (
    <img
      {...sourcesOf(customer, photo)}
      sizes={sizes}
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailed(true)}
      style={{ backgroundImage: placeholder, backgroundSize: 'cover' }}
      className={`block object-cover ${className}`}
    />
  );
}
