import { formatCount } from '#shared/text/format-count.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Empty } from '../../../../../ui/status/notice.tsx';
import { SearchField } from '../../../search/search.tsx';
import type { PhotoList } from './photo-list.ts';

/** The search field for file names, with the number of photos found; hidden if the list has no photo. */
export function PhotoSearch({ list: { loadedPhotos, items, search, searchText, hasNextPage } }: { list: PhotoList }) {
  if (loadedPhotos.length === 0) return null;
  return (
    <>
      <div className="my-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <SearchField search={search} label="Search by file name" />
        <p role="status" className="text-sm text-mute tabular-nums">
          {searchText !== '' &&
            `${formatCount(items.length)} found${hasNextPage ? ` among ${formatCount(loadedPhotos.length)} so far...` : ''}`}
        </p>
      </div>
      {items.length === 0 && !hasNextPage && (
        <Empty
          action={
            <Button look="secondary" onClick={() => search.clear()}>
              Clear the search
            </Button>
          }
        >
          No photo’s file name here contains “{searchText}”.
        </Empty>
      )}
    </>
  );
}
