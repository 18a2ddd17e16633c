import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';

/**
 * Renders components in a frame, whose width their media queries see.
 * @param width pixels: the width of the window that they are laid out for
 * @param shown pixels: the size in which the frame is shown
 * @param page the name of what is shown; another one begins at its top
 * @param prepare adds the styles and the listeners to the frame's document
 */
export function FramedRoot({
  width,
  shown,
  page,
  prepare,
  children,
}: {
  width: number;
  shown: { width: number; height: number };
  page: string;
  prepare: (frameDocument: Document) => Promise<void>;
  children: ReactNode;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [root, setRoot] = useState<Root>();
  const [isFailed, setFailed] = useState(false);

  const start = async () => {
    const frameDocument = frame.current?.contentDocument;
    if (!frameDocument?.body || root) return;
    try {
      await prepare(frameDocument);
    } catch {
      setFailed(true);
      return;
    }
    const container = frameDocument.createElement('div');
    container.id = 'root';
    frameDocument.body.append(container);
    setRoot(createRoot(container));
  };
  useEffect(() => root?.render(children), [root, children]);
  // The unmount waits until after this render: React refuses to unmount a root while it renders another one.
  useEffect(() => () => void (root && setTimeout(() => root.unmount())), [root]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    frame.current?.contentWindow?.scrollTo(0, 0);
  }, [page]);

  const scale = shown.width / width;
  return (
    <div className="relative overflow-hidden border border-line bg-paper" style={shown}>
      {isFailed && <p className="p-4 text-sm text-alert">The preview could not be loaded. Please reload this page.</p>}
      <iframe
        ref={frame}
        title="Preview"
        srcDoc="<!doctype html><html lang='en'><head></head><body></body></html>"
        onLoad={start}
        className="absolute top-0 left-0 origin-top-left"
        style={{ width, height: shown.height / scale, transform: `scale(${scale})` }}
      />
    </div>
  );
}

/** Adds styles to a frame's document; a constructed stylesheet, because the Content-Security-Policy forbids inline ones. */
export function addStyles(frameDocument: Document, styles: string): void {
  const { CSSStyleSheet: Sheet } = frameDocument.defaultView as Window & typeof globalThis;
  const sheet = new Sheet();
  sheet.replaceSync(styles);
  frameDocument.adoptedStyleSheets = [sheet];
}

/** Adds the stylesheets of a document to a frame's document. */
export async function addStylesheets(frameDocument: Document, from: Document): Promise<void> {
  const sheets = [...from.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href);
  await Promise.all(
    sheets.map((href) => {
      const link = frameDocument.createElement('link');
      const loaded = new Promise((resolve, reject) => {
        link.onload = resolve;
        link.onerror = reject;
      });
      link.rel = 'stylesheet';
      link.href = href;
      frameDocument.head.append(link);
      return loaded;
    }),
  );
}
