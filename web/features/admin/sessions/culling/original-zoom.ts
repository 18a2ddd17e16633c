import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ZoomRef } from 'yet-another-react-lightbox';
import type { FullImage } from '../../../../photos/lightbox/stage.tsx';
import { originalQuery } from '../grid/api.ts';

/**
 * Returns the state with which the open photo zooms to the pixels of its original, which is loaded when the photo is first
 * zoomed.
 * @returns `zoom` and `full` for the stage; `isZoomed`: whether the photo is enlarged now; `toggle`: zooms in as far as possible,
 * or out.
 */
export function useOriginalZoom(session: string, photo: string) {
  const zoom = useRef<ZoomRef>(null);
  const [zoomedPhoto, setZoomedPhoto] = useState<string>();
  const { data: url } = useQuery({ ...originalQuery(session, photo), enabled: zoomedPhoto === photo });
  // The zoom plugin looks for a larger image only when the size changes: zoom out a little for one frame. A zoom less than 0.01
  // below the largest is rounded up to it.
  useEffect(() => {
    if (!url) return;
    let frame = requestAnimationFrame(() => {
      const zoomLevel = zoom.current?.zoom ?? 1;
      if (zoomLevel <= 1) return;
      zoom.current?.changeZoom(zoomLevel - 0.02, true);
      frame = requestAnimationFrame(() => {
        // Z may have been pressed between the two frames.
        if (zoom.current && zoom.current.zoom > 1) zoom.current.changeZoom(zoomLevel, true);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [url]);
  const full: FullImage | 'on zoom' = url ? { photo, url } : 'on zoom';
  return {
    zoom,
    full,
    isZoomed: () => zoom.current !== null && zoom.current.zoom > 1,
    toggle: () => {
      const { current } = zoom;
      if (!current) return;
      setZoomedPhoto(photo);
      current.changeZoom(current.zoom > 1 ? 1 : current.maxZoom, true);
    },
  };
}
