import { useState } from 'react';
import * as z from 'zod';
import type { ChangeRequest as StoredRequest, StudioQuote } from '#shared/contract/quotes.ts';
import { EditSelection, type StudioSelectionDetails } from '#shared/contract/selections.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { editSelection } from './api.ts';
import { MessageToClient, sayEmailed } from './message-to-client.tsx';
import { useRefusals, useSelectionChanges } from './selection-changes.ts';

/** The client's request to open a submitted selection again, with the button that declines it. */
export function ChangeRequest({
  selection,
  quote,
  request,
  onNotice,
}: {
  selection: StudioSelectionDetails;
  quote: StudioQuote;
  request: StoredRequest;
  onNotice: (notice: string | undefined) => void;
}) {
  const [isDeclining, setDeclining] = useState(false);
  return (
    <section aria-label="Request to change the choice" className="mt-6 rounded-md bg-amber-wash px-4 py-3 text-sm">
      <p className="font-semibold text-amber-ink">
        {request.declined_at === null
          ? `The client asked to change this choice on ${timeOf(request.asked_at)}.`
          : 'The client asked to change this choice, and you have kept it as it was submitted.'}
      </p>
      {request.words && <Quoted>{request.words}</Quoted>}
      {request.answer && (
        <>
          <p className="mt-2 text-mute">You wrote:</p>
          <Quoted>{request.answer}</Quoted>
        </>
      )}
      {request.declined_at === null && (
        <div className="mt-1 flex flex-wrap items-center gap-x-5">
          <p>“Open again for the client” lets them choose anew.</p>
          <Button
            look="quiet"
            className="px-0!"
            onClick={() => {
              onNotice(undefined);
              setDeclining(true);
            }}
          >
            Keep it as it was submitted
          </Button>
        </div>
      )}
      {isDeclining && (
        <DeclineDialog selection={selection} quote={quote} onNotice={onNotice} onClose={() => setDeclining(false)} />
      )}
    </section>
  );
}

const Quoted = ({ children }: { children: string }) => (
  <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
    “{children}”
  </p>
);

const DeclineForm = z.object({ message: EditSelection.shape.message.unwrap() });

/** Dialog that declines the request, with an optional message of the studio. */
function DeclineDialog({
  selection: { session_id, id, name, version },
  quote,
  onNotice,
  onClose,
}: {
  selection: StudioSelectionDetails;
  quote: StudioQuote;
  onNotice: (notice: string) => void;
  onClose: () => void;
}) {
  const { store } = useSelectionChanges();
  const refusal = useRefusals();
  return (
    <Dialog
      title={
        <>
          Keep <bdi>{name}</bdi> as it was submitted?
        </>
      }
      onClose={onClose}
    >
      <KeptForm
        draft={`keep ${id}`}
        schema={DeclineForm}
        defaultValues={{ message: '' }}
        describe={(error) => `Nothing was changed. ${refusal(error)}`}
        onSubmit={async ({ message }) => {
          store(await editSelection(session_id, id, { declines_change: true, message, version }));
          onNotice(`The choice stays as it was submitted. ${sayEmailed(quote)}`);
          onClose();
        }}
      >
        <p className="text-mute">
          The client reads that their choice stays. They can’t ask again before the next submit.
        </p>
        <MessageToClient
          hint={`The client reads them beside their choice${quote.answers_to ? `, and in the email to ${quote.answers_to}` : ''}.`}
        />
        <DialogActions onClose={onClose}>Keep it</DialogActions>
      </KeptForm>
    </Dialog>
  );
}
