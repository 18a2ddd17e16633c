import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentEmail } from '#shared/contract/emails.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { sentEmailQuery } from './api.ts';
import { EmailFrame } from './email-frame.tsx';
import { emailKinds, stateOf } from './labels.ts';

const views = [
  { value: 'text', label: 'Text' },
  { value: 'html', label: 'As it looks' },
] as const;
type View = (typeof views)[number]['value'];

/** An email as it was sent: subject, and its text or its HTML. */
export function EmailDialog({ email, onClose }: { email: SentEmail; onClose: () => void }) {
  const whole = useQuery(sentEmailQuery(email.id));
  const [view, setView] = useState<View>('text');
  const content = whole.data?.content;
  return (
    <Dialog title={whole.data?.subject || email.subject || emailKinds[email.kind]} onClose={onClose}>
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
            <SegmentedButtons label="How the email is shown" options={views} value={view} onChange={setView} />
          </div>
          {view === 'html' ? (
            <div className="mt-4">
              <EmailFrame html={content.html} coverPath={null} />
            </div>
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
