import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { StudioSelectionDetails } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Screen } from '../screen.tsx';
import { sessionQuery } from '../sessions/api.ts';
import { ExportNames } from '../sessions/names/export-names.tsx';
import { selectionQuery } from './api.ts';
import { ChangeRequest } from './change-request.tsx';
import { ChosenPhotos } from './chosen-photos.tsx';
import { PicksOfGuests } from './picks-of-guests.tsx';
import { SelectionActions } from './selection-actions.tsx';
import { SelectionQuote } from './selection-quote.tsx';
import { stateOf, termsOf } from './selection-words.ts';
import { EarlierRound, Round } from './submitted-round.tsx';

/** The screen of a selection: the photos that the client has chosen, the quote of the last submit, and the picks of guests. */
export function Component() {
  const { id = '', selection: selectionId = '' } = useParams();
  const session = useQuery(sessionQuery(id));
  const selection = useQuery(selectionQuery(id, selectionId));
  const [notice, setNotice] = useState<string>();
  const loaded = session.data && selection.data && { session: session.data, selection: selection.data };
  return (
    <Screen
      title={selection.data?.name ?? 'Selection'}
      back={{ to: `/admin/session/${id}`, label: session.data?.session_name || 'The session' }}
      actions={selection.data && <SelectionActions key={selectionId} selection={selection.data} onNotice={setNotice} />}
    >
      {!selection.data && (
        <QueryStatus
          query={selection}
          lines={4}
          loading="Loading the selection..."
          failed="The selection could not be loaded."
          missing={
            <div className="flex flex-col items-start gap-4">
              <Notice tone="error">There is no such selection. It may have been deleted.</Notice>
              <ButtonLink look="secondary" to={`/admin/session/${id}`}>
                Back to the session
              </ButtonLink>
            </div>
          }
        />
      )}
      {selection.data && !session.data && <QueryStatus query={session} failed="The session could not be loaded." />}
      {notice && (
        <div className="mt-4">
          <Notice tone="success">{notice}</Notice>
        </div>
      )}
      {loaded && <Content key={selectionId} {...loaded} onNotice={setNotice} />}
    </Screen>
  );
}

interface ContentProps {
  session: SessionDetails;
  selection: StudioSelectionDetails;
  onNotice: (notice: string | undefined) => void;
}

function Content({ session, selection, onNotice }: ContentProps) {
  const currency = useCurrency();
  const { state, quote, rounds, round, client_words } = selection;
  const isSubmitted = state === 'submitted';
  const earlierRounds = rounds.filter((earlierRound) => !isSubmitted || earlierRound.round !== round);
  const client = session.customer_name || 'the client';
  return (
    <>
      <p className="mt-2 tabular-nums">{stateOf(selection, currency)}</p>
      <p className="mt-1 max-w-3xl text-sm text-mute">{termsOf(selection, currency)}</p>
      {client_words && (
        <p dir="auto" className="mt-2 max-w-prose text-sm whitespace-pre-line text-mute [overflow-wrap:anywhere]">
          “{client_words}”
        </p>
      )}
      {isSubmitted && quote?.change_request && (
        <ChangeRequest selection={selection} quote={quote} request={quote.change_request} onNotice={onNotice} />
      )}
      {isSubmitted && quote && <SelectionQuote selection={selection} quote={quote} onNotice={onNotice} />}
      <section aria-label="Chosen photos" className="mt-8">
        <div className="mb-4 flex flex-wrap items-center gap-x-4">
          <h2 className="text-lg">
            Chosen by <bdi>{client}</bdi>{' '}
            <span className="text-sm text-mute tabular-nums">{selection.chosen_count}</span>
          </h2>
          <ButtonLink look="quiet" className="px-0!" to={`/admin/session/${session.id}?show=chosen&in=${selection.id}`}>
            Show in the session’s grid
          </ButtonLink>
          <ExportNames session={session} from={`chosen ${selection.id}`} />
        </div>
        {isSubmitted ? (
          <Round session={session} selection={selection} round={round} />
        ) : (
          <ChosenPhotos session={session} selection={selection} />
        )}
      </section>
      <PicksOfGuests session={session} selection={selection} />
      {earlierRounds.length > 0 && (
        <section aria-label="Submitted before" className="mt-10">
          <h2 className="text-lg">Submitted before</h2>
          <ul className="mt-2 border-t border-line">
            {earlierRounds.toReversed().map((earlierRound) => (
              <EarlierRound key={earlierRound.round} session={session} selection={selection} round={earlierRound} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
