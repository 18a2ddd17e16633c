import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SelectionDetails } from '#shared/contract/selections.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { DialogFoot } from '../../../forms/dialog-foot.tsx';
import { draftOf, dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { timeOf } from '../../../lib/dates.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button } from '../../../ui/button.tsx';
import { CharacterCount } from '../../../ui/fields/character-count.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { quotesQuery } from '../quotes/api.ts';
import { askForChange, type SelectionKey, selectionQuery } from './api.ts';

/** Asks the studio to open a submitted selection again, and shows the request and its answer. */
export function ChangeRequest({ selection, details }: { selection: SelectionKey; details: SelectionDetails }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const request = details.quote?.change_request;
  if (request) {
    return (
      <div className="mt-8 max-w-2xl text-sm">
        <p role="status" className="text-mute">
          <span className="font-semibold text-ink">
            You asked the studio to open it again, {timeOf(request.asked_at)}.
          </span>{' '}
          {request.declined_at === null
            ? 'Once it is open, you can change your choice here and submit it again.'
            : `The studio keeps your choice as it was submitted, ${timeOf(request.declined_at)}.`}
        </p>
        {request.words && <Quoted>{request.words}</Quoted>}
        {request.answer && (
          <>
            <p className="mt-3 text-mute">The studio wrote:</p>
            <Quoted>{request.answer}</Quoted>
          </>
        )}
      </div>
    );
  }
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-2 text-sm text-mute">
      Forgot something?
      <Button look="quiet" className="px-0!" aria-haspopup="dialog" onClick={() => setDialogOpen(true)}>
        Change my choice
      </Button>
      {isDialogOpen && <AskDialog selection={selection} details={details} onClose={() => setDialogOpen(false)} />}
    </p>
  );
}

const Quoted = ({ children }: { children: string }) => (
  <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">
    “{children}”
  </p>
);

function AskDialog({
  selection,
  details,
  onClose,
}: {
  selection: SelectionKey;
  details: SelectionDetails;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const draft = `change ${selection.selection}`;
  const [text, setText] = useState(() => draftOf<{ words: string }>(draft)?.words ?? '');
  const storeLatest = (latest: SelectionDetails) => {
    queries.setQueryData(selectionQuery(selection).queryKey, latest);
    void queries.invalidateQueries({ queryKey: quotesQuery.queryKey });
  };
  const ask = useMutation({
    mutationFn: () => askForChange(selection, { round: details.round, words: text.trim() }),
    onSuccess: (latest) => {
      dropDraft(draft);
      storeLatest(latest);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
        storeLatest(error.details.current as SelectionDetails);
      }
    },
  });
  const { quote, name } = details;
  return (
    <Dialog title="Change your choice?" onClose={onClose}>
      <p className="text-mute">
        The studio is asked to open <bdi>{name}</bdi> again. Once it is, you can change your choice and submit it again.
        {quote?.status === 'approved' && ' The price that it answered with is withdrawn then.'}
        {quote?.accepted && ' You have accepted that price: the retouching may have begun.'}
      </p>
      <label className="mt-5 flex flex-col gap-1.5 text-sm font-semibold">
        What would you like to change? (optional)
        <textarea
          rows={3}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            if (target.value) keepDraft(draft, { words: target.value });
            else dropDraft(draft);
          }}
          className="field-sizing-content min-h-22 w-full rounded-md border border-edge bg-white px-3.5 py-2.5 text-base font-normal"
        />
        <CharacterCount text={text} limit={limits.quoteNotes} className="text-mute" tooLong="text-alert" />
      </label>
      {ask.error && (
        <div className="mt-4">
          <Notice tone="error">The studio was not asked. {messageOf(ask.error)}</Notice>
        </div>
      )}
      <DialogFoot draft={draft} className="mt-6" onClose={onClose}>
        <Button busy={ask.isPending} disabled={text.length > limits.quoteNotes} onClick={() => ask.mutate()}>
          {ask.isPending ? 'Asking...' : 'Ask the studio'}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
