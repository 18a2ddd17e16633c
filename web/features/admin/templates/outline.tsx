import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { TemplateKind, TemplateSummary } from '#shared/contract/templates/templates.ts';
import { limits } from '#shared/limits.ts';
import { Plus } from '../../../ui/icons.tsx';
import { useIsStaff } from '../is-staff.ts';
import { NewTemplateDialog } from './new-template-dialog.tsx';

const groups: { kind: TemplateKind; title: string; add: string }[] = [
  { kind: 'terms', title: 'Terms', add: 'New terms' },
  { kind: 'plan', title: 'Payment plans', add: 'New plan' },
];

const pathOf = (id: string) => `/admin/settings/templates/${id}`;

/**
 * The list of all templates, with a button for new ones of each kind.
 * @param current the id of the template that is shown; narrow screens then have a list to choose from instead
 */
export function Outline({ items, current }: { items: TemplateSummary[]; current?: string | undefined }) {
  const navigate = useNavigate();
  const isStaff = useIsStaff();
  const [newKind, setNewKind] = useState<TemplateKind>();
  return (
    <nav aria-label="Templates">
      {current !== undefined && (
        <label className="md:hidden">
          <span className="sr-only">Template</span>
          <select
            value={current}
            onChange={({ target }) => navigate(pathOf(target.value))}
            className="h-12 w-full rounded-md border border-edge bg-white px-3.5 text-ellipsis"
          >
            {groups.map(({ kind, title }) => (
              <optgroup key={kind} label={title}>
                {items
                  .filter((item) => item.kind === kind)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
      )}
      <div className={current === undefined ? '' : 'max-md:hidden'}>
        {groups.map(({ kind, title, add }) => {
          const ofKind = items.filter((item) => item.kind === kind);
          return (
            <section key={kind} aria-label={title}>
              <h2 className="px-3 pt-4 pb-1 font-sans text-xs font-semibold text-mute">{title}</h2>
              <ul>
                {ofKind.map(({ id, name }) => (
                  <li key={id}>
                    <Link
                      to={pathOf(id)}
                      aria-current={id === current ? 'page' : undefined}
                      dir="auto"
                      className="flex min-h-11 items-center rounded-md px-3 text-sm [overflow-wrap:anywhere] hover:bg-petal aria-[current]:bg-leaf-wash aria-[current]:font-semibold aria-[current]:text-leaf-deep"
                    >
                      {name}
                    </Link>
                  </li>
                ))}
              </ul>
              {!isStaff &&
                (ofKind.length < limits.templatesOfKind ? (
                  <button
                    type="button"
                    onClick={() => setNewKind(kind)}
                    className="flex min-h-11 w-full cursor-pointer items-center gap-2 rounded-md px-3 text-left text-sm text-mute hover:bg-petal"
                  >
                    <Plus className="size-4" />
                    {add}
                  </button>
                ) : (
                  <p className="px-3 py-2 text-xs text-mute">There can be {limits.templatesOfKind}.</p>
                ))}
            </section>
          );
        })}
        <section aria-label="Taxes">
          <h2 className="px-3 pt-4 pb-1 font-sans text-xs font-semibold text-mute">Taxes</h2>
          <Link
            to="/admin/settings#money"
            className="flex min-h-11 items-center rounded-md px-3 text-sm hover:bg-petal"
          >
            Currency and taxes
          </Link>
        </section>
      </div>
      {newKind && (
        <NewTemplateDialog
          kind={newKind}
          onCreated={({ id }) => navigate(pathOf(id))}
          onClose={() => setNewKind(undefined)}
        />
      )}
    </nav>
  );
}
