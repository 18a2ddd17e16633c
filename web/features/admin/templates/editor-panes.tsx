import { type ReactNode, useState } from 'react';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';

const panes = [
  { value: 'fields', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;

/** The panes of an editor: outline, fields and preview. Windows below 1200 pixels show one of the last two. */
export function EditorPanes({
  outline = null,
  preview,
  previewWidth = 'min-[75rem]:w-[28rem]',
  children,
}: {
  /** The list at the left, where there is more than one thing to edit. */
  outline?: ReactNode;
  preview: ReactNode;
  /** The class of the preview's width beside the fields. */
  previewWidth?: string;
  children: ReactNode;
}) {
  const [pane, setPane] = useState<(typeof panes)[number]['value']>('fields');
  return (
    <>
      <div className="border-b border-line bg-white px-4 py-2 min-[75rem]:hidden md:px-8">
        <SegmentedButtons label="What is shown" options={panes} value={pane} onChange={setPane} />
      </div>
      <div className="flex flex-1 items-stretch max-md:flex-col">
        {outline}
        <div
          className={`min-w-0 flex-1 border-line bg-white px-4 pb-16 md:border-l md:px-8 ${pane === 'preview' ? 'max-[75rem]:hidden' : ''}`}
        >
          {children}
        </div>
        <div
          className={`min-w-0 flex-1 border-line bg-petal px-4 py-5 md:border-l md:px-6 min-[75rem]:flex-none ${previewWidth} ${pane === 'fields' ? 'max-[75rem]:hidden' : ''}`}
        >
          <div className="lg:sticky lg:top-24">{preview}</div>
        </div>
      </div>
    </>
  );
}
