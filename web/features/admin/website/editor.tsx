import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DraftContent, type WebsiteDraft, type WebsiteState } from '#shared/contract/website.ts';
import { messageOf } from '#shared/errors.ts';
import { deployedWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { UnsavedNotice } from '../../../forms/unsaved-notice.tsx';
import { timeOf } from '../../../lib/dates.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField, Form, OnFormChange, SubmitButton } from '../../../ui/fields/form.tsx';
import { SegmentedButtons } from '../../../ui/fields/segmented-buttons.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { useIsStaff } from '../is-staff.ts';
import { saveWebsite, websiteQuery } from './api.ts';
import { CategoriesLeftOut } from './categories-left-out.tsx';
import { countChanges } from './change-list.tsx';
import { changesBetween } from './changes.ts';
import { EditedText } from './fields.tsx';
import { Conflicts } from './merge/conflicts.tsx';
import { forgetTyped, keepTyped, openDraft, openStored, type TakenOver } from './merge/kept-draft.ts';
import { mergeContents, type Side } from './merge/merge-content.ts';
import { TakenOverNotice } from './merge/taken-over.tsx';
import { Outline } from './outline.tsx';
import { type BuiltInPicture, PictureContext } from './picture-context.ts';
import { PictureField } from './picture-field.tsx';
import { PictureLibrary } from './picture-library.tsx';
import { placeLabel } from './picture-places.ts';
import { type Preview, PreviewPane } from './preview-pane.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SectionLists } from './section-lists.tsx';
import { type Section, sectionOf, sections, titleOf } from './sections.ts';
import { Versions } from './versions.tsx';

/** 'Website': the texts of the public pages; saved as a draft, seen in the preview, published by admins. */
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

/** How often a save is sent again because the draft was saved once more. */
const mostMerges = 4;

function Editor({ state, Preview }: { state: WebsiteState; Preview: Preview }) {
  const queries = useQueryClient();
  /** The draft on which the form is based; later answers don't replace what is typed. */
  const [opened] = useState(() => openDraft(state.draft));
  const [base, setBase] = useState(opened.base);
  /** React's key of the form: another one makes it start again. */
  const [formKey, setFormKey] = useState(0);
  const [start, setStart] = useState(opened.content);
  const [typed, setTyped] = useState(start);
  const newest = useRef(typed);
  const [isRestored, setIsRestored] = useState(opened.isRestored);
  /** What somebody else has saved, where both have changed the same. */
  const [theirs, setTheirs] = useState(opened.theirs);
  const [choices, setChoices] = useState<Record<string, Side>>({});
  const conflicts = useRef<HTMLElement>(null);
  const [taken, setTaken] = useState<TakenOver | undefined>(opened.taken);
  const [open, setOpen] = useState<'publish' | 'versions' | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const [section, setSection] = useState<Section>(sections[0]!);
  const [path, setPath] = useState('/');
  const [pane, setPane] = useState<'fields' | 'preview'>('fields');
  const publishedContent = state.published?.content ?? deployedWebsite;
  const unpublished = useMemo(() => changesBetween(publishedContent, typed), [publishedContent, typed]);
  const hasUnsaved = useMemo(() => changesBetween(base.content, typed).length > 0, [base, typed]);

  const undecided = useMemo(
    () => (theirs ? mergeContents(base.content, typed, theirs.content).conflicts : []),
    [base, typed, theirs],
  );

  const showConflicts = () => {
    conflicts.current?.scrollIntoView({ block: 'start' });
    conflicts.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    conflicts.current?.focus();
  }, []);

  const change = (content: Website, from = base) => {
    newest.current = content;
    setTyped(content);
    keepTyped(content, from);
  };
  /** Begins the form again, with what is typed and not saved, or nothing of it. */
  const reset = (draft: WebsiteDraft, content = draft.content) => {
    forgetTyped();
    setBase(draft);
    setStart(content);
    if (content === draft.content) setTyped(content);
    else change(content, draft);
    newest.current = content;
    setTheirs(undefined);
    setTaken(undefined);
    setIsRestored(false);
    setFormKey(formKey + 1);
  };
  /** Shows what somebody else has saved: merged with what is typed, or both where both have changed the same. */
  const meet = (stored: WebsiteDraft | undefined, mine = newest.current) => {
    if (!stored) return;
    const merged = openStored(base, mine, stored);
    if (!merged.theirs) {
      reset(stored, merged.content);
      setTaken(merged.taken);
      return;
    }
    flushSync(() => {
      if (stored !== theirs) setChoices({});
      setTheirs(stored);
    });
    showConflicts();
  };
  const save = async (mine: Website) => {
    setRestored(null);
    setTaken(undefined);
    let stored = theirs;
    let chosen = choices;
    for (let merges = 0; ; merges += 1) {
      const merged = mergeContents(base.content, mine, stored?.content ?? base.content, chosen);
      if (merged.conflicts.length > 0) return meet(stored, mine);
      try {
        const draft = await saveWebsite({ version: (stored ?? base).version, content: merged.content });
        queries.setQueryData(websiteQuery.queryKey, (now) => now && { ...now, draft });
        return finish(draft, mine);
      } catch (error) {
        const isConflict = error instanceof ApiError && error.code === 'CHANGED_MEANWHILE';
        const current = isConflict ? (error.details.current as WebsiteDraft | undefined) : undefined;
        if (!current || merges === mostMerges) throw error;
        stored = current;
        chosen = {};
      }
    }
  };
  const finish = (draft: WebsiteDraft, mine: Website) => {
    const changes = changesBetween(mine, draft.content);
    if (changes.length === 0) {
      setBase(draft);
      setTheirs(undefined);
      setIsRestored(false);
      // Text typed during the request stays, and is kept.
      keepTyped(newest.current, draft);
      return;
    }
    const { content } = openStored({ ...draft, content: mine }, newest.current, draft);
    reset(draft, changesBetween(draft.content, content).length > 0 ? content : draft.content);
    setTaken({ by: (theirs ?? draft).saved?.by ?? '', changes, isSaved: true });
  };
  const edit = (field: string) => {
    setSection(sectionOf(field) ?? section);
    setPane('fields');
  };
  const show = (next: Section) => {
    setSection(next);
    setPath(next.page);
    // The fields begin at the top, wherever those of the former part were scrolled to.
    scrollTo({ top: 0 });
  };

  return (
    <Form
      key={formKey}
      className="flex-1 gap-0!"
      schema={DraftContent}
      defaultValues={start}
      onSubmit={save}
      describe={(error) => `The draft was not saved. ${messageOf(error)}`}
      describeInvalid={() => 'Some fields need another look; the outline marks their parts.'}
    >
      <OnFormChange<Website> call={(values) => change(structuredClone(values))} />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-white px-4 py-3 md:px-8 lg:sticky lg:top-0 lg:z-20">
        <h1 className="text-title">Website</h1>
        <PublishState state={state} count={unpublished.length} hasUnsaved={hasUnsaved} saved={base.saved} />
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {hasUnsaved && (
            <Button look="quiet" onClick={() => reset(theirs ?? base)}>
              Undo
            </Button>
          )}
          <Button look="quiet" onClick={() => setOpen('versions')}>
            Versions
          </Button>
          {hasUnsaved || theirs ? (
            <SubmitButton busyText="Saving...">Save draft</SubmitButton>
          ) : (
            <PublishButton
              isPossible={unpublished.length > 0 || (state.published !== null && state.state === 'failed')}
              onOpen={() => setOpen('publish')}
            />
          )}
        </div>
      </header>
      {state.state === 'failed' && (
        <div className="px-4 py-4 md:px-8">
          <Notice tone="error">
            Publishing failed. Visitors may still see the former version, at least on some pages.{' '}
            {state.published ? 'Publish again, or ask whoever runs the site.' : 'Ask whoever runs the site.'}
          </Notice>
        </div>
      )}
      {restored !== null && (
        <div className="px-4 py-4 md:px-8">
          <Notice tone="info">Version {restored} is the draft now. Visitors see it once it is published.</Notice>
        </div>
      )}
      {isRestored && hasUnsaved && (
        <div className="px-4 py-4 md:px-8">
          <UnsavedNotice onDiscard={() => reset(theirs ?? base)} />
        </div>
      )}
      {taken && <TakenOverNotice taken={taken} onClose={() => setTaken(undefined)} />}
      {theirs && (
        <Conflicts
          ref={conflicts}
          conflicts={undecided}
          choices={choices}
          mine={typed}
          theirs={theirs}
          onChoose={(id, side) => setChoices({ ...choices, [id]: side })}
          onKeepStored={() => reset(theirs)}
        />
      )}
      <Panes pane={pane} onPane={setPane}>
        <Outline
          current={section}
          content={typed}
          changed={new Set(unpublished.map((change) => sectionOf(change.path)?.id))}
          onShow={show}
        />
        <div
          className={`min-w-0 flex-1 border-line px-4 py-6 md:border-l md:px-8 min-[100rem]:max-w-2xl ${pane === 'preview' ? 'max-[75rem]:hidden' : ''}`}
        >
          {sections.map((one) => (
            // All parts stay in the form, so that a save checks all of them.
            <section
              key={one.id}
              hidden={one.id !== section.id}
              aria-labelledby={`section-${one.id}`}
              className="max-w-xl"
            >
              <h2 id={`section-${one.id}`} className="text-title">
                {titleOf(one, typed)}
              </h2>
              <p className="mt-1 mb-5 text-sm text-mute">{one.where}</p>
              <div className="flex flex-col gap-5">
                {one.id === 'cards' && <CategoriesLeftOut content={typed} />}
                {one.texts?.map((field) => (
                  <EditedText key={field.name} field={field} published={publishedContent} />
                ))}
                {one.pictures?.map(({ name, hint }) => (
                  <PictureField key={name} name={name} label={placeLabel(typed, name)} {...(hint && { hint })} />
                ))}
                {one.id === 'pictures' && (
                  <CheckboxField
                    name="pictures.stand_ins"
                    label="Show stand-ins to visitors"
                    hint="Until you have put your own pictures there. Otherwise these places are left out."
                  />
                )}
                {one.id === 'library' && <PictureLibrary content={typed} published={publishedContent} />}
                <SectionLists section={one} />
              </div>
            </section>
          ))}
        </div>
        <PreviewPane
          Preview={Preview}
          content={typed}
          path={path}
          onPath={setPath}
          onEdit={edit}
          isHidden={pane === 'fields'}
        />
      </Panes>
      {open === 'versions' && (
        <Versions
          newest={state.published ?? { number: 0, content: deployedWebsite }}
          state={state.state}
          draftVersion={base.version}
          hasUnsaved={hasUnsaved}
          onClose={() => setOpen(null)}
          onRestored={(draft, number) => {
            reset(draft);
            setRestored(number);
            setOpen(null);
          }}
        />
      )}
      {open === 'publish' && (
        <PublishDialog
          base={base}
          isFirst={state.published === null}
          onSaved={(draft) => {
            setBase(draft);
            forgetTyped();
          }}
          onClose={() => setOpen(null)}
          onTheirs={(stored) => meet(stored)}
        />
      )}
    </Form>
  );
}

function PublishState({
  state: { published, state },
  count,
  hasUnsaved,
  saved,
}: {
  state: WebsiteState;
  count: number;
  hasUnsaved: boolean;
  saved: WebsiteDraft['saved'];
}) {
  if (state === 'publishing') {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-mute">
        <Badge tone="yellow">Publishing</Badge> Visitors see {published ? `version ${published.number}` : 'the site'} in
        a moment...
      </p>
    );
  }
  if (count > 0 || hasUnsaved) {
    return (
      <p role="status" className="flex items-center gap-2 text-sm text-mute">
        <Badge tone="yellow">Draft</Badge>
        <span>
          {count > 0 ? countChanges(count) : 'As published'}
          {hasUnsaved ? ', not saved' : saved && `, saved ${timeOf(saved.at)}${saved.by && ` by ${saved.by}`}`}
        </span>
      </p>
    );
  }
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-mute">
      {state === 'live' ? <Badge tone="green">Live</Badge> : <Badge tone="red">Not live</Badge>}
      <span>
        {published
          ? `Version ${published.number}, published ${timeOf(published.at)}${published.by && ` by ${published.by}`}`
          : state === 'live'
            ? 'Visitors see the texts that the site came with.'
            : 'Visitors don’t see what was deployed last.'}
      </span>
    </p>
  );
}

function PublishButton({ isPossible, onOpen }: { isPossible: boolean; onOpen: () => void }) {
  const isStaff = useIsStaff();
  if (isStaff) return <p className="text-sm text-mute">Admins publish.</p>;
  return (
    <Button disabled={!isPossible} onClick={onOpen} className="min-h-12">
      Publish
    </Button>
  );
}

/** Of which windows below 1200 pixels show one at a time. */
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
