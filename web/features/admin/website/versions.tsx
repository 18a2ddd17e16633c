import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { PublishStateName, WebsiteDraft } from '#shared/contract/website.ts';
import { messageOf } from '#shared/errors.ts';
import type { Website } from '#shared/website/website.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { restoreWebsite, websiteQuery, websiteVersionQuery, websiteVersionsQuery } from './api.ts';
import { ChangeList } from './change-list.tsx';
import { changesBetween } from './changes.ts';

const stateLabels = { live: 'published', publishing: 'being published', failed: 'not live' };

/** Dialog with the published versions: each can be compared with the newest version, and restored as the draft. */
export function Versions({
  newest,
  state,
  draftVersion,
  hasUnsaved,
  onRestored,
  onClose,
}: {
  /** The version that visitors are to see. */
  newest: { number: number; content: Website };
  /** The state of the newest version. */
  state: PublishStateName;
  draftVersion: number;
  /** Whether there is typed content that is not saved, which a restore would lose. */
  hasUnsaved: boolean;
  onRestored: (draft: WebsiteDraft, number: number) => void;
  onClose: () => void;
}) {
  const versions = useQuery(websiteVersionsQuery);
  const [openedNumber, setOpenedNumber] = useState<number | null>(null);
  return (
    <Dialog title="Versions" onClose={onClose}>
      <QueryStatus query={versions} loading="Loading versions..." failed="The versions could not be loaded." />
      <ul>
        {versions.data?.items.map(({ number, at, by }) => (
          <li key={number} className="border-t border-line py-2">
            <div className="flex items-center justify-between gap-x-2">
              <p className="min-w-0 text-sm">
                <span className="font-semibold">Version {number}</span>
                {number === newest.number && ` (${stateLabels[state]})`}
                <span className="block text-mute">
                  {at ? `${timeOf(at)}${by && `, ${by}`}` : 'The website as it was before anything was published'}
                </span>
              </p>
              {number !== newest.number && (
                <Button
                  look="quiet"
                  className="-mr-3"
                  aria-expanded={openedNumber === number}
                  onClick={() => setOpenedNumber(openedNumber === number ? null : number)}
                >
                  Compare<span className="sr-only"> version {number}</span>
                </Button>
              )}
            </div>
            {openedNumber === number && (
              <Comparison
                number={number}
                newest={newest.content}
                draftVersion={draftVersion}
                hasUnsaved={hasUnsaved}
                onRestored={onRestored}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function Comparison({
  number,
  newest,
  draftVersion,
  hasUnsaved,
  onRestored,
}: {
  number: number;
  newest: Website;
  draftVersion: number;
  hasUnsaved: boolean;
  onRestored: (draft: WebsiteDraft, number: number) => void;
}) {
  const currency = useCurrency();
  const queries = useQueryClient();
  const version = useQuery(websiteVersionQuery(number));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const hintId = useId();
  if (!version.data) {
    return <QueryStatus query={version} loading="Loading version..." failed="The version could not be loaded." />;
  }
  const changes = changesBetween(newest, version.data.content, currency);
  const restore = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const draft = await restoreWebsite(number, draftVersion);
      queries.setQueryData(websiteQuery.queryKey, (state) => state && { ...state, draft });
      onRestored(draft, number);
    } catch (cause) {
      setError(`The version was not brought back. ${messageOf(cause)}`);
      setBusy(false);
    }
  };
  return (
    <div className="mt-2 mb-4">
      {changes.length > 0 ? (
        <>
          <p className="mb-3 text-sm text-mute">What is published now, struck through, above what this version has:</p>
          <ChangeList changes={changes} />
        </>
      ) : (
        <p className="text-sm text-mute">This version says the same as the published one.</p>
      )}
      {error && <Notice tone="error">{error}</Notice>}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button look="secondary" busy={busy} disabled={hasUnsaved} aria-describedby={hintId} onClick={restore}>
          Bring back version {number}
        </Button>
        <p id={hintId} className="text-xs text-mute">
          {hasUnsaved
            ? 'Save or undo what you have typed first.'
            : 'It becomes the draft; visitors see it once it is published.'}
        </p>
      </div>
    </div>
  );
}
