import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod';
import {
  AnnouncementText,
  type AnnouncementTexts,
  PreviewAnnouncementText,
} from '#shared/contract/wording/announcement-texts.ts';
import { refuseAnnouncementText } from '#shared/emails/announcement-texts.ts';
import { messageOf } from '#shared/errors.ts';
import { writtenField } from '#shared/text/written-fields.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../forms/edit-form.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { EmailPreview } from '../emails/email-preview.tsx';
import { FieldNames } from '../emails/field-names.tsx';
import { newerItems, type ReadItem } from '../saved-items.ts';
import { announcementTextsQuery, previewAnnouncementText } from './api.ts';
import { savedTexts, textNamed } from './saved-texts.ts';

const labels = { name: 'Name', text: 'Text' };
const describe = (error: unknown) => `The text was not saved. ${messageOf(error)}`;

/** Returns the schema that refuses fields that no announcement has, and the names of other texts, as the API does. */
const schemaOf = (others: AnnouncementText[]) =>
  AnnouncementText.superRefine(({ name, text }, context) => {
    const reason = refuseAnnouncementText(text);
    if (reason) context.addIssue({ code: 'custom', path: ['text'], message: reason });
    if (textNamed(others, name)) {
      context.addIssue({ code: 'custom', path: ['name'], message: 'Another text has this name already.' });
    }
  });
type Schema = ReturnType<typeof schemaOf>;

/**
 * Dialog that edits a text for announcements, or makes one, and shows an announcement that begins with it.
 * @param edited undefined for a new one
 */
export default function AnnouncementTextDialog({
  texts,
  edited,
  onClose,
}: {
  texts: AnnouncementTexts;
  edited: AnnouncementText | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog title={edited ? 'Edit text' : 'New text for announcements'} isLarge onClose={onClose}>
      {edited ? (
        <Editing texts={texts} edited={edited} onClose={onClose} />
      ) : (
        <Adding texts={texts} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Adding({ texts, onClose }: { texts: AnnouncementTexts; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <KeptForm<Schema>
      draft="new announcement text"
      schema={schemaOf(texts.items)}
      defaultValues={{ name: '', text: '' }}
      describe={describe}
      frame={frame}
      foot={<DialogActions onClose={onClose}>Save text</DialogActions>}
      onSubmit={async (typed) => {
        overwrite(queries, announcementTextsQuery.queryKey, await savedTexts.add(texts, typed));
        onClose();
      }}
    >
      <Fields />
    </KeptForm>
  );
}

function Editing({
  texts,
  edited,
  onClose,
}: {
  texts: AnnouncementTexts;
  edited: AnnouncementText;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [opened] = useState<ReadItem<AnnouncementText>>({ ...edited, version: texts.version });
  const [stored, setStored] = useState(opened);
  /** The list as this dialog last heard of it. */
  const newest = useRef(texts);
  return (
    <EditForm<ReadItem<AnnouncementText>, Schema>
      schema={schemaOf(texts.items.filter((item) => item !== textNamed(texts.items, stored.name)))}
      row={opened}
      valuesOf={({ name, text }) => ({ name, text })}
      labels={labels}
      draft={`announcement text ${opened.name}`}
      describe={describe}
      send={async (typed, version) => {
        try {
          const saved = await savedTexts.replace(newest.current, stored, typed, version);
          overwrite(queries, announcementTextsQuery.queryKey, saved);
          newest.current = saved;
          const row = { ...typed, version: saved.version };
          setStored(row);
          return row;
        } catch (error) {
          newest.current = newerItems<AnnouncementText>(error) ?? newest.current;
          throw error;
        }
      }}
      onSaved={(_, hasTaken) => {
        if (!hasTaken) onClose();
      }}
      frame={frame}
      actions={(isSaved) => (
        <DialogActions isSaved={isSaved} onClose={onClose}>
          Save text
        </DialogActions>
      )}
    >
      <Fields />
    </EditForm>
  );
}

const frame = (content: ReactNode) => (
  <div className="grid gap-x-10 gap-y-6 min-[60rem]:grid-cols-[1fr_27rem]">
    <div className="flex flex-col gap-5">{content}</div>
    <Preview />
  </div>
);

const Fields = () => (
  <>
    <TextField name="name" label={labels.name} autoComplete="off" hint="Only the studio sees it." />
    <TextArea
      name="text"
      label={labels.text}
      rows={6}
      hint={
        <>
          It can have <FieldNames email="gallery-ready" />; about finished photos{' '}
          <span className="whitespace-nowrap">{writtenField('new photos')}</span> in place of {writtenField('photos')}.
        </>
      }
    />
  </>
);

/** The announcement with the text as typed, as long as there is one that has its fields. */
function Preview() {
  const typed = PreviewAnnouncementText.safeParse({ text: useWatch<z.input<Schema>>({ name: 'text' }) ?? '' }).data
    ?.text;
  const isRefused = typed === undefined || refuseAnnouncementText(typed) !== undefined;
  return (
    <div>
      <p className="mb-3 text-sm text-mute">As a client would read it, with an example’s facts.</p>
      <EmailPreview about="announcement text" typed={isRefused ? undefined : typed} render={previewAnnouncementText} />
    </div>
  );
}
