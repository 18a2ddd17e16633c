import type { ReactNode } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { takenAt } from '../../../../lib/capture-time.ts';
import { dayOf, timeOf } from '../../../../lib/dates.ts';
import { inBytes } from '../../../../lib/sizes.ts';
import type { useBefore } from '../../../../photos/lightbox/before.tsx';
import { giveKeysBack, leaveByEscape } from '../../../../photos/lightbox/field-keys.ts';
import { PhotoText } from '../../../../photos/photo-note.tsx';
import { Picture } from '../../../../photos/picture/picture.tsx';
import { sizeWithin } from '../../../../photos/picture/picture-sources.ts';
import { Button } from '../../../../ui/button.tsx';
import { FileName } from '../../../../ui/file-name.tsx';
import { Close, Star } from '../../../../ui/icons.tsx';
import { unmarkableReasons } from '../grid/unmarkable.ts';
import { Key } from './culling-keys.tsx';

/** Beside the photo: what the studio can change, what the client has said, and the facts of the file. */
export function CullingPanel({
  session,
  photo,
  withFacts,
  before,
  onHide,
  onDownload,
  onStage,
  onPutBack,
  onReply,
  onDelete,
  onFacts,
  onClose,
}: {
  session: SessionDetails;
  photo: StudioPhoto;
  withFacts: boolean;
  before: Pick<ReturnType<typeof useBefore>, 'isBefore' | 'button'>;
  onHide: () => void;
  onDownload: () => void;
  onStage: () => void;
  onPutBack: (version: string) => void;
  onReply: (photo: string, reply: string, seen: string) => Promise<unknown>;
  onDelete: () => void;
  onFacts: () => void;
  onClose: () => void;
}) {
  return (
    <section
      aria-label="Photo"
      className="absolute inset-x-0 bottom-0 max-h-(--below) overflow-y-auto bg-night-raised px-4 pb-3 text-sm text-white md:px-6 md:pb-6 panel-beside:inset-y-0 panel-beside:left-auto panel-beside:max-h-none panel-beside:w-(--side) low:px-4 low:pb-3"
    >
      <div className="flex items-center gap-2 md:pt-2 low:pt-0">
        <h2 className="mr-auto min-w-0 font-sans text-base font-semibold">
          <FileName name={photo.file_name} />
        </h2>
        <button type="button" aria-label="Close" onClick={onClose} className="-mr-3 grid size-11 place-items-center">
          <Close className="size-6" />
        </button>
      </div>
      <div className="flex gap-x-4 panel-below:flex-wrap panel-beside:flex-col">
        <Switch name="Client sees it" isOn={photo.is_approved} letter="H" onToggle={onHide} />
        {photo.unmarkable && (
          <p className="mb-2 basis-full text-xs text-brass-bright">{unmarkableReasons[photo.unmarkable]}</p>
        )}
        <Switch name="Download" isOn={photo.downloadable} letter="D" onToggle={onDownload} />
        <Switch name="Finished" isOn={photo.stage === 'finished'} letter="F" onToggle={onStage} />
        {photo.before && (
          <button
            type="button"
            aria-label={`Hold to see ${photo.file_name} before it was finished`}
            aria-pressed={before.isBefore}
            {...before.button}
            className={`${row} cursor-pointer touch-none select-none`}
          >
            <span className="panel-beside:mr-auto panel-below:inline-link">Hold to see before</span>
            <Key>B</Key>
          </button>
        )}
        <div className={row}>
          <Button look="danger" className="panel-beside:my-2 panel-beside:mr-auto" onClick={onDelete}>
            Delete
          </Button>
          <Key>X</Key>
        </div>
        <Act name={withFacts ? 'Hide facts' : 'Show facts'} letter="I" onAct={onFacts} />
      </div>
      <div className="border-t border-night-line py-3">
        <p className="text-xs font-semibold text-night-mute">{session.customer_name || 'Unknown'}</p>
        <p className="mt-1 flex items-center gap-2">
          <Star
            filled={photo.is_favorite}
            className={`size-5 ${photo.is_favorite ? 'text-brass-bright' : 'text-night-mute'}`}
          />
          {photo.is_favorite ? 'Favorite' : 'Not a favorite'}
        </p>
        {photo.note && (
          <p dir="auto" className="mt-1 whitespace-pre-line [overflow-wrap:anywhere] panel-below:line-clamp-2">
            “{photo.note}”
          </p>
        )}
        {(photo.note || photo.reply) && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only stops propagation
          <div data-reply-field="" onKeyDown={leaveByEscape} onBlur={giveKeysBack} className="mt-2">
            <p className="flex items-center text-xs font-semibold text-night-mute">
              <span className="mr-auto">Studio</span>
              <Key>R</Key>
            </p>
            <PhotoText
              key={photo.id}
              name="reply"
              photo={photo}
              placeholder="Reply to the note..."
              look="raised"
              onSave={(reply, seen) => onReply(photo.id, reply, seen)}
            />
          </div>
        )}
      </div>
      {photo.versions.length > 0 && <Versions photo={photo} onPutBack={onPutBack} />}
      {withFacts && <Facts photo={photo} session={session} />}
    </section>
  );
}

const row =
  'flex min-h-11 items-center gap-3 text-left panel-beside:w-full panel-beside:border-t panel-beside:border-night-line';

function Switch({
  name,
  isOn,
  letter,
  onToggle,
}: {
  name: string;
  isOn: boolean;
  letter: string;
  onToggle: () => void;
}) {
  return (
    <button type="button" role="switch" aria-checked={isOn} onClick={onToggle} className={`${row} cursor-pointer`}>
      <span className="panel-beside:mr-auto">{name}</span>
      <span aria-hidden="true" className={isOn ? 'font-semibold' : 'font-semibold text-brass-bright'}>
        {isOn ? 'Yes' : 'No'}
      </span>
      <Key>{letter}</Key>
    </button>
  );
}

function Act({ name, letter, onAct }: { name: string; letter: string; onAct: () => void }) {
  return (
    <button type="button" onClick={onAct} className={`${row} cursor-pointer`}>
      <span className="panel-beside:mr-auto panel-below:inline-link">{name}</span>
      <Key>{letter}</Key>
    </button>
  );
}

/** The earlier versions, newest first; each can be put back. */
function Versions({ photo, onPutBack }: { photo: StudioPhoto; onPutBack: (version: string) => void }) {
  return (
    <div className="border-t border-night-line py-3">
      <h3 className="font-sans text-xs font-semibold text-night-mute">Earlier versions</h3>
      <ul>
        {photo.versions.map((version) => (
          <li key={version.id} className="mt-2 flex items-center gap-3">
            <span className="grid w-16 shrink-0 place-items-center">
              <span style={sizeWithin(version, 64, 48)}>
                <Picture photo={version} alt="" sizes="64px" className="size-full" />
              </span>
            </span>
            <span className="min-w-0 flex-1">
              <FileName name={version.file_name} />
              <span className="block text-xs text-night-mute">
                {version.stage === 'proof' ? 'Proof' : 'Finished'}, kept until{' '}
                {dayOf(new Date(Date.parse(version.replaced_at) + limits.trashDays * 86_400_000).toISOString())}
              </span>
            </span>
            <button
              type="button"
              aria-label={`Put back ${version.file_name}`}
              onClick={() => onPutBack(version.id)}
              className="inline-link min-h-11 shrink-0 cursor-pointer font-semibold"
            >
              Put back
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ photo, session }: { photo: StudioPhoto; session: SessionDetails }) {
  const { camera, lens, seconds, aperture, iso, millimeters } = photo.exposure ?? {};
  const exposure = [
    seconds && (seconds < 1 ? `1/${Math.round(1 / seconds)} s` : `${seconds} s`),
    aperture && `f/${aperture}`,
    iso && `ISO ${iso}`,
    millimeters && `${millimeters} mm`,
  ]
    .filter(Boolean)
    .join(' · ');
  const facts: [string, ReactNode][] = [
    ['Taken', photo.captured_at && takenAt(photo.captured_at, session)],
    ['Camera', camera],
    ['Lens', lens],
    ['Exposure', exposure],
    ['Size', `${photo.width} × ${photo.height} · ${inBytes(photo.size)}${photo.is_hdr ? ' · HDR' : ''}`],
    ['Uploaded', timeOf(photo.uploaded_at)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 border-t border-night-line pt-3 tabular-nums">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-night-mute">{name}</dt>
            <dd dir="auto" className="min-w-0 text-right [overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  );
}
