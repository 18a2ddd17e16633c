import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DownloadOptions, DownloadScope } from '#shared/contract/downloads.ts';
import type { DownloadSize, FavoritePhoto, GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { downloadPixels, sizeWithin } from '#shared/photos/media.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { useIsMounted } from '../../../lib/browser/is-mounted.ts';
import { saveLink } from '../../../lib/browser/save-file.ts';
import { canSaveToPhotos } from '../../../lib/browser/share.ts';
import { inBytes } from '../../../lib/sizes.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import { Button } from '../../../ui/button.tsx';
import { Download } from '../../../ui/icons.tsx';
import { Sheet } from '../../../ui/layers/sheet.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { StudioContact } from '../../../ui/studio-contact.tsx';
import { PhotoPicker } from '../photos/photo-picker.tsx';
import { allPhotos, downloadLink, downloadOptionsQuery, downloadsQuery, requestDownload } from './api.ts';
import { SaveToPhotos } from './save-to-photos.tsx';

type Option = DownloadOptions['sizes'][number];
type Allowance = DownloadOptions['allowances'][number];

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
function SizeSheet({
  scope,
  detail,
  cover,
  photos,
  single,
  onChoosePhotos,
  onClose,
}: Props & { onChoosePhotos?: () => void }) {
  const options = useQuery({
    ...downloadOptionsQuery(scope),
    // A single photo's files are made on request, and measured then.
    refetchInterval: ({ state }) =>
      single && state.dataUpdateCount < mostPolls && state.data?.sizes.some((size) => size.bytes === null)
        ? pollInterval
        : false,
  });
  const { sizes = [], allowances = [], original_after_retouching: laterCount = 0 } = options.data ?? {};
  const exceeded = allowances.find(({ limit, used, takes }) => takes > Math.max(0, limit - used));
  const count = Math.max(0, ...sizes.map((size) => size.photos_count));
  const shareable = sizes.findLast(
    ({ size, types }) => size !== 'original' || types.every((type) => type === 'image/jpeg'),
  );
  const sizeToShare =
    sizes.find(({ size }) => size === 'print') ?? sizes.find(({ size }) => size === 'web') ?? shareable;
  const start = useStart({ scope, single, onClose });

  const load = async () => {
    if (scope.kind === 'photos') return scope.photo_ids.map((id) => ({ id, session_id: scope.session_id }));
    if (scope.kind === 'favorites') return photos ?? [];
    const { session_id } = scope;
    const scopePhotos = await allPhotos(session_id, scope.kind === 'chapter' ? scope.chapter_id : undefined);
    return scopePhotos.filter((photo) => photo.downloadable).map(({ id }) => ({ id, session_id }));
  };
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
      {options.data && sizes.length === 0 && (
        <div className="mt-5 text-mute">
          <p>
            {scope.kind === 'favorites'
              ? 'None of your favorites can be downloaded.'
              : 'Nothing can be downloaded here.'}{' '}
            Please ask the studio.
          </p>
          <StudioContact />
        </div>
      )}
      {sizes.length > 0 && (
        <>
          {sizeToShare && !exceeded && mayList && canSaveToPhotos() && (
            <div className="mt-5">
              <SaveToPhotos
                load={load}
                size={sizeToShare.size}
                caption={captionOf(sizeToShare)}
                begin={single !== undefined && allowances.every(({ takes }) => takes === 0)}
                onCounted={() => allowances.length > 0 && options.refetch()}
              />
            </div>
          )}
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {sizes.map((option) => (
              <li key={option.size}>
                <SizeRow
                  option={option}
                  detail={single ? detailOf(option, single) : detailOfMany(option, count)}
                  isMeasuring={single !== undefined && options.isFetching}
                  busy={start.busy === option.size}
                  disabled={
                    exceeded !== undefined || (option.attachments_count > 0 && exceedsWithAttachments(allowances))
                  }
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

/** Whether the attachments that are downloaded with the originals exceed what the allowance has left. */
const exceedsWithAttachments = (allowances: Allowance[]): boolean =>
  allowances.some(({ limit, used, takes, attachments_take }) => takes + attachments_take > Math.max(0, limit - used));

/**
 * Starts the download of one photo's file, or of a ZIP. A ZIP that is ready is saved at once; otherwise 'Downloads'
 * shows its progress.
 */
function useStart({
  scope,
  single,
  onClose,
}: {
  scope: DownloadScope;
  single: GalleryPhoto | undefined;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [busy, setBusy] = useState<DownloadSize>();
  const [trouble, setTrouble] = useState<string>();
  const downloadFile = async (session: string, photo: string, size: DownloadSize) => {
    const { url, file_name } = await downloadLink(session, photo, size);
    if (!isMounted.current) return;
    saveLink(url, file_name);
    onClose();
  };
  const downloadArchive = async (size: DownloadSize) => {
    const { state, parts } = await requestDownload({ ...scope, photo_size: size });
    void queries.invalidateQueries({ queryKey: downloadsQuery.queryKey });
    if (!isMounted.current) return;
    const [part] = parts;
    if (state === 'ready' && part && parts.length === 1) {
      saveLink(part.url, part.file_name);
      onClose();
    } else navigate('/dashboard/downloads');
  };
  const begin = async (size: DownloadSize) => {
    setBusy(size);
    setTrouble(undefined);
    try {
      if (single && scope.kind === 'photos') await downloadFile(scope.session_id, single.id, size);
      else await downloadArchive(size);
    } catch (error) {
      console.warn('The download did not start.', error);
      setTrouble(messageOf(error));
    }
    setBusy(undefined);
  };
  return { busy, trouble, begin };
}

const names: Record<DownloadSize, string> = { web: 'Web size', print: 'Print size', original: 'Original' };

function SizeRow({
  option: { size, bytes },
  detail,
  isMeasuring,
  busy,
  disabled,
  onChoose,
}: {
  option: Option;
  detail: string;
  isMeasuring: boolean;
  busy: boolean;
  disabled: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      onClick={busy ? undefined : onChoose}
      aria-busy={busy || undefined}
      disabled={disabled}
      className="group flex min-h-16 w-full cursor-pointer items-center gap-3 py-2 text-left disabled:cursor-default disabled:opacity-60"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold group-hover:text-leaf">{names[size]}</span>
        <span className="block text-sm text-mute tabular-nums">{detail}</span>
      </span>
      <span className="shrink-0 text-sm text-mute tabular-nums">
        {busy ? 'Preparing...' : bytes !== null ? inBytes(bytes) : isMeasuring ? 'Measuring...' : 'Made on request'}
      </span>
      <Download className="size-6 shrink-0" />
    </button>
  );
}

const captionOf = ({ size, bytes }: Option) =>
  [names[size], ...(bytes === null ? [] : [inBytes(bytes)]), 'straight into your phone’s album'].join(', ');

/** Pixels per inch at which a print looks sharp from an arm's length. */
const pixelsPerInch = 200;

/** Returns the detail of one photo: '2048 × 1365 px, to send and to post'. */
function detailOf({ size, types }: Option, photo: GalleryPhoto): string {
  const { width, height } = size === 'original' ? photo : sizeWithin(photo, downloadPixels[size]);
  const pixels = `${width} × ${height} px`;
  if (size === 'web') return `${pixels}, to send and to post`;
  if (size === 'original') return [...types.map(formatOf), pixels, 'full size'].join(', ');
  const [short = 0, long = 0] = [width, height]
    .map((side) => Math.floor(side / pixelsPerInch))
    .toSorted((a, b) => a - b);
  return `${pixels}, prints up to ${short} × ${long} in`;
}

/** Returns the detail of several photos: '2048 px, in a ZIP'. */
function detailOfMany({ size, pixels, photos_count, attachments_count, types }: Option, count: number): string {
  const contents = size === 'original' ? ['Full size', ...types.map(formatOf)].join(', ') : `${pixels} px`;
  const attachments = attachments_count > 0 ? ` with ${formatCounted(attachments_count, 'file')}` : '';
  return `${contents}, in a ZIP${photos_count < count ? ` of ${formatPhotoCount(photos_count)}` : ''}${attachments}`;
}

/** Returns the name of a file type: 'image/jpeg' → 'JPEG'. */
const formatOf = (type: string) => (type === 'image/webp' ? 'WebP' : type.replace(/^image\//, '').toUpperCase());

/** The number of downloads of a session that are left, before and after this one. */
function AllowanceLine({ allowance, isNamed }: { allowance: Allowance; isNamed: boolean }) {
  const { session_name, limit, used, takes, attachments_take } = allowance;
  const leftCount = Math.max(0, limit - used);
  return (
    <div className="mt-4 text-sm">
      <p className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>
          <strong className="font-semibold">
            {used} of {limit}
          </strong>{' '}
          downloads used
          {isNamed && (
            <>
              {' '}
              of <bdi>{session_name}</bdi>
            </>
          )}
        </span>
        <span className="text-mute">{leftCount} left</span>
      </p>
      <div aria-hidden="true" className="mt-2 h-0.5 bg-line">
        <div className="h-full bg-leaf" style={{ width: `${Math.min(100, (used / limit) * 100)}%` }} />
      </div>
      <p className="mt-2 text-mute">
        {describeUse(takes, leftCount)}
        {attachments_take > 0 &&
          takes <= leftCount &&
          ` The originals with their files use ${takes + attachments_take}.`}
      </p>
    </div>
  );
}

function describeUse(takes: number, leftCount: number): ReactNode {
  if (takes === 0) return 'You have these already: another size uses none.';
  if (leftCount === 0) return 'All of them are used. Please ask the studio for more.';
  if (takes > leftCount) {
    return `This needs ${takes}, and ${leftCount} ${leftCount === 1 ? 'is' : 'are'} left. Choose fewer photos, or ask the studio for more.`;
  }
  if (takes === leftCount)
    return leftCount === 1 ? 'This download uses the last one.' : `This download uses the last ${leftCount}.`;
  return takes === 1 ? 'This download uses one.' : `This download uses ${takes}.`;
}
