import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Website } from '#shared/website/website.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { type Section, sectionOf, sections, titleOf } from './sections.ts';

const groups = [...new Set(sections.map(({ group }) => group))];

/** The parts of the website, with those that are changed or need another look. */
export function Outline({
  current,
  content,
  changed,
  onShow,
}: {
  current: Section;
  /** As it is typed. */
  content: Website;
  /** Ids of the parts that differ from what is published. */
  changed: Set<string | undefined>;
  onShow: (section: Section) => void;
}) {
  const { errors, submitCount } = useFormContext().formState;
  const wrong = new Set(pathsOf(errors).map((path) => sectionOf(path)?.id));
  const showWrong = useEffectEvent(() => {
    const first = sections.find(({ id }) => wrong.has(id));
    if (first && !wrong.has(current.id)) onShow(first);
  });
  // After each refused save: only fields of the part in sight can take the focus.
  useEffect(() => {
    if (submitCount > 0) showWrong();
  }, [submitCount]);
  const remarkOn = ({ id }: Section) => {
    if (wrong.has(id)) return ' (needs another look)';
    return changed.has(id) ? ' (changed)' : '';
  };
  return (
    <nav
      aria-label="Parts of the website"
      className="shrink-0 border-line p-3 max-md:border-b max-md:px-4 md:w-53 lg:sticky lg:top-19 lg:max-h-[calc(100svh-4.75rem)] lg:self-start lg:overflow-y-auto"
    >
      <label className="md:hidden">
        <span className="sr-only">Part of the website</span>
        <select
          value={current.id}
          onChange={({ target }) => onShow(sections.find(({ id }) => id === target.value) ?? current)}
          className="h-12 w-full rounded-md border border-edge bg-white px-3.5"
        >
          {sections.map((one) => (
            <option key={one.id} value={one.id}>
              {`${one.group}: ${titleOf(one, content)}${remarkOn(one)}`}
            </option>
          ))}
        </select>
      </label>
      <div className="max-md:hidden">
        {groups.map((group) => (
          <div key={group}>
            <p className="px-3 pt-3 pb-1 text-xs font-semibold text-mute">{group}</p>
            {sections
              .filter((one) => one.group === group)
              .map((one) => (
                <button
                  key={one.id}
                  type="button"
                  aria-current={one === current ? 'true' : undefined}
                  onClick={() => onShow(one)}
                  className="flex min-h-11 w-full items-center justify-between gap-2 rounded-md px-3 text-left text-sm hover:bg-petal aria-[current]:bg-leaf-wash aria-[current]:font-semibold aria-[current]:text-leaf-deep"
                >
                  {titleOf(one, content)}
                  {wrong.has(one.id) ? (
                    <Badge tone="red">Look</Badge>
                  ) : (
                    changed.has(one.id) && (
                      <>
                        <span
                          aria-hidden="true"
                          className="size-2 shrink-0 rounded-full bg-amber-ink forced-colors:bg-[CanvasText]"
                        />
                        <span className="sr-only">changed</span>
                      </>
                    )
                  )}
                </button>
              ))}
          </div>
        ))}
      </div>
    </nav>
  );
}

/** The paths of a form's errors: `home.headline`. */
function pathsOf(errors: object, before = ''): string[] {
  return Object.entries(errors).flatMap(([name, inside]) => {
    if (!inside || typeof inside !== 'object') return [];
    const path = before ? `${before}.${name}` : name;
    return 'message' in inside && typeof inside.message === 'string' ? [path] : pathsOf(inside, path);
  });
}
