import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { limits } from '#shared/limits.ts';
import { dropDraft } from '../../../lib/browser/drafts.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button } from '../../../ui/button.tsx';
import { declineOffer, offerQuery, offersQuery } from './api.ts';
import { draftNameOf } from './typed-signature.ts';
import { WordsDialog } from './words-dialog.tsx';

/** A button that opens a dialog to decline an offer, with a word to the studio. */
export function Decline({ offer }: { offer: ClientOffer }) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const storeLatest = (latest: ClientOffer) => {
    queries.setQueryData(offerQuery(offer.id).queryKey, latest);
    void queries.invalidateQueries({ queryKey: offersQuery.queryKey });
  };
  const decline = async (words: string) => {
    try {
      storeLatest(await declineOffer(offer.id, { version: offer.version, words }));
      dropDraft(draftNameOf(offer.id));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
        storeLatest(error.details.current as ClientOffer);
      }
      throw error;
    }
  };
  return (
    <>
      <Button
        look="quiet"
        className="px-0! font-normal! text-mute!"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Decline
      </Button>
      {isOpen && (
        <WordsDialog
          title="Decline this offer?"
          label="A word to the studio (optional)"
          draft={`offer decline ${offer.id}`}
          limit={limits.offerMessage}
          isRequired={false}
          action="Decline"
          busyText="Declining..."
          look="danger"
          failed="The offer was not declined."
          send={decline}
          onClose={() => setOpen(false)}
        >
          <p>
            The studio hears that you do not want <bdi>{offer.content.title}</bdi>. You can still read it here.
          </p>
        </WordsDialog>
      )}
    </>
  );
}
