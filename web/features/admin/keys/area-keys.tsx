import { useState } from 'react';
import { isFramed } from '../../../lib/browser/framed.ts';
import { SearchDialog } from '../search/search-dialog.tsx';
import type { KeyTable } from './key-table.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { useListedTables } from './listed-tables.ts';
import { areaKeys } from './tables.ts';
import { useKeys } from './use-keys.ts';

type Opened = 'search' | 'keys';

/**
 * Binds the keys of the whole admin area.
 * @returns `open`: opens the search or the list of keys; `dialog`: the one that is open
 */
export function useAreaKeys() {
  const [opened, setOpened] = useState<Opened>();
  const tables = useListedTables();
  // In the frame of a page as its client sees it, keys are the page's.
  useKeys(areaKeys, isFramed ? {} : { search: () => setOpened('search'), list: () => setOpened('keys') });
  const close = () => setOpened(undefined);
  return {
    open: setOpened,
    dialog: (
      <>
        {opened === 'search' && <SearchDialog onClose={close} />}
        {opened === 'keys' && <KeysDialog tables={inOrder(tables)} onClose={close} />}
      </>
    ),
  };
}

/** Returns the tables with that of the whole area last. */
const inOrder = (tables: readonly KeyTable[]) => [...tables.filter((table) => table !== areaKeys), areaKeys];
