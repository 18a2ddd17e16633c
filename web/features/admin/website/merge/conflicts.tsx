import { type Ref, useId } from 'react';
import type { WebsiteDraft } from '#shared/contract/website.ts';
import type { PictureContent, Website } from '#shared/website/website.ts';
import { Button } from '../../../../ui/button.tsx';
import { useCurrency } from '../../../../ui/content.tsx';
import { ChangedPicture } from '../change-list.tsx';
import { isPictureWithFocus, sayValue, whereIs } from './conflict-words.ts';
import type { ContentConflict, Side } from './merge-content.ts';

/**
 * The fields that somebody else has changed, too, in another way: both values of each, and the choice between them. Nothing is
 * saved until all are decided.
 */
export function Conflicts({
  ref,
  conflicts,
  choices,
  mine,
  theirs,
  onChoose,
  onKeepStored,
}: {
  ref: Ref<HTMLElement>;
  conflicts: ContentConflict[];
  choices: Record<string, Side>;
  /** The typed content. */
  mine: Website;
  theirs: WebsiteDraft;
  onChoose: (id: string, side: Side) => void;
  onKeepStored: () => void;
}) {
  const heading = useId();
  const undecidedCount = conflicts.filter(({ id }) => !choices[id]).length;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={heading}
      className="scroll-mt-24 border-b border-line bg-alert-wash px-4 py-4 md:px-8"
    >
      <div role="alert" className="max-w-2xl text-sm">
        <h2 id={heading} className="font-sans text-base font-semibold text-alert">
          Changed by two people
        </h2>
        <p className="mt-1">
          {theirs.saved?.by || 'Somebody else'} has saved the draft in the meantime, and has changed{' '}
          {conflicts.length === 1 ? 'a field that you have changed, too' : 'fields that you have changed, too'}. Choose{' '}
          {conflicts.length === 1 ? '' : 'for each '}which is kept. What only one of you has changed is kept in any
          case.
        </p>
      </div>
      <ul className="mt-3 flex max-w-4xl flex-col gap-4">
        {conflicts.map((conflict) => (
          <li key={conflict.id}>
            <Choice conflict={conflict} chosen={choices[conflict.id]} content={mine} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-x-5">
        <p role="status" className="text-sm">
          {undecidedCount === 0 ? 'Save the draft now.' : `${undecidedCount} to choose.`}
        </p>
        <Button look="quiet" className="px-0!" onClick={onKeepStored}>
          Keep what is stored, and nothing of mine
        </Button>
      </div>
    </section>
  );
}

function Choice({
  conflict,
  chosen,
  content,
  onChoose,
}: {
  conflict: ContentConflict;
  chosen: Side | undefined;
  content: Website;
  onChoose: (id: string, side: Side) => void;
}) {
  const currency = useCurrency();
  const name = useId();
  const { id } = conflict;
  const isPicture = [conflict.mine, conflict.theirs].some(isPictureWithFocus);
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-semibold text-mute [overflow-wrap:anywhere]">
        {whereIs(conflict, content)}
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['mine', 'theirs'] as const).map((side) => (
          <label
            key={side}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-md border border-edge bg-white px-3.5 py-2.5 text-sm has-checked:border-leaf has-checked:bg-leaf-wash"
          >
            <input
              type="radio"
              name={name}
              checked={chosen === side}
              onChange={() => onChoose(id, side)}
              className="mt-0.5 size-5 shrink-0 accent-leaf"
            />
            <span className="min-w-0">
              <span className="block font-semibold">{side === 'mine' ? 'Yours' : 'Stored now'}</span>{' '}
              {isPicture ? (
                <ChangedPicture
                  label={side === 'mine' ? 'Yours' : 'Stored now'}
                  path={id}
                  picture={conflict[side] as PictureContent | null}
                />
              ) : (
                <span className="block whitespace-pre-line [overflow-wrap:anywhere]">
                  {sayValue(id, conflict[side], content, currency)}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
