import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { inBytes } from '../../../../lib/sizes.ts';
import { FileName } from '../../../../ui/file-name.tsx';
import { Close, Download } from '../../../../ui/icons.tsx';
import { isAttachment } from './acceptable.ts';

/** The height of a row in pixels. */
const rowHeight = 56;
/** Largest number of rows that are visible without scrolling. */
const rowsInSight = 5;

const keys = new WeakMap<File, string>();

/** Returns a key that identifies a row while rows before it are removed; files of two folders can have the same name. */
function keyOf(file: File): string {
  const key = keys.get(file) ?? crypto.randomUUID();
  keys.set(file, key);
  return key;
}

/** The selected files before they are sent, each with a thumbnail and a button that removes it. */
export function ChosenFiles({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const height = Math.min(files.length, rowsInSight) * rowHeight;
  // Only files in sight are decoded: an upload has up to thousands.
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    initialRect: { width: 0, height },
    overscan: 2,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <div ref={list} tabIndex={0} className="overflow-y-auto border-y border-line" style={{ height }}>
      <ul aria-label="Selected files" className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const file = files[index];
          return (
            file && (
              <li
                key={keyOf(file)}
                aria-setsize={files.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0 flex items-center gap-3 text-sm"
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
              >
                {isAttachment(file) ? (
                  <span className="grid size-11 shrink-0 place-items-center bg-petal text-mute">
                    <Download className="size-5" />
                  </span>
                ) : (
                  <Thumbnail file={file} size={44} />
                )}
                <span className="flex min-w-0 flex-1 justify-between gap-x-3 max-sm:flex-col">
                  <FileName name={file.name} />
                  <span className="shrink-0 text-mute tabular-nums">
                    {isAttachment(file) && 'For download, '}
                    {inBytes(file.size)}
                  </span>
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => onRemove(file)}
                  className="grid size-11 shrink-0 cursor-pointer place-items-center text-mute hover:text-ink"
                >
                  <Close className="size-5" />
                </button>
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/**
 * A file's uncropped thumbnail, with at most this width and height in pixels, or its extension if the browser can't decode it,
 * such as TIFF. A canvas and not an object URL: the Content-Security-Policy allows no images from blobs.
 */
export function Thumbnail({ file, size }: { file: File; size: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [renderedFile, setRenderedFile] = useState<File>();
  const [unreadableFile, setUnreadableFile] = useState<File>();
  useEffect(() => {
    let isMounted = true;
    const render = async () => {
      const image = await createImageBitmap(file, { resizeHeight: size * 2, resizeQuality: 'low' });
      if (isMounted && canvas.current) {
        Object.assign(canvas.current, { width: image.width, height: image.height });
        canvas.current.getContext('2d')?.drawImage(image, 0, 0);
        setRenderedFile(file);
      }
      image.close();
    };
    render().catch(() => isMounted && setUnreadableFile(file));
    return () => {
      isMounted = false;
    };
  }, [file, size]);
  if (unreadableFile === file) {
    return (
      <span
        aria-hidden="true"
        className="grid shrink-0 place-items-center bg-petal text-xs text-mute uppercase"
        style={{ width: size, height: size }}
      >
        {file.name.match(/\.(\w{1,4})$/)?.[1]}
      </span>
    );
  }
  return (
    <canvas
      ref={canvas}
      width={size}
      height={size}
      className={`shrink-0 object-contain ${renderedFile === file ? '' : 'bg-petal'}`}
      style={{ width: size, height: size }}
    />
  );
}
