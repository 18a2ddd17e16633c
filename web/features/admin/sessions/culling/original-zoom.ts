import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ZoomRef } from 'yet-another-react-lightbox';
import type { FullPicture } from '../../../../photos/lightbox/stage.tsx';
import { originalQuery } from '../grid/api.ts';

/**
 * Zooms the open photo to the pixels of its original, which is loaded once it is first zoomed to.
 * @returns `zoom` and `full` for the stage; `isZoomed`: whether the photo is larger than its place now; `toggle`: zooms
 * in as far as possible, or out.
 */
export function useOriginalZoom(session: string, photo: string) {
  const zoom = useRef<ZoomRef>(null);
  const [zoomed, setZoomed] = useState<string>();
  const { data: url } = useQuery({ ...originalQuery(session, photo), enabled: zoomed === photo });
  // The zoom plugin looks for a larger picture only when the size changes: zoom out a little for one frame. It rounds
  // up to the largest zoom from 0.01 below.
  useEffect(() => {
    if (!url) return;
    let frame = requestAnimationFrame(() => {
      const before = zoom.current?.zoom ?? 1;
      if (before <= 1) return;
      zoom.current?.changeZoom(before - 0.02, true);
      frame = requestAnimationFrame(() => {
        // Z may have been pressed between the two frames.
        if (zoom.current && zoom.current.zoom > 1) zoom.current.changeZoom(before, true);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [url]);
  const full: FullPicture | 'on zoom' = url ? { photo, url } : 'on zoom';
  return {
    zoom,
    full,
    isZoomed: () => zoom.current !== null && zoom.current.zoom > 1,
    toggle: () => {
      const { current } = zoom;
      if (!current) return;
      setZoomed(photo);
      current.changeZoom(current.zoom > 1 ? 1 : current.maxZoom, true);
    },
  };
}
