import { useState } from 'react';
import { type OfferContent, OfferDraft } from '#shared/contract/offers/content.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { messageOf } from '#shared/errors.ts';
import { EditForm } from '../../../../forms/edit-form.tsx';
import { ApiError } from '../../../../lib/query/api.ts';
import { PageTitle } from '../../../../ui/navigation/page-title.tsx';
import { saveOffer } from '../api.ts';
import { useOfferChanges } from '../offer-changes.ts';
import { titleOf } from '../offer-words.ts';
import type { Preview } from '../preview-pane.tsx';
import { contentLabels, sayContent } from './content-words.ts';
import { DeleteDraft } from './delete-draft.tsx';
import { DraftFields } from './draft-fields.tsx';
import { DraftFrame } from './draft-frame.tsx';
import { keptDraftName } from './kept-draft.ts';
import { SendDialog } from './send-dialog.tsx';

/** The editor of a draft, which saves itself: fields beside the offer as its client will read it. */
export function DraftEditor({ offer, Preview }: { offer: StudioOffer; Preview: Preview }) {
  const changes = useOfferChanges();
  const [newest, setNewest] = useState(offer);
  /** The draft as it is stored, also while the query still has the one before. */
  const row = newest.version > offer.version ? newest : offer;
  /** Counts how often the form began anew, with what somebody else has saved. */
  const [restarts, setRestarts] = useState(0);
  const [dialog, setDialog] = useState<'send' | 'delete'>();
  const closeDialog = () => setDialog(undefined);
  const { id, currency } = offer;
  const show = (stored: StudioOffer) => {
    setNewest(stored);
    changes.show(stored);
  };
  const restart = (stored: StudioOffer) => {
    show(stored);
    setRestarts(restarts + 1);
    closeDialog();
  };
  const save = async (content: OfferContent, version: number): Promise<StudioOffer> => {
    try {
      return await saveOffer(id, { version, content });
    } catch (error) {
      const current = error instanceof ApiError && (error.details.current as StudioOffer | undefined);
      // It was sent since: it can't be saved anymore, and is shown as it was sent.
      if (current && current.state !== 'draft') show(current);
      throw error;
    }
  };
  return (
    <div className="flex min-h-svh flex-col">
      <PageTitle screen={titleOf(row)} />
      <EditForm<StudioOffer, typeof OfferDraft>
        key={restarts}
        className="flex-1"
        isSavedInPassing
        schema={OfferDraft}
        row={row}
        valuesOf={({ content }) => content}
        labels={contentLabels}
        wordsFor={(name, value) => sayContent(name, value, currency)}
        draft={keptDraftName(id)}
        describe={(error) => `The draft was not saved. ${messageOf(error)}`}
        send={save}
        onSaved={show}
        actions={() => null}
        frame={(content) => (
          <DraftFrame
            offer={row}
            Preview={Preview}
            wasRestarted={restarts > 0}
            onSend={() => setDialog('send')}
            onDelete={() => setDialog('delete')}
          >
            {content}
          </DraftFrame>
        )}
      >
        <DraftFields />
      </EditForm>
      {dialog === 'send' && <SendDialog offer={row} onSent={show} onChanged={restart} onClose={closeDialog} />}
      {dialog === 'delete' && <DeleteDraft offer={row} onChanged={restart} onClose={closeDialog} />}
    </div>
  );
}
