import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Template } from '#shared/contract/templates/templates.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { useIsStaff } from '../is-staff.ts';
import { restoreTemplate, templateVersionQuery, templateVersionsQuery } from './api.ts';
import { ContentView } from './content-view.tsx';
import { showSavedTemplate } from './template-queries.ts';

/** Dialog with the kept versions of a template: each can be read and put back. */
export function Versions({
  template,
  hasTyped,
  onRestored,
  onClose,
}: {
  template: Template;
  /** Whether there is something typed that is not saved, which putting back would lose. */
  hasTyped: boolean;
  onRestored: (template: Template) => void;
  onClose: () => void;
}) {
  const { id, version } = template;
  const versions = useQuery(templateVersionsQuery(id, version));
  const [openedNumber, setOpenedNumber] = useState<number>();
  return (
    <Dialog title="Versions" onClose={onClose}>
      <p className="text-sm text-mute">The last {limits.templateVersions} are kept.</p>
      <QueryStatus query={versions} loading="Loading versions..." failed="The versions could not be loaded." />
      <ul className="mt-3">
        {versions.data?.items.map(({ version: number, saved_at, saved_by }) => (
          <li key={number} className="border-t border-line py-2">
            <div className="flex items-center justify-between gap-x-2">
              <p className="min-w-0 text-sm">
                <span className="font-semibold">Version {number}</span>
                {number === version && ' (used now)'}
                <span className="block text-mute">
                  {saved_at ? (
                    <>
                      {timeOf(saved_at)}
                      {saved_by && (
                        <>
                          , <bdi>{saved_by}</bdi>
                        </>
                      )}
                    </>
                  ) : (
                    'As it came with the website'
                  )}
                </span>
              </p>
              {number !== version && (
                <Button
                  look="quiet"
                  className="-mr-3"
                  aria-expanded={openedNumber === number}
                  onClick={() => setOpenedNumber(openedNumber === number ? undefined : number)}
                >
                  Read<span className="sr-only"> version {number}</span>
                </Button>
              )}
            </div>
            {openedNumber === number && (
              <Opened template={template} number={number} hasTyped={hasTyped} onRestored={onRestored} />
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

function Opened({
  template: { id, version },
  number,
  hasTyped,
  onRestored,
}: {
  template: Template;
  number: number;
  hasTyped: boolean;
  onRestored: (template: Template) => void;
}) {
  const queries = useQueryClient();
  const opened = useQuery(templateVersionQuery(id, number));
  const isStaff = useIsStaff();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const hint = useId();
  if (!opened.data) {
    return <QueryStatus query={opened} loading="Loading version..." failed="The version could not be loaded." />;
  }
  const putBack = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const restored = await restoreTemplate(id, number, version);
      showSavedTemplate(queries, restored);
      onRestored(restored);
    } catch (cause) {
      setError(`The version was not put back. ${messageOf(cause)}`);
      setBusy(false);
    }
  };
  return (
    <div className="mt-2 mb-4">
      <div className="max-h-80 overflow-y-auto rounded-md border border-line px-4 py-3 text-sm">
        <ContentView content={opened.data.content} />
      </div>
      {error && <Notice tone="error">{error}</Notice>}
      {!isStaff && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button look="secondary" busy={isBusy} disabled={hasTyped} aria-describedby={hint} onClick={putBack}>
            Put back version {number}
          </Button>
          <p id={hint} className="text-xs text-mute">
            {hasTyped ? 'Save or discard what you have typed first.' : 'It is saved as a new version.'}
          </p>
        </div>
      )}
    </div>
  );
}
