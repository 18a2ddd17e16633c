import { Fragment, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { PhotoImage } from '../../../photos/image/photo-image.tsx';
import type { Option, OptionGroup } from './options.ts';

interface Props {
  id: string;
  groups: OptionGroup[];
  /** The index of the chosen option among those of all groups. */
  chosen: number;
  onChoose: (index: number) => void;
  onOpen: () => void;
}

/** Returns the id of an option's element. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The results of a search by kind; the focus stays in the field, and one option is chosen. */
export const ResultList = ({ id, groups, chosen, onChoose, onOpen }: Props) => (
  <div id={id} role="listbox" aria-label="Results">
    {withOffsets(groups).map(({ title, options, offset }) => (
      // biome-ignore lint/a11y/useSemanticElements: a list of options has groups, and no fieldset
      <div key={title} role="group" aria-label={title} className="mt-2">
        <p aria-hidden="true" className="px-4 py-1 text-xs font-semibold text-mute sm:px-6">
          {title}
        </p>
        {options.map((option, index) => (
          <OptionLink
            key={option.id}
            id={optionId(id, offset + index)}
            option={option}
            isChosen={chosen === offset + index}
            onChoose={() => onChoose(offset + index)}
            onOpen={onOpen}
          />
        ))}
      </div>
    ))}
  </div>
);

/** Returns the groups, each with the number of options before it. */
function withOffsets(groups: OptionGroup[]): (OptionGroup & { offset: number })[] {
  let offset = 0;
  return groups.map((group) => {
    offset += group.options.length;
    return { ...group, offset: offset - group.options.length };
  });
}

function OptionLink({
  id,
  option: { to, name, facts, photo },
  isChosen,
  onChoose,
  onOpen,
}: {
  id: string;
  option: Option;
  isChosen: boolean;
  onChoose: () => void;
  onOpen: () => void;
}) {
  const link = useRef<HTMLAnchorElement>(null);
  // The id has the position, which changes when further results come before this one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the position has changed
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen, id]);
  return (
    <Link
      ref={link}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      to={to}
      onPointerMove={onChoose}
      onClick={({ ctrlKey, metaKey }) => ctrlKey || metaKey || onOpen()}
      className="flex min-h-11 items-center gap-3 px-4 py-1.5 text-sm aria-selected:bg-leaf-wash sm:px-6"
    >
      {photo && (
        <span className="size-11 shrink-0 overflow-hidden bg-petal">
          <PhotoImage photo={photo} alt="" sizes="2.75rem" className="size-full object-cover" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-semibold">
          {name}
        </span>
        {facts.length > 0 && (
          <span className="block truncate text-xs text-mute">
            {facts.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two facts can be the same, and none moves
              <Fragment key={index}>
                {index > 0 && ' · '}
                <bdi>{fact}</bdi>
              </Fragment>
            ))}
          </span>
        )}
      </span>
    </Link>
  );
}
