import { useEffect, useMemo, useRef, useState } from 'react';
import type { EmailPreview } from '#shared/contract/emails.ts';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';

/** Widths in pixels of the windows in which an email is shown. */
const widths = { Phone: 390, Desktop: 760 };
const devices = (Object.keys(widths) as (keyof typeof widths)[]).map((name) => ({ value: name, label: name }));

/** An email as its reader sees it, at the width of a phone or of a desktop. Nothing in it can be followed or run. */
export function EmailView({ email }: { email: EmailPreview }) {
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
    <section aria-label="Preview of the email">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedButtons label="Width of the preview" options={devices} value={device} onChange={setDevice} />
      </div>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        <dt className="text-mute">To</dt>
        <dd className="[overflow-wrap:anywhere]">{email.to}</dd>
        <dt className="text-mute">Subject</dt>
        <dd dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {email.subject}
        </dd>
      </dl>
      <div ref={container} className="mt-3 grid justify-items-center">
        <Frame email={email} width={widths[device]} scale={Math.min(1, available / widths[device])} />
      </div>
    </section>
  );
}

/** The email in a frame without scripts, as wide as the window and reduced to the place that there is. */
function Frame({ email: { html, cover_path }, width, scale }: { email: EmailPreview; width: number; scale: number }) {
  const { body, styles } = useMemo(() => partsOf(html, cover_path), [html, cover_path]);
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

/** Returns an email's document without its styles and the targets of its links, with its picture, and its styles. */
function partsOf(html: string, coverPath: string | null): { body: string; styles: string } {
  const email = new DOMParser().parseFromString(html, 'text/html');
  const styles = [...email.querySelectorAll('style')].map((style) => {
    style.remove();
    return style.textContent;
  });
  for (const link of email.querySelectorAll('a')) link.removeAttribute('href');
  for (const image of email.images) {
    if (coverPath === null) image.remove();
    else image.src = coverPath;
  }
  return { body: `<!doctype html>${email.documentElement.outerHTML}`, styles: styles.join('\n') };
}
