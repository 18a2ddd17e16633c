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

/** Holds the submit of a selection: the words to the studio, the question before it, and why it was refused. */
export function useSubmission(selection: SelectionKey, details: SelectionDetails) {
  const queries = useQueryClient();
  const { saved } = useChoices(selection);
  const draft = `selection ${selection.selection}`;
  const [words, setWords] = useState(() => draftOf<{ words: string }>(draft)?.words ?? '');
  const [isSending, setSending] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  const submit = async () => {
    setSending(true);
    setTrouble(undefined);
    try {
      // The note that was left for the button is still being saved.
      await Promise.all([saved(), untilSaved()]);
      const latest = queries.getQueryData(selectionQuery(selection).queryKey) ?? details;
      const submitted = await submitSelection(selection, {
        round: latest.round + 1,
        revision: latest.revision,
        reviewed_ids: latest.choices.map(({ photo_id }) => photo_id),
        notes_hash: await hashNotes(latest.choices),
        words: words.trim(),
      });
      dropDraft(draft);
      queries.setQueryData(selectionQuery(selection).queryKey, submitted);
      void queries.invalidateQueries({ queryKey: selectionsQuery(selection.session).queryKey });
      void queries.invalidateQueries({ queryKey: quotesQuery.queryKey });
    } catch (error) {
      setAsking(false);
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
    words,
    writeWords: (text: string) => {
      setWords(text);
      keepDraft(draft, { words: text });
    },
    isSending,
    trouble,
    isAsking,
    ask: () => setAsking(true),
    endQuestion: () => setAsking(false),
    submit,
  };
}
