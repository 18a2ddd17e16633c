import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';

/** The component that shows an offer as its client reads it, laid out for a window of `width` pixels. */
export type Preview = ComponentType<{
  offer: ClientOffer;
  width: number;
  shown: { width: number; height: number };
}>;

/** The classes of the pane's width: a phone's window fits in it unscaled where the fields have room enough. */
export const previewWidth = 'min-[75rem]:w-96 min-[90rem]:w-[29.375rem]';

/** Widths in pixels of the windows that the preview simulates. */
const widths = { Phone: 390, Desktop: 1_440 };
const devices = (Object.keys(widths) as (keyof typeof widths)[]).map((name) => ({ value: name, label: name }));

/** The offer as its client reads it, at the width of a phone or of a desktop. */
export function PreviewPane({
  query,
  Preview,
}: {
  query: Parameters<typeof QueryStatus>[0]['query'] & { data: ClientOffer | undefined };
  Preview: Preview;
}) {
  const [device, setDevice] = useState<keyof typeof widths>('Phone');
  const container = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  useEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(([entry]) => setAvailable(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  const width = Math.min(available, widths[device]);
  return (
    <>
      <SegmentedButtons label="Width of the preview" options={devices} value={device} onChange={setDevice} />
      <QueryStatus query={query} lines={6} loading="Loading preview..." failed="The preview could not be loaded." />
      <div ref={container} className="mt-3 grid justify-items-center">
        {query.data && width > 0 && (
          <Preview
            offer={query.data}
            width={widths[device]}
            shown={{ width, height: device === 'Phone' ? 720 : Math.max(470, Math.round(width * 0.625)) }}
          />
        )}
      </div>
    </>
  );
}
