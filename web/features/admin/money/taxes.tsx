import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Tax, Taxes } from '#shared/contract/money.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatRate } from '#shared/money/rate.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/layers/dialog.tsx';
import { useFocusAfterRemoval } from '../../../ui/navigation/focus-after-removal.ts';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { useIsStaff } from '../is-staff.ts';
import { taxesQuery } from './api.ts';
import { savedTaxes } from './saved-taxes.ts';

const TaxDialog = lazy(() => import('./tax-dialog.tsx'));

/** The studio's taxes, which can be added, edited and deleted; staff read them. */
export function TaxList() {
  const taxes = useQuery(taxesQuery);
  const isStaff = useIsStaff();
  const [edited, setEdited] = useState<Tax | 'new'>();
  const [deleted, setDeleted] = useState<Tax>();
  useFocusAfterRemoval();
  const items = taxes.data?.items ?? [];
  const isFull = items.length >= limits.taxes;
  return (
    <section aria-labelledby="taxes" className="mt-10">
      <h3 id="taxes" className="font-display text-base">
        Taxes
      </h3>
      <p className="mt-2 text-sm text-mute">Each line of an offer can have one or more of them.</p>
      <QueryStatus query={taxes} loading="Loading taxes..." lines={2} failed="The taxes could not be loaded." />
      {items.length > 0 && (
        <ul className="mt-3 border-t border-line">
          {items.map((tax) => (
            <li key={tax.id} className="flex flex-wrap items-center gap-x-4 border-b border-line py-2.5">
              <p dir="auto" className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere] max-sm:basis-1/2">
                {tax.name}
              </p>
              <p className="tabular-nums">{formatRate(tax.rate)}</p>
              {!isStaff && (
                <div className="flex max-sm:-ml-3 max-sm:basis-full">
                  <Button look="quiet" aria-label={`Edit ${tax.name}`} onClick={() => setEdited(tax)}>
                    Edit
                  </Button>
                  <Button look="quiet" aria-label={`Delete ${tax.name}`} onClick={() => setDeleted(tax)}>
                    Delete
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {taxes.data && items.length === 0 && isStaff && <p className="mt-2 text-sm text-mute">There are none yet.</p>}
      {taxes.data && !isStaff && (
        <Button look="secondary" className="mt-4" disabled={isFull} onClick={() => setEdited('new')}>
          New tax
        </Button>
      )}
      {isFull && <p className="mt-2 text-sm text-mute">There can be {limits.taxes} taxes.</p>}
      {taxes.data && edited && (
        <Suspense>
          <TaxDialog
            taxes={taxes.data}
            edited={edited === 'new' ? undefined : edited}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
      {taxes.data && deleted && <DeleteDialog taxes={taxes.data} tax={deleted} onClose={() => setDeleted(undefined)} />}
    </section>
  );
}

function DeleteDialog({ taxes, tax, onClose }: { taxes: Taxes; tax: Tax; onClose: () => void }) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      overwrite(queries, taxesQuery.queryKey, await savedTaxes.remove(taxes, tax));
      onClose();
    } catch (cause) {
      setError(`The tax was not deleted. ${messageOf(cause)}`);
      setBusy(false);
      void queries.invalidateQueries({ queryKey: taxesQuery.queryKey });
    }
  };
  return (
    <Confirm
      title={
        <>
          Delete the tax <bdi>{tax.name}</bdi>?
        </>
      }
      action="Delete tax"
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>New offers don’t have it. Offers that were sent with it keep it.</p>
      {error && (
        <div className="mt-3">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
    </Confirm>
  );
}
