import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DownloadOptions, DownloadScope } from '#shared/contract/downloads.ts';
import type { FavoritePhoto, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { canSaveToPhotos } from '../../../lib/browser/share.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/layers/sheet.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { StudioContact } from '../../../ui/studio-contact.tsx';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { AllowanceLine, exceeds, exceedsWithAttachments } from './allowance-line.tsx';
import { allPhotos, downloadOptionsQuery } from './api.ts';
import { type PhotoToSave, SaveToPhotos } from './save-to-photos.tsx';
import { captionOf, type DownloadOption, detailOf, detailOfMany, SizeRow } from './size-row.tsx';
import { useStart } from './start-download.ts';

/** Milliseconds between two requests for the bytes of a file that is being made, and the most requests. */
const pollInterval = 1_000;
const mostPolls = 20;

const isDownloadable = ({ downloadable }: GalleryPhoto) => downloadable;

interface Props {
  scope: DownloadScope;
  /** The name of the download: a file name, or a session's name. */
  detail: string;
  cover: GalleryPhoto | undefined;
  /** All photos of the scope, once they are loaded. */
  photos?: FavoritePhoto[] | undefined;
  /** The only photo, if it is one: its file is downloaded instead of a ZIP. */
  single?: GalleryPhoto | undefined;
  onClose: () => void;
}

/** The sheet that downloads one photo, or many as a ZIP. For a session, the client can also choose photos in it. */
export default function DownloadSheet(props: Props) {
  const { scope, detail, onClose } = props;
  const [chosen, setChosen] = useState<GalleryPhoto[]>();
  const [isChoosing, setChoosing] = useState(false);
  if (scope.kind !== 'session') return <SizeSheet {...props} />;
  if (isChoosing) {
    return (
      <PhotoPicker
        session={scope.session_id}
        detail={detail}
        action="Next"
        filter={isDownloadable}
        most={limits.photosPerDownload}
        onChoose={(photos) => {
          setChosen(photos);
          setChoosing(false);
        }}
        onClose={onClose}
      />
    );
  }
  if (!chosen) return <SizeSheet {...props} onChoosePhotos={() => setChoosing(true)} />;
  const [cover] = chosen;
  const onlyPhoto = chosen.length === 1 ? cover : undefined;
  return (
    <SizeSheet
      scope={{ kind: 'photos', session_id: scope.session_id, photo_ids: chosen.map(({ id }) => id) }}
      detail={onlyPhoto?.file_name ?? detail}
      cover={cover}
      single={onlyPhoto}
      onClose={onClose}
    />
  );
}

/** Asks for the size of the download, and starts it. */
function SizeSheet({ onChoosePhotos, ...props }: Props & { onChoosePhotos?: () => void }) {
  const { scope, detail, cover, photos, single, onClose } = props;
  const options = useQuery({
    ...downloadOptionsQuery(scope),
    // A single photo's files are made on request, and measured then.
    refetchInterval: ({ state }) =>
      single && state.dataUpdateCount < mostPolls && state.data?.sizes.some((size) => size.bytes === null)
        ? pollInterval
        : false,
  });
  const { sizes = [], allowances = [] } = options.data ?? {};
  const isExceeded = allowances.some(exceeds);
  const count = Math.max(0, ...sizes.map((size) => size.photos_count));
  const sizeToShare = sizeForPhones(sizes);
  const start = useStart({ scope, single, onClose });
  const mayList = scope.kind !== 'favorites' || photos !== undefined;

  return (
    <Sheet
      title="Download"
      detail={single || count === 0 ? detail : `${detail} · ${formatPhotoCount(count)}`}
      picture={
        cover && (
          <div className="h-21 w-15.5 shrink-0 bg-petal">
            <PhotoImage photo={cover} alt="" priority sizes="62px" className="size-full object-cover" />
          </div>
        )
      }
      onClose={onClose}
    >
      <QueryStatus query={options} loading="Measuring the files..." failed="The sizes could not be loaded." />
      {options.data && sizes.length === 0 && <NothingToDownload scope={scope} />}
      {options.data && sizes.length > 0 && (
        <>
          {sizeToShare && !isExceeded && mayList && canSaveToPhotos() && (
            <div className="mt-5">
              <SaveToPhotos
                load={() => photosToSave(scope, photos)}
                size={sizeToShare.size}
                caption={captionOf(sizeToShare)}
                begin={single !== undefined && allowances.every(({ takes }) => takes === 0)}
                onCounted={() => allowances.length > 0 && options.refetch()}
              />
            </div>
          )}
          <Sizes options={options.data} isLoading={options.isFetching} count={count} single={single} start={start} />
          {onChoosePhotos && (
            <Button look="quiet" className="mt-2 px-0!" onClick={onChoosePhotos}>
              Choose some of them
            </Button>
          )}
          {start.trouble && (
            <div className="mt-4">
              <Notice tone="error">The download did not start. {start.trouble}</Notice>
            </div>
          )}
          {allowances.map((allowance) => (
            <AllowanceLine key={allowance.session_id} allowance={allowance} isNamed={allowances.length > 1} />
          ))}
        </>
      )}
    </Sheet>
  );
}

/** Returns the size of the photos that a phone's album gets. */
function sizeForPhones(sizes: DownloadOption[]): DownloadOption | undefined {
  const shareable = sizes.findLast(
    ({ size, types }) => size !== 'original' || types.every((type) => type === 'image/jpeg'),
  );
  return sizes.find(({ size }) => size === 'print') ?? sizes.find(({ size }) => size === 'web') ?? shareable;
}

/**
 * Returns the photos of a scope to save on the phone.
 * @param favorites the scope's photos, if it is the favorites
 */
async function photosToSave(scope: DownloadScope, favorites: FavoritePhoto[] | undefined): Promise<PhotoToSave[]> {
  if (scope.kind === 'photos') return scope.photo_ids.map((id) => ({ id, session_id: scope.session_id }));
  if (scope.kind === 'favorites') return favorites ?? [];
  const { session_id } = scope;
  const scopePhotos = await allPhotos(session_id, scope.kind === 'chapter' ? scope.chapter_id : undefined);
  return scopePhotos.filter(isDownloadable).map(({ id }) => ({ id, session_id }));
}

const NothingToDownload = ({ scope }: { scope: DownloadScope }) => (
  <div className="mt-5 text-mute">
    <p>
      {scope.kind === 'favorites' ? 'None of your favorites can be downloaded.' : 'Nothing can be downloaded here.'}{' '}
      Please ask the studio.
    </p>
    <StudioContact />
  </div>
);

interface SizesProps {
  options: DownloadOptions;
  isLoading: boolean;
  /** The number of photos in the largest download. */
  count: number;
  single: GalleryPhoto | undefined;
  start: ReturnType<typeof useStart>;
}

/** The sizes, and what is downloadable only after retouching. */
function Sizes({ options, isLoading, count, single, start }: SizesProps) {
  const { sizes, allowances, original_after_retouching: laterCount } = options;
  const isExceeded = allowances.some(exceeds);
  const isExceededWithAttachments = allowances.some(exceedsWithAttachments);
  return (
    <ul className="mt-4 divide-y divide-line border-y border-line">
      {sizes.map((option) => (
        <li key={option.size}>
          <SizeRow
            option={option}
            detail={single ? detailOf(option, single) : detailOfMany(option, count)}
            isMeasuring={single !== undefined && isLoading}
            busy={start.busy === option.size}
            disabled={isExceeded || (option.attachments_count > 0 && isExceededWithAttachments)}
            onChoose={() => start.begin(option.size)}
          />
        </li>
      ))}
      {laterCount > 0 && (
        <li className="py-3">
          <span className="block font-semibold text-mute">Original after retouching</span>
          <span className="block text-sm text-mute">
            {single || laterCount === count
              ? 'Until then you can download it with the watermark.'
              : `Of ${formatPhotoCount(laterCount)}; until then with the watermark.`}
          </span>
        </li>
      )}
    </ul>
  );
}
