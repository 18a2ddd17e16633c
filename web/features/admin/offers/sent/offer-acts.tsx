import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { StudioOffer } from '#shared/contract/offers/offers.ts';
import { messageOf } from '#shared/errors.ts';
import { isWithClient } from '#shared/offers/offer-state.ts';
import { Button } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/layers/dialog.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { AdminsOnly } from '../../admins-only.tsx';
import { useIsStaff } from '../../is-staff.ts';
import { followingDrafts } from '../api.ts';
import { useOfferChanges } from '../offer-changes.ts';
import { Countersign } from './countersign.tsx';
import { EndDialog } from './end-dialog.tsx';

type Asked = 'withdraw' | 'cancel' | 'replacement' | 'amendment';

/** What can be done with an offer that was sent; each act asks first. */
export function OfferActs({ offer, preview }: { offer: StudioOffer; preview: ClientOffer | undefined }) {
  const isStaff = useIsStaff();
  const [asked, setAsked] = useState<Asked>();
  const { state, replaced_by } = offer;
  const close = () => setAsked(undefined);
  const canReplace = state !== 'agreed' && replaced_by === null;
  return (
    <div className="mt-5 flex flex-wrap items-center gap-2">
      <Countersign offer={offer} preview={preview} />
      {state === 'agreed' && (
        <Button look="secondary" onClick={() => setAsked('amendment')}>
          Add an amendment
        </Button>
      )}
      {canReplace && (
        <Button look="secondary" onClick={() => setAsked('replacement')}>
          Replace
        </Button>
      )}
      {isWithClient(state) && !isStaff && (
        <Button look="danger" onClick={() => setAsked('withdraw')}>
          Withdraw
        </Button>
      )}
      {state === 'agreed' && !isStaff && (
        <Button look="danger" onClick={() => setAsked('cancel')}>
          Cancel the offer
        </Button>
      )}
      {isWithClient(state) && <AdminsOnly act="withdraw offers" />}
      {state === 'agreed' && <AdminsOnly act="cancel offers" />}
      {(asked === 'withdraw' || asked === 'cancel') && <EndDialog offer={offer} act={asked} onClose={close} />}
      {(asked === 'replacement' || asked === 'amendment') && (
        <FollowDialog offer={offer} kind={asked} onClose={close} />
      )}
    </div>
  );
}

const followWords = {
  replacement: {
    title: 'Replace this offer?',
    action: 'Create the draft',
    text: 'You get a draft that says what this offer says. Once you send it, this offer can no longer be signed, and its link leads to the new one. Until then, this one stays as it is.',
  },
  amendment: {
    title: 'Add to this offer?',
    action: 'Create the draft',
    text: 'You get a draft for what is added, with the same session, terms and signers. It is signed by itself; what is agreed stays as it is.',
  },
};

/** Asks before a draft is made that follows an offer, and opens it. */
function FollowDialog({
  offer,
  kind,
  onClose,
}: {
  offer: StudioOffer;
  kind: 'replacement' | 'amendment';
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { show } = useOfferChanges();
  const [request_id] = useState(() => crypto.randomUUID());
  const { title, action, text } = followWords[kind];
  const draft = useMutation({
    mutationFn: () => followingDrafts[kind](offer.id, { request_id }),
    onSuccess: (made) => {
      show(made);
      void navigate(`/admin/offers/${made.id}`);
    },
  });
  return (
    <Confirm
      title={title}
      action={draft.isPending ? 'Creating...' : action}
      look="primary"
      busy={draft.isPending}
      onConfirm={() => draft.mutate()}
      onClose={onClose}
    >
      <p>{text}</p>
      {draft.error && (
        <div className="mt-4">
          <Notice tone="error">The draft was not created. {messageOf(draft.error)}</Notice>
        </div>
      )}
    </Confirm>
  );
}
