import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { messageOf } from '#shared/errors.ts';
import { dropDraft } from '../../../../lib/browser/drafts.ts';
import { ApiError } from '../../../../lib/query/api.ts';
import { Confirm } from '../../../../ui/layers/dialog.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { deleteDraft } from '../api.ts';
import { useOfferChanges } from '../offer-changes.ts';
import { titleOf } from '../offer-words.ts';
import { keptDraftName } from './kept-draft.ts';

/** Asks before a draft is deleted. */
export function DeleteDraft({
  offer,
  onChanged,
  onClose,
}: {
  offer: StudioOffer;
  /** Called with the stored offer when somebody else has saved or sent it meanwhile. */
  onChanged: (stored: StudioOffer) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { forget } = useOfferChanges();
  const deletion = useMutation({
    mutationFn: () => deleteDraft(offer.id, offer.version),
    onSuccess: () => {
      dropDraft(keptDraftName(offer.id));
      void navigate('/admin/offers');
      forget(offer.id);
    },
    onError: (error) => {
      const current = error instanceof ApiError && (error.details.current as StudioOffer | undefined);
      if (current) onChanged(current);
    },
  });
  return (
    <Confirm
      title="Delete this draft?"
      action={deletion.isPending ? 'Deleting...' : 'Delete draft'}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <p>
        “<bdi>{titleOf(offer)}</bdi>” was never sent. Nobody but the studio has seen it. This can’t be undone.
      </p>
      {deletion.error && (
        <div className="mt-4">
          <Notice tone="error">The draft was not deleted. {messageOf(deletion.error)}</Notice>
        </div>
      )}
    </Confirm>
  );
}
