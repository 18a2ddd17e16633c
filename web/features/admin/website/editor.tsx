import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { DraftContent, type WebsiteState } from '#shared/contract/website.ts';
import { messageOf } from '#shared/errors.ts';
import { deployedWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { Form, OnFormChange } from '../../../ui/fields/form.tsx';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { websiteQuery } from './api.ts';
import { changesBetween } from './changes.ts';
import { EditorHead } from './editor-head.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { useTypedWebsite } from './merge/use-typed-website.ts';
import { Outline } from './outline.tsx';
import { type BuiltInPicture, PictureContext } from './pictures/picture-context.ts';
import { type Preview, PreviewPane } from './preview-pane.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SectionFields } from './section-fields.tsx';
import { type Section, sectionOf, sections } from './sections.ts';
import { Versions } from './versions.tsx';

/**
 * The screen 'Website', which edits the content of the public pages; it is saved as a draft, shown in the preview, and published
 * by admins.
 */
export function WebsiteEditor({
  Preview,
  builtIn,
}: {
  Preview: Preview;
  builtIn: Record<string, BuiltInPicture | undefined>;
}) {
  const website = useQuery(websiteQuery);
  return (
    <div className="flex min-h-svh flex-col">
      <PageTitle screen="Website" />
      {website.data ? (
        <PictureContext value={{ builtIn, published: website.data.published?.content ?? deployedWebsite }}>
          <Editor state={website.data} Preview={Preview} />
        </PictureContext>
      ) : (
        <div className="px-4 pt-6 md:px-8 md:pt-10">
          <h1 className="text-title">Website</h1>
          <QueryStatus query={website} loading="Loading website..." failed="The website could not be loaded." />
        </div>
      )}
    </div>
  );
}

function Editor({ state, Preview }: { state: WebsiteState; Preview: Preview }) {
  const website = useTypedWebsite(state.draft);
  const { base, typed, hasUnsaved } = website;
  const shown = useShownSection();
  const [dialog, setDialog] = useState<'publish' | 'versions' | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const publishedContent = state.published?.content ?? deployedWebsite;
  const unpublished = useMemo(() => changesBetween(publishedContent, typed), [publishedContent, typed]);
  const closeDialog = () => setDialog(null);
  const save = (mine: Website) => {
    setRestored(null);
    return website.save(mine);
  };

  return (
    <Form
      key={website.formKey}
      className="flex-1 gap-0!"
      schema={DraftContent}
      defaultValues={website.start}
      onSubmit={save}
      describe={(error) => `The draft was not saved. ${messageOf(error)}`}
      describeInvalid={() => 'Some fields need another look; the outline marks their parts.'}
    >
      <OnFormChange<Website> call={(values) => website.change(structuredClone(values))} />
      <EditorHead
        state={state}
        website={website}
        unpublished={unpublished.length}
        onVersions={() => setDialog('versions')}
        onPublish={() => setDialog('publish')}
      />
      <EditorNotices state={state} website={website} restored={restored} />
      <Panes pane={shown.pane} onPane={shown.setPane}>
        <Outline
          current={shown.section}
          content={typed}
          changed={new Set(unpublished.map((change) => sectionOf(change.path)?.id))}
          onShow={shown.show}
        />
        <Sections shown={shown} content={typed} published={publishedContent} />
        <PreviewPane
          Preview={Preview}
          content={typed}
          path={shown.path}
          onPath={shown.setPath}
          onEdit={shown.edit}
          isHidden={shown.pane === 'fields'}
        />
      </Panes>
      {dialog === 'versions' && (
        <Versions
          newest={state.published ?? { number: 0, content: deployedWebsite }}
          state={state.state}
          draftVersion={base.version}
          hasUnsaved={hasUnsaved}
          onClose={closeDialog}
          onRestored={(draft, number) => {
            website.restart(draft);
            setRestored(number);
            closeDialog();
          }}
        />
      )}
      {dialog === 'publish' && (
        <PublishDialog
          base={base}
          isFirst={state.published === null}
          onSaved={website.rebase}
          onClose={closeDialog}
          onTheirs={website.takeOver}
        />
      )}
    </Form>
  );
}

interface SectionsProps {
  shown: ReturnType<typeof useShownSection>;
  content: Website;
  published: Website;
}

/** The fields of all sections of the website; only those of the current section are shown. */
function Sections({ shown, content, published }: SectionsProps) {
  return (
    <div
      // In a narrow window, the preview replaces the fields.
      className={`min-w-0 flex-1 border-line px-4 py-6 md:border-l md:px-8 min-[100rem]:max-w-2xl ${shown.pane === 'preview' ? 'max-[75rem]:hidden' : ''}`}
    >
      {sections.map((section) => (
        // All sections stay in the form, so that a save checks all of them.
        <SectionFields
          key={section.id}
          section={section}
          isShown={section.id === shown.section.id}
          content={content}
          published={published}
        />
      ))}
    </div>
  );
}

/** Returns the section of the website, the page and the pane that the editor shows, and functions that change them. */
function useShownSection() {
  const [section, setSection] = useState<Section>(sections[0]!);
  const [path, setPath] = useState('/');
  const [pane, setPane] = useState<'fields' | 'preview'>('fields');
  return {
    section,
    path,
    pane,
    setPath,
    setPane,
    /** Shows the section with a field that was clicked in the preview. */
    edit: (field: string) => {
      setSection(sectionOf(field) ?? section);
      setPane('fields');
    },
    show: (next: Section) => {
      setSection(next);
      setPath(next.page);
      // Show the fields from the top, independent of how far the previous section was scrolled.
      scrollTo({ top: 0 });
    },
  };
}

/** The panes of the screen; windows below 1200 pixels show one at a time. */
const panes = [
  { value: 'fields', label: 'Edit' },
  { value: 'preview', label: 'Preview' },
] as const;

function Panes({
  pane,
  onPane,
  children,
}: {
  pane: 'fields' | 'preview';
  onPane: (pane: 'fields' | 'preview') => void;
  children: ReactNode;
}) {
  return (
    <>
      <div className="border-b border-line bg-white px-4 py-2 min-[75rem]:hidden md:px-8">
        <SegmentedButtons label="What is shown" options={panes} value={pane} onChange={onPane} />
      </div>
      <div className="flex flex-1 items-stretch max-md:flex-col">{children}</div>
    </>
  );
}
