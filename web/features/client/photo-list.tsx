import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { useCustomer } from '../../lib/customer.ts';
import { PhotoCard } from '../../photos/photo-card.tsx';
import { PhotoGrid } from '../../photos/photo-grid.tsx';
import { LightboxBoundary } from './lightbox-boundary.tsx';
import { useMarks } from './marks.ts';
import { firstPictures } from './queries.ts';
import { SavePhoto } from './save-photo.tsx';

const Lightbox = lazy(() => import('../../photos/lightbox.tsx'));

/** Photos in their grid, each with star, note and download, and the lightbox over them. */
export function PhotoList({
  label,
  photos,
  count,
  isFirst = false,
  sessionOf,
  onNeedMore,
  onShow,
}: {
  label: string;
  photos: GalleryPhoto[];
  /** How many there will be. */
  count: number;
  /** The first list of its screen: its first pictures are what people wait for. */
  isFirst?: boolean;
  /** The session of a photo, by its id; the same function each time. */
  sessionOf: (photo: string) => string;
  /** As the grid's. */
  onNeedMore: (() => void) | undefined;
  onShow?: ((first: number, last: number) => void) | undefined;
}) {
  const customer = useCustomer();
  const { star, note } = useMarks(sessionOf);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<string>();
  const [saving, setSaving] = useState<string>();
  /** Where somebody left the lightbox that they had opened elsewhere. */
  const [left, setLeft] = useState<string>();
  const opened = useRef<string>(undefined);

  const show = (photo: string) => {
    opened.current = photo;
    setOpen(photo);
  };
  // Handed to every card: the same function each time.
  const [onOpen] = useState(() => show);

  useEffect(() => {
    if (!left) return;
    let tries = 0;
    let frame = requestAnimationFrame(function focus() {
      const card = list.current?.querySelector<HTMLElement>(`[data-photo="${left}"]`);
      card?.focus({ preventScroll: true });
      tries += 1;
      // The lightbox keeps what lies behind it from taking the focus until it is gone.
      if ((card && card === document.activeElement) || tries > 60) setLeft(undefined);
      else frame = requestAnimationFrame(focus);
    });
    return () => cancelAnimationFrame(frame);
  }, [left]);

  const close = () => {
    if (open !== opened.current) setLeft(open);
    setOpen(undefined);
  };

  const placeOf = (photo: string | undefined) => {
    const place = photos.findIndex(({ id }) => id === photo);
    return place < 0 ? undefined : place;
  };
  const saved = photos.find(({ id }) => id === saving);

  return (
    <div ref={list}>
      <PhotoGrid
        label={label}
        count={count}
        items={photos}
        onNeedMore={onNeedMore}
        onShow={onShow}
        show={left === undefined ? undefined : placeOf(left)}
        renderItem={(photo, index) => (
          <PhotoCard
            customer={customer.id}
            photo={photo}
            priority={isFirst && index < firstPictures}
            onStar={star}
            onNote={note}
            onOpen={onOpen}
            onDownload={setSaving}
          />
        )}
      />
      {open !== undefined && (
        <LightboxBoundary onClose={close}>
          <Suspense fallback={null}>
            <Lightbox
              customer={customer.id}
              photos={photos}
              open={open}
              onStar={star}
              onNote={note}
              onDownload={setSaving}
              onView={(photo, index) => {
                setOpen(photo.id);
                if (index > photos.length - 5) onNeedMore?.();
              }}
              onClose={close}
            />
          </Suspense>
        </LightboxBoundary>
      )}
      {saved &&
        // The lightbox makes everything that stands beside it in the page inert.
        createPortal(
          <SavePhoto session={sessionOf(saved.id)} photo={saved} onClose={() => setSaving(undefined)} />,
          document.body,
        )}
    </div>
  );
}
