import { type Ref, use } from 'react';
import { limits } from '#shared/limits.ts';
import type { Website } from '#shared/website/website.ts';
import { Button } from '../../../ui/button.tsx';
import { useCurrency } from '../../../ui/content.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { CategoriesLeftOut } from './categories-left-out.tsx';
import { ChangeList, countChanges } from './change-list.tsx';
import { changesBetween } from './changes.ts';
import { PictureContext } from './pictures/picture-context.ts';
import { type Publication, usePublication } from './publication.ts';
import { tooSmallPictures, unfinishedIn } from './unfinished.ts';

/**
 * Dialog that shows what publishing will change, and publishes it. The first publication asks whether visitors may see stand-ins,
 * which they see until then.
 */
export function PublishDialog(props: Publication) {
  const currency = useCurrency();
  const { isFirst, onClose } = props;
  const publication = usePublication(props);
  const { content, standIns, isAsked } = publication;
  const { published } = use(PictureContext);
  const changes = changesBetween(published, content, currency);
  const unfinished = unfinishedIn(content);
  return (
    <Dialog title="What will change" onClose={onClose}>
      {isAsked && (
        <StandInsQuestion
          ref={publication.question}
          count={standIns}
          isShowing={publication.isShowing}
          onAnswer={publication.answer}
        />
      )}
      <p className="mb-4 text-sm text-mute">
        {changes.length > 0
          ? `${countChanges(changes.length)}. Visitors usually see them within a minute.`
          : 'The newest version is published again.'}
      </p>
      <p className="mb-4 text-sm text-mute">
        {isFirst
          ? 'You can go back to what visitors see today at any time: Versions keeps it as version 0.'
          : `You can go back to today’s version: Versions keeps the last ${limits.websiteVersions}.`}
      </p>
      <ChangeList changes={changes} />
      {!isAsked && standIns > 0 && !content.pictures.stand_ins && (
        <p className="mt-4 text-sm">
          {standIns === 1 ? 'One place has' : `${standIns} places have`} no picture of yours yet, and visitors don’t see{' '}
          {standIns === 1 ? 'it' : 'them'}.
        </p>
      )}
      <Shortcomings content={content} unfinished={unfinished} />
      <div className="dialog-foot mt-6 items-center">
        {publication.failure && (
          <div className="basis-full">
            <Notice tone="error">{publication.failure}</Notice>
          </div>
        )}
        <Button look="quiet" onClick={onClose}>
          Not yet
        </Button>
        <Button busy={publication.isBusy} disabled={unfinished.length > 0} onClick={publication.publish}>
          {publication.isBusy
            ? 'Publishing...'
            : changes.length > 0
              ? `Publish ${countChanges(changes.length)}`
              : 'Publish again'}
        </Button>
      </div>
    </Dialog>
  );
}

/** Notices of what visitors will not see, which pictures are too small, and what has to be finished first. */
function Shortcomings({ content, unfinished }: { content: Website; unfinished: string[] }) {
  return (
    <>
      <div className="mt-4 empty:hidden">
        <CategoriesLeftOut content={content} />
      </div>
      {tooSmallPictures(content).map((sentence) => (
        <p key={sentence} className="mt-4 rounded-md bg-amber-wash px-4 py-3 text-sm text-amber-ink">
          {sentence}
        </p>
      ))}
      {unfinished.length > 0 && (
        <div className="mt-4">
          <Notice tone="error">
            <p>Before this can be published:</p>
            <ul className="mt-1 list-disc pl-5">
              {unfinished.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </>
  );
}

/** The answers to the question about places with a stand-in. */
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
