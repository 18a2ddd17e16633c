import { formatCount } from '#shared/text/format-count.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Empty } from '../../../../../ui/status/notice.tsx';
import { SearchField } from '../../../search/search.tsx';
import type { PhotoList } from './photo-list.ts';

/** The search field for file names; hidden if the list has no photo. */
export const PhotoSearch = ({ list: { loadedPhotos, search } }: { list: PhotoList }) =>
  loadedPhotos.length > 0 && (
    <div className="max-xl:w-full xl:w-46 xl:shrink-0">
      <SearchField search={search} label="Search by file name" size="h-12 px-3.5 xl:h-11 xl:px-2.5 xl:text-sm" />
    </div>
  );

/** The number of photos that the search has found, or a text that it found none. */
export function FoundPhotos({ list: { loadedPhotos, items, search, searchText, hasNextPage } }: { list: PhotoList }) {
  return (
    <>
      <p role="status" className="text-sm text-mute tabular-nums">
        {searchText !== '' &&
          loadedPhotos.length > 0 &&
          `${formatCount(items.length)} found${hasNextPage ? ` among ${formatCount(loadedPhotos.length)} so far...` : ''}`}
      </p>
      {searchText !== '' && loadedPhotos.length > 0 && items.length === 0 && !hasNextPage && (
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
