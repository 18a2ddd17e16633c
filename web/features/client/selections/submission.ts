import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SelectionDetails } from '#shared/contract/selections.ts';
import { hashNotes } from '#shared/selections/hash-notes.ts';
import { draftOf, dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { untilSaved } from '../photos/write-queues.ts';
import { quotesQuery } from '../quotes/api.ts';
import { type SelectionKey, selectionQuery, selectionsQuery, submitSelection } from './api.ts';
import { useChoices } from './choices.ts';

/**
 * Returns the state and functions of submitting a selection: the message to the studio, the dialog that asks first,
 * and the reason for a refusal.
 */
export function useSubmission(selection: SelectionKey, details: SelectionDetails) {
  const queries = useQueryClient();
  const { saved } = useChoices(selection);
  const draft = `selection ${selection.selection}`;
  const [message, setMessage] = useState(() => draftOf<{ words: string }>(draft)?.words ?? '');
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [isConfirming, setConfirming] = useState(false);

  const submit = async () => {
    setSending(true);
    setTrouble(undefined);
    try {
      // A note that lost the focus to the button is still being saved.
      await Promise.all([saved(), untilSaved()]);
      const latest = queries.getQueryData(selectionQuery(selection).queryKey) ?? details;
      const submitted = await submitSelection(selection, {
        round: latest.round + 1,
        revision: latest.revision,
        reviewed_ids: latest.choices.map(({ photo_id }) => photo_id),
        notes_hash: await hashNotes(latest.choices),
        words: message.trim(),
      });
      dropDraft(draft);
      queries.setQueryData(selectionQuery(selection).queryKey, submitted);
      void queries.invalidateQueries({ queryKey: selectionsQuery(selection.session).queryKey });
      void queries.invalidateQueries({ queryKey: quotesQuery.queryKey });
    } catch (error) {
      setConfirming(false);
      console.warn('The selection was not submitted.', error);
      const isApi = error instanceof ApiError;
      const current = isApi && error.code === 'CHANGED_MEANWHILE' ? error.details.current : undefined;
      if (current) queries.setQueryData(selectionQuery(selection).queryKey, current as SelectionDetails);
      else if (isApi && error.code !== 'OFFLINE') {
        await queries.invalidateQueries({ queryKey: selectionQuery(selection).queryKey });
      }
      setTrouble(isApi ? error.message : 'Something went wrong.');
      setSending(false);
    }
  };

  return {
    message,
    writeMessage: (text: string) => {
      setMessage(text);
      keepDraft(draft, { words: text });
    },
    isSending,
    trouble,
    isConfirming,
    ask: () => setConfirming(true),
    endQuestion: () => setConfirming(false),
    submit,
  };
}
