import { useState } from 'react';
import * as z from 'zod';
import type { ChangeRequest as Asked, StudioQuote } from '#shared/contract/quotes.ts';
import { EditSelection, type StudioSelectionDetails } from '#shared/contract/selections.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { editSelection } from './api.ts';
import { useRefusals, useSelectionChanges } from './selection-changes.ts';
import { sayEmailed, WordsToClient } from './words-to-client.tsx';

/** The client's request to open a submitted selection again, until the studio opens it or keeps it as it is. */
export function ChangeRequest({
  selection,
  quote,
  asked,
  onSaid,
}: {
  selection: StudioSelectionDetails;
  quote: StudioQuote;
  asked: Asked;
  onSaid: (words: string | undefined) => void;
}) {
  const [isKeeping, setKeeping] = useState(false);
  return (
    <section aria-label="Request to change the choice" className="mt-6 rounded-md bg-amber-wash px-4 py-3 text-sm">
      <p className="font-semibold text-amber-ink">
        {asked.declined_at === null
          ? `The client asked to change this choice on ${timeOf(asked.asked_at)}.`
          : 'The client asked to change this choice, and you have kept it as it was submitted.'}
      </p>
      {asked.words && <Quoted>{asked.words}</Quoted>}
      {asked.answer && (
        <>
          <p className="mt-2 text-mute">You wrote:</p>
          <Quoted>{asked.answer}</Quoted>
        </>
      )}
      {asked.declined_at === null && (
        <div className="mt-1 flex flex-wrap items-center gap-x-5">
          <p>“Open again for the client” lets them choose anew.</p>
          <Button
            look="quiet"
            className="px-0!"
            onClick={() => {
              onSaid(undefined);
              setKeeping(true);
            }}
          >
            Keep it as it was submitted
          </Button>
        </div>
      )}
      {isKeeping && (
        <KeepDialog selection={selection} quote={quote} onSaid={onSaid} onClose={() => setKeeping(false)} />
      )}
    </section>
  );
}

const Quoted = ({ children }: { children: string }) => (
  <p dir="auto" className="mt-1 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
    “{children}”
  </p>
);

const Keeping = z.object({ message: EditSelection.shape.message.unwrap() });

/** Declines the request, with the studio's optional words. */
function KeepDialog({
  selection: { session_id, id, name, version },
  quote,
  onSaid,
  onClose,
}: {
  selection: StudioSelectionDetails;
  quote: StudioQuote;
  onSaid: (words: string) => void;
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
      <p className="text-mute">
        The client reads that their choice stays. They can’t ask again before the next submit.
      </p>
      <KeptForm
        className="mt-5"
        draft={`keep ${id}`}
        schema={Keeping}
        defaultValues={{ message: '' }}
        describe={(error) => `Nothing was changed. ${refusal(error)}`}
        onSubmit={async ({ message }) => {
          store(await editSelection(session_id, id, { declines_change: true, message, version }));
          onSaid(`The choice stays as it was submitted. ${sayEmailed(quote)}`);
          onClose();
        }}
      >
        <WordsToClient
          hint={`The client reads them beside their choice${quote.answers_to ? `, and in the email to ${quote.answers_to}` : ''}.`}
        />
        <DialogActions onClose={onClose}>Keep it</DialogActions>
      </KeptForm>
    </Dialog>
  );
}
