import { useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Template } from '#shared/contract/templates/templates.ts';
import { isSame } from '../../../forms/merge.ts';
import { timeOf } from '../../../lib/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { SubmitButton } from '../../../ui/fields/form.tsx';
import { ChevronLeft } from '../../../ui/icons.tsx';
import { inMore, More } from '../../../ui/layers/more.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { useIsStaff } from '../is-staff.ts';

export type TemplateDialog = 'versions' | 'duplicate' | 'delete' | 'day';

/**
 * The head of a template's editor: its name, whether what is typed is saved, and the buttons for the whole template.
 * @param saved the form's values of the saved template
 */
export function EditorHead({
  template: { name, version, saved_at, saved_by },
  saved,
  justSaved,
  onOpen,
}: {
  template: Template;
  saved: object;
  /** The version that this screen has saved last. */
  justSaved: number | undefined;
  onOpen: (dialog: TemplateDialog) => void;
}) {
  const isStaff = useIsStaff();
  const isChanged = !isSame(useWatch(), saved);
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-white px-4 py-3 md:px-8 lg:sticky lg:top-0 lg:z-20">
      <Link
        to="/admin/settings/templates"
        aria-label="Templates"
        className="-mx-3 flex size-11 items-center justify-center rounded-full hover:bg-petal"
      >
        <ChevronLeft className="size-5" />
      </Link>
      <h1 dir="auto" className="min-w-0 text-title [overflow-wrap:anywhere]">
        {name}
      </h1>
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-mute">
        {isChanged ? (
          <>
            <Badge tone="yellow">Changed</Badge> kept in this tab until you save
          </>
        ) : justSaved === version ? (
          <>
            <Badge tone="green">Saved</Badge> as version {version}; new offers begin with it
          </>
        ) : (
          <span>
            {saved_at ? (
              <>
                Version {version}, {timeOf(saved_at)}
                {saved_by && (
                  <>
                    , <bdi>{saved_by}</bdi>
                  </>
                )}
              </>
            ) : (
              'As it came with the website'
            )}
          </span>
        )}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <Button look="quiet" onClick={() => onOpen('versions')}>
          Versions
        </Button>
        {!isStaff && (
          <>
            <More label="More for this template">
              <button type="button" className={inMore} onClick={() => onOpen('duplicate')}>
                Duplicate
              </button>
              <button type="button" className={`${inMore} text-alert`} onClick={() => onOpen('delete')}>
                Delete
              </button>
            </More>
            <SubmitButton busyText="Saving...">Use from now on</SubmitButton>
          </>
        )}
      </div>
    </header>
  );
}
