import { useQueryClient } from '@tanstack/react-query';
import { type Ref, use, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { WebsiteDraft } from '#shared/contract/website.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { publishWebsite, saveWebsite, websiteQuery } from './api.ts';
import { CategoriesLeftOut } from './categories-left-out.tsx';
import { ChangeList, countChanges } from './change-list.tsx';
import { changesBetween } from './changes.ts';
import { PictureContext } from './picture-context.ts';
import { standInsIn } from './picture-places.ts';
import { tooSmallPictures, unfinishedIn } from './unfinished.ts';

/**
 * What publishing will change, and the act. The first publication asks before the rest what visitors see in the places
 * that have a stand-in: they see it until then.
 */
export function PublishDialog({
  base,
  isFirst,
  onSaved,
  onClose,
  onTheirs,
}: {
  /** The draft, as it is saved. */
  base: WebsiteDraft;
  /** Nothing was published before. */
  isFirst: boolean;
  onSaved: (draft: WebsiteDraft) => void;
  onClose: () => void;
  onTheirs: (draft: WebsiteDraft | undefined) => void;
}) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { builtIn, published } = use(PictureContext);
  const { setValue } = useFormContext();
  const standIns = standInsIn(base.content, builtIn).length;
  const isAsked = isFirst && standIns > 0;
  const [isShowing, setShowing] = useState<boolean>();
  const question = useRef<HTMLFieldSetElement>(null);
  const answer = (isWanted: boolean) => {
    setShowing(isWanted);
    setFailure('');
  };
  const isShown = (isAsked ? isShowing : undefined) ?? base.content.pictures.stand_ins;
  const content = { ...base.content, pictures: { ...base.content.pictures, stand_ins: isShown } };
  const changes = changesBetween(published, content);
  const unfinished = unfinishedIn(content);
  const tooSmall = tooSmallPictures(content);
  const publish = async () => {
    if (isAsked && isShowing === undefined) {
      question.current?.querySelector('input')?.focus();
      return setFailure('Please answer the question about the stand-ins first.');
    }
    setBusy(true);
    setFailure('');
    try {
      let { version } = base;
      if (isShown !== base.content.pictures.stand_ins) {
        const draft = await saveWebsite({ version, content });
        // The form says it too.
        setValue('pictures.stand_ins', isShown);
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
      {isAsked && <StandInsQuestion ref={question} count={standIns} isShowing={isShowing} onAnswer={answer} />}
      <p className="mb-4 text-sm text-mute">
        {changes.length > 0
          ? `${countChanges(changes.length)}. Visitors usually see them within a minute.`
          : 'The newest version is published again.'}
      </p>
      <ChangeList changes={changes} />
      {!isAsked && standIns > 0 && !isShown && (
        <p className="mt-4 text-sm">
          {standIns === 1 ? 'One place has' : `${standIns} places have`} no picture of yours yet, and visitors don’t see{' '}
          {standIns === 1 ? 'it' : 'them'}.
        </p>
      )}
      <div className="mt-4 empty:hidden">
        <CategoriesLeftOut content={content} />
      </div>
      {tooSmall.map((what) => (
        <p key={what} className="mt-4 rounded-md bg-amber-wash px-4 py-3 text-sm text-amber-ink">
          {what}
        </p>
      ))}
      {unfinished.length > 0 && (
        <div className="mt-4">
          <Notice tone="error">
            <p>Before this can be published:</p>
            <ul className="mt-1 list-disc pl-5">
              {unfinished.map((what) => (
                <li key={what}>{what}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <div className="dialog-foot mt-6 items-center">
        {failure && (
          <div className="basis-full">
            <Notice tone="error">{failure}</Notice>
          </div>
        )}
        <p className="basis-full text-sm text-mute">
          {isFirst
            ? 'You can go back to what visitors see today at any time: Versions keeps it as version 0.'
            : `You can go back to today’s version: Versions keeps the last ${limits.websiteVersions}.`}
        </p>
        <Button look="quiet" onClick={onClose}>
          Not yet
        </Button>
        <Button busy={isBusy} disabled={unfinished.length > 0} onClick={publish}>
          {isBusy ? 'Publishing...' : changes.length > 0 ? `Publish ${countChanges(changes.length)}` : 'Publish again'}
        </Button>
      </div>
    </Dialog>
  );
}

/** What visitors can see in places with a stand-in. */
const answers = [
  { value: true, label: 'The stand-ins, as today', hint: 'Until you put your own pictures there.' },
  { value: false, label: 'Nothing', hint: 'The places are left out until you put your own pictures there.' },
];

function StandInsQuestion({
  ref,
  count,
  isShowing,
  onAnswer,
}: {
  ref: Ref<HTMLFieldSetElement>;
  count: number;
  isShowing: boolean | undefined;
  onAnswer: (isShowing: boolean) => void;
}) {
  return (
    <fieldset ref={ref} className="mb-6 rounded-md bg-amber-wash px-4 pt-3 pb-2">
      <legend className="float-left font-semibold">
        {count === 1
          ? 'One place still has a stand-in, a picture that is not yours. What should visitors see there?'
          : `${count} places still have stand-ins, pictures that are not yours. What should visitors see there?`}
      </legend>
      <div className="clear-both pt-1">
        {answers.map(({ value, label, hint }) => (
          <label key={label} className="flex min-h-11 items-start gap-3 py-2">
            <input
              type="radio"
              name="stand-ins"
              checked={isShowing === value}
              onChange={() => onAnswer(value)}
              className="mt-0.5 size-5 shrink-0 accent-leaf"
            />
            <span>
              {label}
              <span className="block text-sm text-mute">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
