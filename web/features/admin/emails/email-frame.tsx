import { useEffect, useMemo, useRef, useState } from 'react';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';

/** Widths in pixels of the windows in which an email is shown. */
const widths = { Phone: 390, Desktop: 760 };
const devices = (Object.keys(widths) as (keyof typeof widths)[]).map((name) => ({ value: name, label: name }));

interface Html {
  html: string;
  /** The path of the picture inside of the email; null for none. */
  coverPath: string | null;
}

/** The HTML of an email at the width of a phone or of a desktop. Nothing in it can be followed or run. */
export function EmailFrame(email: Html) {
  const [device, setDevice] = useState<keyof typeof widths>('Phone');
  const container = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState(0);
  useEffect(() => {
    if (!container.current) return;
    const observer = new ResizeObserver(([entry]) => setAvailable(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(container.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <SegmentedButtons label="Width of the email" options={devices} value={device} onChange={setDevice} />
      <div ref={container} className="mt-3 grid justify-items-center">
        <Frame {...email} width={widths[device]} scale={Math.min(1, available / widths[device])} />
      </div>
    </>
  );
}

/** The email in a frame without scripts, as wide as the window and reduced to the place that there is. */
function Frame({ html, coverPath, width, scale }: Html & { width: number; scale: number }) {
  const { body, styles } = useMemo(() => partsOf(html, coverPath), [html, coverPath]);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(480);
  const show = () => {
    const shown = frame.current?.contentDocument;
    if (!shown) return;
    // A constructed stylesheet is needed, because the Content-Security-Policy forbids inline ones.
    const { CSSStyleSheet: Sheet } = shown.defaultView as Window & typeof globalThis;
    const sheet = new Sheet();
    sheet.replaceSync(styles);
    shown.adoptedStyleSheets = [sheet];
    // The picture is loaded later, and the text has other lines at another width.
    const content = shown.querySelector('.sheet');
    if (content)
      new ResizeObserver(() => setHeight(Math.ceil(content.getBoundingClientRect().height))).observe(content);
  };
  return (
    <div
      className="overflow-hidden rounded-md border border-line bg-white"
      style={{ width: width * scale, height: height * scale }}
    >
      <iframe
        ref={frame}
        title="The email"
        // Without scripts; the page measures it, and its picture needs the page's cookies.
        sandbox="allow-same-origin"
        srcDoc={body}
        onLoad={show}
        className="origin-top-left"
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  );
}

const styleElements = /<style>([\s\S]*?)<\/style>/g;

/**
 * Returns an email's document without its styles and the targets of its links, with its picture, and its styles. The
 * styles are cut out before the document is parsed, because the page's Content Security Policy reports them otherwise.
 */
function partsOf(html: string, coverPath: string | null): { body: string; styles: string } {
  const styles = [...html.matchAll(styleElements)].map(([, rules]) => rules).join('\n');
  const email = new DOMParser().parseFromString(html.replace(styleElements, ''), 'text/html');
  for (const link of email.querySelectorAll('a')) link.removeAttribute('href');
  for (const image of email.images) {
    if (coverPath === null) image.remove();
    else image.src = coverPath;
  }
  return { body: `<!doctype html>${email.documentElement.outerHTML}`, styles };
}
