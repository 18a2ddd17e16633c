import { useState } from 'react';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { GalleryEndDialog } from '../settings/gallery-end.tsx';
import type { SessionProgress } from './session-progress.ts';

/**
 * The primary button of a session's screen, or what the session waits for in place of it; renders nothing while nothing waits
 * for the studio, and for an upload.
 */
export function NextStepButton({
  session,
  progress: { step, gallery, finished, tell, takeBack },
  className,
}: {
  session: SessionDetails;
  progress: SessionProgress;
  className: string;
}) {
  const [isOpening, setOpening] = useState(false);
  if (!step || step.act === 'upload') return null;
  if (step.act === 'open-again') {
    return (
      <>
        <Button className={className} onClick={() => setOpening(true)}>
          {step.label}
        </Button>
        {isOpening && <GalleryEndDialog session={session} onClose={() => setOpening(false)} />}
      </>
    );
  }
  if (step.act === 'open') {
    return (
      <ButtonLink to={step.to} className={className}>
        {step.label}
      </ButtonLink>
    );
  }
  if (step.act === 'wait') {
    return (
      <p className="flex items-center gap-x-1 text-sm md:order-4">
        <span className="font-semibold tabular-nums">{step.label}</span>
        <Button look="quiet" aria-label="Cancel the email" busy={gallery.isTakingBack} onClick={() => void takeBack()}>
          Cancel
        </Button>
      </p>
    );
  }
  const announcement = step.act === 'tell-gallery' ? gallery : finished;
  return (
    <Button
      className={className}
      // The gallery's button has a short text; its name says what is told.
      aria-label={step.act === 'tell-gallery' ? announcement.label : undefined}
      onClick={() => tell(announcement)}
    >
      {step.label}
    </Button>
  );
}
