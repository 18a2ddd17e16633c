import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { WebsiteDraft } from '#shared/contract/website.ts';
import { messageOf } from '#shared/errors.ts';
import type { Website } from '#shared/website.ts';
import { ApiError } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { publishWebsite, saveWebsite, websiteQuery } from '../queries.ts';
import { CategoriesLeftOut } from './categories-left-out.tsx';
import { ChangeList, countChanges } from './change-list.tsx';
import type { changesBetween } from './changes.ts';
import { PictureContext } from './picture-context.ts';
import { placeLabel, standInsIn, undescribedIn } from './picture-places.ts';
import { sectionOf, titleOf } from './sections.ts';

const titleIn = (content: Website, path: string) => {
  const section = sectionOf(path);
  return section && titleOf(section, content);
};

/** What publishing will change, and the act. */
export function PublishDialog({
  changes,
  base,
  onSaved,
  onClose,
  onTheirs,
}: {
  changes: ReturnType<typeof changesBetween>;
  /** The draft, as it is saved. */
  base: WebsiteDraft;
  onSaved: (draft: WebsiteDraft) => void;
  onClose: () => void;
  onTheirs: (draft: WebsiteDraft | undefined) => void;
}) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { builtIn } = use(PictureContext);
  const { setValue } = useFormContext();
  const { content } = base;
  const standIns = content.pictures.stand_ins ? [] : standInsIn(content, builtIn);
  const [isShowing, setShowing] = useState(false);
  const undescribed = undescribedIn(content);
  const publish = async () => {
    setBusy(true);
    setFailure('');
    try {
      let { version } = base;
      if (isShowing) {
        const draft = await saveWebsite({
          version,
          content: { ...content, pictures: { ...content.pictures, stand_ins: true } },
        });
        // The form says it too.
        setValue('pictures.stand_ins', true);
        onSaved(draft);
        ({ version } = draft);
      }
      queries.setQueryData(websiteQuery.queryKey, await publishWebsite(version));
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') {
        onTheirs(error.details.current as WebsiteDraft | undefined);
        return onClose();
      }
      setFailure(`Nothing was published. ${messageOf(error)}`);
    }
  };
  return (
    <Dialog title="What will change" onClose={onClose}>
      <p className="mb-4 text-sm text-mute">
        {changes.length > 0
          ? `${countChanges(changes.length)}. Visitors usually see them within a minute.`
          : 'The newest version is published again.'}
      </p>
      <ChangeList changes={changes} />
      {standIns.length > 0 && (
        <div className="mt-4 text-sm">
          <p>
            {standIns.length === 1 ? 'One place has' : `${standIns.length} places have`} no picture of yours yet.
            Visitors don’t see {standIns.length === 1 ? 'it' : 'them'}, unless you show the stand-ins.
          </p>
          <label className="mt-1 flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={isShowing}
              onChange={({ target }) => setShowing(target.checked)}
              className="size-5 accent-leaf"
            />
            Show the stand-ins until I put my own pictures there
          </label>
        </div>
      )}
      <div className="mt-4 empty:hidden">
        <CategoriesLeftOut content={content} />
      </div>
      {undescribed.length > 0 && (
        <Notice tone="error">
          Say first what these pictures show:{' '}
          {undescribed.map((path) => `${titleIn(content, path)}, ${placeLabel(content, path)}`).join('; ')}.
        </Notice>
      )}
      {failure && <Notice tone="error">{failure}</Notice>}
      <div className="mt-6 flex flex-wrap items-center justify-end gap-3">
        <p className="basis-full text-sm text-mute">You can go back to today’s version at any time.</p>
        <Button look="quiet" onClick={onClose}>
          Not yet
        </Button>
        <Button busy={isBusy} disabled={undescribed.length > 0} onClick={publish}>
          {isBusy ? 'Publishing...' : changes.length > 0 ? `Publish ${countChanges(changes.length)}` : 'Publish again'}
        </Button>
      </div>
    </Dialog>
  );
}
