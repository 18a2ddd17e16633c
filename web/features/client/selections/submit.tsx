import { use } from 'react';
import { type SelectionDetails, sayChosen, saySubmitted } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import type { SelectionKey } from './api.ts';
import { useChoices } from './choices.ts';
import { sayTerms } from './selection-words.ts';
import { useSubmission } from './submission.ts';
import { SubmitDialog } from './submit-dialog.tsx';

interface Props {
  session: GallerySession;
  selection: SelectionKey;
  details: SelectionDetails;
}

/** The sum of a selection and, while it is open, the message to the studio and the button that submits it. */
export function Submit({ session, selection, details }: Props) {
  const currency = useCurrency();
  const { chosen, troubles } = useChoices(selection);
  const isReadOnly = use(ReadOnlyContext);
  const submission = useSubmission(selection, details);
  const { message, writeMessage, isSending, isConfirming, endQuestion, submit } = submission;
  const isLong = message.length > limits.quoteNotes;

  if (details.state !== 'open') {
    return (
      <div className="mt-8 min-[75rem]:mt-0">
        <Sum>{saySubmitted(details, currency)}</Sum>
        <p className="mt-2 text-sm text-mute">{sayTerms(details, currency)}</p>
      </div>
    );
  }
  return (
    <div className="mt-8 flex flex-col gap-4 pb-56 min-[75rem]:sticky min-[75rem]:top-9 min-[75rem]:mt-0 min-[75rem]:pb-9">
      <label className="order-2 flex flex-col gap-1.5 text-sm font-semibold">
        Words to the studio (optional)
        <textarea
          rows={4}
          readOnly={isReadOnly}
          value={message}
          onChange={(event) => writeMessage(event.target.value)}
          className="field-sizing-content min-h-28 w-full rounded-md border border-edge bg-white px-3.5 py-2.5 text-base font-normal"
        />
        <CharacterCount text={message} limit={limits.quoteNotes} className="text-mute" tooLong="text-alert" />
      </label>
      <SubmitFoot
        details={details}
        count={chosen.size}
        unsaved={troubles.size}
        isLong={isLong}
        submission={submission}
      />
      {isConfirming && (
        <SubmitDialog
          details={details}
          count={chosen.size}
          message={message.trim()}
          busy={isSending}
          onSubmit={() => void submit()}
          onClose={endQuestion}
        />
      )}
      <ButtonLink
        look="quiet"
        to={`/dashboard/gallery/${session.session_label}`}
        className="order-5 self-center no-underline"
      >
        Keep choosing
      </ButtonLink>
    </div>
  );
}

const Sum = ({ children }: { children: string }) => (
  <p role="status" className="font-display text-title tabular-nums low:text-lg min-[75rem]:text-[1.8rem]/9">
    {children}
  </p>
);

interface SubmitFootProps {
  details: SelectionDetails;
  /** The number of chosen photos. */
  count: number;
  /** The number of choices that could not be saved. */
  unsaved: number;
  /** Whether the message is too long. */
  isLong: boolean;
  submission: ReturnType<typeof useSubmission>;
}

/** The sum, what is missing, and the button that submits. In narrow windows it stays at the bottom edge. */
function SubmitFoot({ details, count, unsaved, isLong, submission: { isSending, trouble, ask } }: SubmitFootProps) {
  const currency = useCurrency();
  const isReadOnly = use(ReadOnlyContext);
  const missingCount = Math.max(details.minimum, 1) - count;
  return (
    <div
      style={{ bottom: 'var(--below-bars, 0px)' }}
      className="z-30 flex flex-col gap-2 max-[75rem]:fixed max-[75rem]:inset-x-0 max-[75rem]:border-t max-[75rem]:border-line max-[75rem]:bg-white max-[75rem]:px-4 max-[75rem]:pt-3 max-[75rem]:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-[75rem]:md:px-8 max-[75rem]:lg:left-60 max-[75rem]:low:flex-row max-[75rem]:low:flex-wrap max-[75rem]:low:items-center max-[75rem]:low:justify-between max-[75rem]:low:pt-2 max-[75rem]:low:pb-[max(0.5rem,env(safe-area-inset-bottom))] min-[75rem]:contents"
    >
      <div className="order-1 low:flex low:items-center low:gap-4">
        <Sum>{sayChosen(details, count, currency)}</Sum>
        <p className="text-sm text-mute max-[75rem]:hidden min-[75rem]:mt-2">{sayTerms(details, currency)}</p>
      </div>
      <p className="order-3 text-sm text-mute max-[75rem]:order-4 max-[75rem]:text-center max-[75rem]:text-xs low:hidden">
        {missingCount > 0
          ? `Choose ${formatCounted(missingCount, count === 0 ? 'photo' : 'more photo')} to submit.`
          : 'You pay nothing now. The studio answers with the price, and you accept it or not.'}
      </p>
      {unsaved > 0 && (
        <p role="alert" className="order-3 text-sm text-alert">
          {formatCounted(unsaved, 'choice')} not saved. What is submitted is what the sum says.
        </p>
      )}
      {trouble && (
        <p role="alert" className="order-3 text-sm text-alert">
          Not submitted. {trouble}
        </p>
      )}
      <Button
        busy={isSending}
        disabled={isReadOnly || missingCount > 0 || isLong}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => {
          // Focusing the button takes the focus from a note, which saves the note. Touching a button does not focus
          // it in every browser.
          currentTarget.focus();
          ask();
        }}
        className="order-3 min-h-12 w-full max-[75rem]:low:min-h-11 max-[75rem]:low:w-auto min-[75rem]:order-4"
      >
        {isSending ? 'Submitting...' : `Submit ${formatCounted(count, 'photo')}`}
      </Button>
    </div>
  );
}
