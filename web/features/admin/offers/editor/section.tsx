import { type ReactNode, useState } from 'react';
import { useMediaQuery } from '../../../../lib/browser/media-query.ts';
import { Button } from '../../../../ui/button.tsx';
import { ChevronRight } from '../../../../ui/icons.tsx';
import { Sheet } from '../../../../ui/layers/sheet.tsx';
import { useEditing } from './editing.ts';
import { onPhones } from './lines/line-rows.tsx';

/**
 * A part of the draft: its heading and fields, or on phones a row with what they say, which opens them in a sheet.
 * @param fields the beginnings of the paths of its fields
 */
export function Section({
  title,
  summary,
  fields,
  action,
  children,
}: {
  title: string;
  summary: string;
  fields: string[];
  /** Beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const { unfinished, isChecked } = useEditing();
  const isPhone = useMediaQuery(onPhones);
  const [isOpen, setOpen] = useState(false);
  if (!isPhone) {
    return (
      <section aria-label={title} className="border-t border-line pt-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-2xl">{title}</h2>
          {action}
        </div>
        <div className="mt-3">{children}</div>
      </section>
    );
  }
  const isOf = (path: string) => fields.some((field) => path === field || path.startsWith(`${field}.`));
  const message = isChecked ? Object.entries(unfinished).find(([path]) => isOf(path))?.[1] : undefined;
  return (
    <div className="-mt-5 border-t border-line last:border-b">
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-16 w-full cursor-pointer items-center gap-3 py-2 text-left"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-semibold">{title}</span>
          <span dir="auto" className="line-clamp-2 text-xs text-mute [overflow-wrap:anywhere]">
            {summary}
          </span>
          {message && <span className="block text-xs text-alert">{message}</span>}
        </span>
        <ChevronRight className="size-4 shrink-0" />
      </button>
      {isOpen && (
        <Sheet title={title} detail={summary} onClose={() => setOpen(false)}>
          <div className="mt-4 flex max-h-[70dvh] flex-col gap-4 overflow-y-auto px-1 pb-1">
            {action && <div>{action}</div>}
            {children}
            <Button look="secondary" className="self-end" onClick={() => setOpen(false)}>
              Done
            </Button>
          </div>
        </Sheet>
      )}
    </div>
  );
}
