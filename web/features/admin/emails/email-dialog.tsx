import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentEmail } from '#shared/contract/emails.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { sentEmailQuery } from './api.ts';
import { emailKinds, stateOf } from './labels.ts';

/** An email as it was sent: subject, and its text or its HTML. */
export function EmailDialog({ email, onClose }: { email: SentEmail; onClose: () => void }) {
  const whole = useQuery(sentEmailQuery(email.id));
  const [isHtml, setHtml] = useState(false);
  const content = whole.data?.content;
  return (
    <Dialog title={whole.data?.subject || emailKinds[email.kind]} onClose={onClose}>
      <p className="text-sm text-mute [overflow-wrap:anywhere]">
        To {email.to ?? 'the studio'} · {stateOf(email).label} · <time dateTime={email.at}>{timeOf(email.at)}</time>
      </p>
      <QueryStatus query={whole} loading="Loading the email..." failed="The email could not be loaded." />
      {whole.data && !content && (
        <p className="mt-4 text-sm">The text of this email is not stored: it was not written yet, or is from before.</p>
      )}
      {content && (
        <>
          <div className="mt-4">
            <Button look="secondary" aria-pressed={isHtml} onClick={() => setHtml(!isHtml)}>
              {isHtml ? 'Show as text' : 'Show as it looks'}
            </Button>
          </div>
          {isHtml ? (
            <HtmlFrame html={content.html} />
          ) : (
            <div dir="auto" className="mt-4 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
              {content.text}
            </div>
          )}
          <p className="mt-4 text-xs text-mute">Codes, and what is secret in links, are left out.</p>
        </>
      )}
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

const styles = /<style>([\s\S]*?)<\/style>/g;

/**
 * The HTML of an email in a frame without scripts, whose links open nothing. The frame has the page's Content Security
 * Policy, which refuses style elements: their rules are added as a style sheet of the frame instead.
 */
function HtmlFrame({ html }: { html: string }) {
  const rules = [...html.matchAll(styles)].map(([, text]) => text).join('\n');
  return (
    <iframe
      title="The email as it looks"
      sandbox="allow-same-origin"
      srcDoc={html.replace(styles, '')}
      className="mt-4 h-96 w-full rounded-md border border-line bg-white"
      onLoad={({ currentTarget: { contentDocument, contentWindow } }) => {
        const view = contentWindow as (Window & typeof globalThis) | null;
        if (!contentDocument || !view) return;
        const sheet = new view.CSSStyleSheet();
        sheet.replaceSync(rules);
        contentDocument.adoptedStyleSheets = [sheet];
      }}
    />
  );
}
