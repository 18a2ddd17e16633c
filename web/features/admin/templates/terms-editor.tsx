import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useController, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { EditTemplate, type Template, type TermsTemplate } from '#shared/contract/templates/templates.ts';
import { Terms } from '#shared/contract/templates/terms.ts';
import { messageOf } from '#shared/errors.ts';
import { refuseTerms } from '#shared/terms/refuse-terms.ts';
import { type Block, plainText, sayPlace } from '#shared/terms/terms.ts';
import { EditForm } from '../../../forms/edit-form.tsx';
import { draftOf } from '../../../lib/browser/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { BelowField, TextField } from '../../../ui/fields/form.tsx';
import { PageTitle } from '../../../ui/navigation/page-title.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { editTemplate } from './api.ts';
import { EditorHead } from './editor-head.tsx';
import { EditorPanes } from './editor-panes.tsx';
import { TemplateDialogs } from './template-dialogs.tsx';
import { TermsPreview } from './terms-preview.tsx';
import { DayDialog } from './text-editor/day-dialog.tsx';
import { TextEditor, type TextEditorHandle } from './text-editor/text-editor.tsx';
import { draftNameOf, useTemplateEditor } from './use-template-editor.ts';

const TypedTerms = z.strictObject({
  name: EditTemplate.shape.name,
  blocks: Terms,
  is_starting_point: z.boolean(),
});
type TypedTerms = z.infer<typeof TypedTerms>;

const labels = { name: 'Name', blocks: 'Text', is_starting_point: 'Note about a lawyer' };
const valuesOf = ({ name, content: { blocks, is_starting_point } }: TermsTemplate): TypedTerms => ({
  ...{ name, blocks, is_starting_point },
});
const asTerms = (template: Template) => template as TermsTemplate;

/** The editor of terms: their text beside a preview. */
export default function TermsEditor({ template, outline }: { template: TermsTemplate; outline: ReactNode }) {
  const { id, name } = template;
  const editor = useTemplateEditor(template);
  const isStaff = useIsStaff();
  const text = useRef<TextEditorHandle>(null);
  const draft = draftNameOf(id);
  return (
    <div className="flex min-h-svh flex-col">
      <PageTitle screen={name} />
      <EditForm<TermsTemplate, typeof TypedTerms>
        key={editor.formKey}
        className="flex-1"
        schema={TypedTerms}
        row={editor.row}
        valuesOf={valuesOf}
        labels={labels}
        wordsFor={(_, value) => (Array.isArray(value) ? plainText(value as Block[]) : undefined)}
        draft={draft}
        describe={(error) => `The template was not saved. ${messageOf(error)}`}
        send={async ({ name: typedName, ...content }, version) =>
          asTerms(await editTemplate(id, { name: typedName, content: { kind: 'terms', ...content }, version }))
        }
        onSaved={editor.show}
        actions={() => null}
        frame={(content) => (
          <>
            <EditorHead
              template={template}
              saved={valuesOf(template)}
              justSaved={editor.justSaved}
              onOpen={editor.openDialog}
            />
            <EditorPanes outline={outline} preview={<Preview />}>
              <div className="mx-auto flex max-w-2xl flex-col gap-4 pt-5">{content}</div>
            </EditorPanes>
          </>
        )}
      >
        <AdminsOnly act="change templates" />
        <fieldset disabled={isStaff} className="contents">
          <TextField name="name" label={labels.name} autoComplete="off" hint="Only the studio sees it." />
          <StartingPoint />
        </fieldset>
        <Text handle={text} isReadOnly={isStaff} onAskDay={() => editor.openDialog('day')} />
      </EditForm>
      {editor.dialog === 'day' && (
        <DayDialog
          onInsert={(field) => {
            flushSync(editor.closeDialog);
            text.current?.insertField(field);
          }}
          onClose={editor.closeDialog}
        />
      )}
      <TemplateDialogs
        open={editor.dialog}
        template={template}
        hasTyped={draftOf(draft) !== null}
        onRestored={editor.restart}
        onClose={editor.closeDialog}
      />
    </div>
  );
}

function Preview() {
  const { name, blocks } = useWatch<TypedTerms>() as TypedTerms;
  return <TermsPreview name={name} terms={blocks} />;
}

/** The note that a lawyer has to read the terms, until the studio says that one has. */
function StartingPoint() {
  const isStart = useWatch<TypedTerms, 'is_starting_point'>({ name: 'is_starting_point' });
  const { field } = useController<TypedTerms, 'is_starting_point'>({ name: 'is_starting_point' });
  const isStaff = useIsStaff();
  if (!isStart) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-md bg-amber-wash px-4 py-1 text-sm text-amber-ink">
      <p className="py-2">A starting point: have a lawyer read it.</p>
      {!isStaff && (
        <Button look="quiet" className="px-0! text-amber-ink!" onClick={() => field.onChange(false)}>
          A lawyer has read it
        </Button>
      )}
    </div>
  );
}

/** The text of the terms, with what can't be saved in it below. */
function Text({
  handle,
  isReadOnly,
  onAskDay,
}: {
  handle: RefObject<TextEditorHandle | null>;
  isReadOnly: boolean;
  onAskDay: () => void;
}) {
  const { field, fieldState } = useController<TypedTerms, 'blocks'>({ name: 'blocks' });
  const problems = refuseTerms(field.value);
  const id = useId();
  const { error } = fieldState;
  const isRefused = error !== undefined || problems.length > 0;
  const { ref } = field;
  // A refused save puts the caret into the text.
  useEffect(() => ref({ focus: () => handle.current?.focus() }), [ref, handle]);
  return (
    <fieldset name="blocks" className="min-w-0">
      <legend className="sr-only">{labels.blocks}</legend>
      <TextEditor
        handle={handle}
        terms={field.value}
        isReadOnly={isReadOnly}
        isInvalid={isRefused}
        describedBy={isRefused ? `${id}-problems` : undefined}
        onChange={field.onChange}
        onAskDay={onAskDay}
      />
      <div id={`${id}-problems`} role="status" className="mt-4 text-sm text-alert">
        {problems.map(({ reason, ...place }) => (
          <p key={`${place.block} ${place.item}`} className="flex flex-wrap items-center gap-x-3">
            <span>
              {reason} It is in {sayPlace(field.value, place)}.
            </span>
            <Button look="quiet" className="px-0!" onClick={() => handle.current?.goTo(place.block)}>
              Go there
            </Button>
          </p>
        ))}
        {problems.length === 0 && error && <p>{messageIn(error)}</p>}
      </div>
      <BelowField name="blocks" />
    </fieldset>
  );
}

/** Returns the first message in the error of a field with parts. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .map(messageIn)
    .find((message) => message !== undefined);
}
