import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { totalOf } from '#shared/offers/chosen-lines.ts';
import { consentVersion } from '#shared/offers/consent.ts';
import { hashOf } from '#shared/offers/hash.ts';
import { signedContent } from '#shared/offers/signed-content.ts';
import { dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { offerQuery, offersQuery, signOffer } from './api.ts';
import { sayChanges } from './changes.ts';
import {
  beginningOf,
  choicesOf,
  draftNameOf,
  missingOf,
  type SignatureField,
  type TypedSignature,
} from './typed-signature.ts';

/** Returns the element of a field that the focus goes to. */
const elementOf = (field: SignatureField) => document.querySelector<HTMLElement>(`[data-field="${field}"]`);

/**
 * The state of an open offer's page: what is chosen and typed, what it sums to, what is missing, and the signature. What is typed
 * is kept in the tab until the offer is signed.
 */
export function useSigning(offer: ClientOffer) {
  const [typed, setTyped] = useState(() => beginningOf(offer));
  const choices = choicesOf(offer, typed.choices) ?? offer.choices ?? typed.choices;
  const total = useMemo(() => totalOf(offer.content, choices), [offer.content, choices]);
  const hash = useMemo(() => hashOf(signedContent(offer, choices)), [offer, choices]);
  const [isTried, setTried] = useState(false);
  const missing = missingOf(typed);
  const { sign, send, changed } = useSignature(offer, { ...typed, choices }, { total_cents: total.total_cents, hash });
  const change = (values: Partial<TypedSignature>) => {
    const next = { ...typed, ...values };
    setTyped(next);
    keepDraft(draftNameOf(offer.id), next);
  };
  const refused = sign.error instanceof ApiError ? sign.error.fields : {};
  const messages: Record<string, string> = { ...refused, ...(isTried && Object.fromEntries(missing)) };
  const proceed = () => {
    if (missing.length === 0) return send();
    setTried(true);
    elementOf(missing[0]![0])?.focus();
  };
  return { typed: { ...typed, choices }, change, total, hash, missing, messages, proceed, sign, changed };
}

export type Signing = ReturnType<typeof useSigning>;

/**
 * Returns the state of the request that signs, the function that sends it, and what has changed if the offer is another one than
 * was shown.
 */
function useSignature(
  offer: ClientOffer,
  { choices, boxes, name, isDrawn, drawing }: TypedSignature,
  shown: { total_cents: number; hash: string },
) {
  const queries = useQueryClient();
  const requestId = useRef('');
  const [changed, setChanged] = useState<{ message: string; sentences: string[] }>();
  const storeLatest = (latest: ClientOffer) => {
    queries.setQueryData(offerQuery(offer.id).queryKey, latest);
    void queries.invalidateQueries({ queryKey: offersQuery.queryKey });
  };
  /** Whether a signature is being sent or was stored: two presses can come before the page shows it. */
  const isSent = useRef(false);
  const sign = useMutation({
    mutationFn: () => {
      requestId.current ||= crypto.randomUUID();
      return signOffer(offer.id, {
        ...{ request_id: requestId.current, version: offer.version, ...shown, choices, name },
        ...{
          boxes: boxes.map(() => true as const),
          drawing: isDrawn ? drawing : null,
          consent_version: consentVersion,
        },
      });
    },
    onMutate: () => setChanged(undefined),
    onSuccess: (latest) => {
      dropDraft(draftNameOf(offer.id));
      storeLatest(latest);
    },
    onError: (error) => {
      isSent.current = false;
      if (!(error instanceof ApiError && error.code === 'CHANGED_MEANWHILE')) return;
      const current = error.details.current as ClientOffer;
      setChanged({ message: error.message, sentences: sayChanges(offer, current) });
      storeLatest(current);
    },
  });
  const send = () => {
    if (isSent.current) return;
    isSent.current = true;
    sign.mutate();
  };
  return { sign, send, changed };
}
