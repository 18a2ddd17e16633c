import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { isolated } from '#shared/text/isolated.ts';
import type { useBefore } from '../../../../photos/lightbox/before.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { SinglePhotoActs } from '../grid/single-photo-acts.ts';
import { unmarkableReasons } from '../grid/unmarkable.ts';
import { Key } from './culling-keys.tsx';
import { StarButtons } from './star-buttons.tsx';

/** The switches and buttons for the open photo, each with its key. */
export function PanelActs({
  session,
  photo,
  before,
  acts,
  withFacts,
  onFacts,
  onChapter,
}: {
  session: SessionDetails;
  photo: StudioPhoto;
  before: Pick<ReturnType<typeof useBefore>, 'isBefore' | 'button'>;
  acts: SinglePhotoActs;
  withFacts: boolean;
  onFacts: () => void;
  onChapter: () => void;
}) {
  const chapter = session.chapters.find(({ id }) => id === photo.chapter_id);
  return (
    <div className="flex gap-x-4 panel-below:flex-wrap panel-beside:flex-col">
      <div className={row}>
        <StarButtons stars={photo.stars} onChange={(stars) => acts.setStars(photo.id, stars)} />
        <Key>1–5</Key>
      </div>
      <Switch
        name="Client sees it"
        isOn={photo.is_approved}
        letter="H"
        onToggle={() => acts.toggleApproved(photo.id)}
      />
      {photo.unmarkable && (
        <p className="mb-2 basis-full text-xs text-brass-bright">{unmarkableReasons[photo.unmarkable]}</p>
      )}
      <Switch name="Download" isOn={photo.downloadable} letter="D" onToggle={() => acts.toggleDownloadable(photo.id)} />
      <Switch
        name="Finished"
        isOn={photo.stage === 'finished'}
        letter="F"
        onToggle={() => acts.toggleStage(photo.id)}
      />
      <Switch
        name="Cover"
        isOn={photo.id === session.cover_id}
        letter="V"
        onToggle={() => acts.toggleCover(photo.id)}
      />
      {session.chapters.length > 0 && (
        <Act name={chapter ? `Chapter: ${isolated(chapter.name)}` : 'Move to chapter'} letter="T" onAct={onChapter} />
      )}
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
        <Button look="danger" className="panel-beside:my-2 panel-beside:mr-auto" onClick={() => acts.remove(photo.id)}>
          Delete
        </Button>
        <Key>X</Key>
      </div>
      <Act name={withFacts ? 'Hide facts' : 'Show facts'} letter="I" onAct={onFacts} />
    </div>
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
