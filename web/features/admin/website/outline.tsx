import { useEffect, useEffectEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Website } from '#shared/website/website.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { type Section, sectionOf, sections, titleOf } from './sections.ts';

const groups = [...new Set(sections.map(({ group }) => group))];

interface Props {
  current: Section;
  /** The typed content. */
  content: Website;
  /** Ids of the sections that differ from the published content. */
  changed: Set<string | undefined>;
  onShow: (section: Section) => void;
}

/** The outline of the website's sections; badges show changed sections and sections with errors. */
export function Outline({ current, content, changed, onShow }: Props) {
  const { errors, submitCount } = useFormContext().formState;
  const sectionsWithErrors = new Set(pathsOf(errors).map((path) => sectionOf(path)?.id));
  const showSectionWithError = useEffectEvent(() => {
    const firstSection = sections.find(({ id }) => sectionsWithErrors.has(id));
    if (firstSection && !sectionsWithErrors.has(current.id)) onShow(firstSection);
  });
  // After each refused save, show a section with an error: only visible fields can get the focus.
  useEffect(() => {
    if (submitCount > 0) showSectionWithError();
  }, [submitCount]);
  const stateText = ({ id }: Section) => {
    if (sectionsWithErrors.has(id)) return ' (needs another look)';
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
          {sections.map((section) => (
            <option key={section.id} value={section.id}>
              {`${section.group}: ${titleOf(section, content)}${stateText(section)}`}
            </option>
          ))}
        </select>
      </label>
      <div className="max-md:hidden">
        {groups.map((group) => (
          <div key={group}>
            <p className="px-3 pt-3 pb-1 text-xs font-semibold text-mute">{group}</p>
            {sections
              .filter((section) => section.group === group)
              .map((section) => (
                <button
                  key={section.id}
                  type="button"
                  aria-current={section === current ? 'true' : undefined}
                  onClick={() => onShow(section)}
                  className="flex min-h-11 w-full items-center justify-between gap-2 rounded-md px-3 text-left text-sm hover:bg-petal aria-[current]:bg-leaf-wash aria-[current]:font-semibold aria-[current]:text-leaf-deep"
                >
                  {titleOf(section, content)}
                  {sectionsWithErrors.has(section.id) ? (
                    <Badge tone="red">Look</Badge>
                  ) : (
                    changed.has(section.id) && (
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

/** Returns the paths of a form's errors: `home.headline`. */
function pathsOf(errors: object, prefix = ''): string[] {
  return Object.entries(errors).flatMap(([name, error]) => {
    if (!error || typeof error !== 'object') return [];
    const path = prefix ? `${prefix}.${name}` : name;
    return 'message' in error && typeof error.message === 'string' ? [path] : pathsOf(error, path);
  });
}
