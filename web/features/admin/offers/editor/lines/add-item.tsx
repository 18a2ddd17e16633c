import { useQuery } from '@tanstack/react-query';
import { formatCents } from '#shared/money/currency.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Dialog } from '../../../../../ui/layers/dialog.tsx';
import { QueryStatus } from '../../../../../ui/status/query-status.tsx';
import { offerItemsQuery } from '../../api.ts';
import { useEditing } from '../editing.ts';
import { newAddOn, newPackage } from '../new-rows.ts';
import type { Line, LineList } from './line-fields.ts';

/**
 * Dialog that adds a package or an add-on of the published website, with the price that it has there, or an empty one.
 * @param onAdd receives the new line
 */
export function AddItem({
  list,
  onAdd,
  onClose,
}: {
  list: LineList;
  onAdd: (line: Line) => void;
  onClose: () => void;
}) {
  const { content, currency } = useEditing();
  const items = useQuery(offerItemsQuery);
  const taxIds = content.taxes.map(({ id }) => id);
  const lines =
    list === 'packages'
      ? items.data?.packages.map((item) => ({ item, make: () => newPackage(taxIds, item) }))
      : items.data?.add_ons.map((item) => ({ item, make: () => newAddOn(taxIds, item) }));
  const noun = list === 'packages' ? 'package' : 'add-on';
  const add = (line: Line) => {
    onAdd(line);
    onClose();
  };
  return (
    <Dialog title={`Add ${list === 'packages' ? 'a package' : 'an add-on'}`} onClose={onClose}>
      <p className="text-sm text-mute">
        From your published website. The price is copied: a later change of the website changes nothing here.
      </p>
      <QueryStatus
        query={items}
        loading="Loading the website’s prices..."
        failed="The website’s prices could not be loaded."
      />
      {lines?.length === 0 && <p className="mt-4 text-sm">Your website has no {noun} with a price.</p>}
      <ul className="mt-3">
        {lines?.map(({ item, make }) => (
          <li key={`${item.name} ${item.detail} ${item.price_cents}`} className="border-b border-line first:border-t">
            <button
              type="button"
              onClick={() => add(make())}
              className="flex min-h-14 w-full cursor-pointer items-center gap-4 py-2 text-left text-sm hover:bg-paper"
            >
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span dir="auto" className="block font-semibold">
                  {item.name}
                </span>
                <span dir="auto" className="line-clamp-2 text-xs text-mute">
                  {item.detail}
                </span>
              </span>
              <span className="tabular-nums">
                {formatCents(item.price_cents, currency)}
                {item.per === 'hour' && <span className="text-mute"> an hour</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div className="dialog-foot mt-6">
        <Button look="secondary" onClick={onClose}>
          Cancel
        </Button>
        {list === 'packages' && (
          <Button look="secondary" onClick={() => add(newPackage(taxIds))}>
            A package of its own
          </Button>
        )}
      </div>
    </Dialog>
  );
}
