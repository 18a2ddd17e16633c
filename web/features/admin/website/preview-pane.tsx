import { type ComponentType, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext } from 'react-hook-form';
import type { Website } from '#shared/website/website.ts';
import { useCurrency } from '../../../ui/content.tsx';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';
import { fieldOf, type PointedAt } from './field-of.ts';
import { PictureContext } from './pictures/picture-context.ts';
import { previewPages } from './preview-pages.ts';

/** The component that renders a public page with content that is not published. */
export type Preview = ComponentType<{
  content: Website;
  /** The path of the page on the website. */
  path: string;
  onPath: (path: string) => void;
  /** Returns the path in the content of the field that an element of the page shows. */
  fieldAt: (pointed: PointedAt) => string | undefined;
  onEdit: (field: string) => void;
  /** The width in pixels of the simulated window. */
  width: number;
  /** The size in pixels of the preview, to which the window is scaled. */
  shown: { width: number; height: number };
}>;

/** Widths in pixels of the windows that the preview simulates. */
const widths = { Phone: 390, Desktop: 1_440 };
const devices = (Object.keys(widths) as (keyof typeof widths)[]).map((name) => ({ value: name, label: name }));

/** Returns the size in pixels of a preview: a phone's is tall at any width, a desktop's keeps its shape down to a least height. */
const shownSize = (device: keyof typeof widths, width: number) => ({
  width,
  height: device === 'Phone' ? 690 : Math.max(470, Math.round(width * 0.625)),
});

/** A public page with the typed content, at the width of a phone or of a desktop. A click in it shows the field. */
export function PreviewPane({
  Preview,
  content,
  path,
  onPath,
  onEdit,
  isHidden,
}: {
  Preview: Preview;
  content: Website;
  path: string;
  onPath: (path: string) => void;
  /** Shows the section with the field of this path. */
  onEdit: (field: string) => void;
  /** Whether the pane is hidden in windows below 1200 pixels, where one pane is shown at a time. */
  isHidden: boolean;
}) {
  const currency = useCurrency();
  const { setFocus } = useFormContext();
  const { builtIn } = use(PictureContext);
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
  const pages = previewPages(content);
  const follow = (to: string) => {
    if (pages.some((page) => page.path === to)) onPath(to);
  };
  const edit = (field: string) => {
    // Only visible fields can get the focus.
    flushSync(() => onEdit(field));
    setFocus(field);
    document.activeElement?.scrollIntoView({ block: 'center' });
  };
  return (
    <div
      className={`shrink-0 border-line bg-petal p-4 min-[75rem]:w-[26.5rem] min-[75rem]:border-l min-[100rem]:flex-1 ${isHidden ? 'max-[75rem]:hidden' : 'max-[75rem]:min-w-0 max-[75rem]:flex-1'}`}
    >
      <div className="sticky top-4 lg:top-23">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SegmentedButtons label="Width of the preview" options={devices} value={device} onChange={setDevice} />
          <label className="text-sm">
            <span className="sr-only">Page in the preview</span>
            <select
              value={path}
              onChange={({ target }) => follow(target.value)}
              className="h-11 rounded-md border border-edge bg-white px-3"
            >
              {!pages.some((page) => page.path === path) && <option value={path}>Not filled yet</option>}
              {pages.map((page) => (
                <option key={page.path} value={page.path}>
                  {page.name}
                </option>
              ))}
            </select>
          </label>
        </div>
        <p className="mt-3 text-sm text-mute">Click a text or a picture to edit it.</p>
        <div ref={container} className="mt-3 grid justify-items-center">
          {width > 0 && (
            <Preview
              content={content}
              path={path}
              onPath={follow}
              fieldAt={(pointed) => fieldOf(content, builtIn, path, pointed, currency)}
              onEdit={edit}
              width={widths[device]}
              shown={shownSize(device, width)}
            />
          )}
        </div>
      </div>
    </div>
  );
}
