import * as z from 'zod';
import { ChapterName } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { DialogActions } from '../../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../../forms/kept-form.tsx';
import { TextField } from '../../../../ui/fields/form.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';

const NameForm = z.object({ name: ChapterName });

/** Dialog for the name of a chapter; keeps the typed name until it is saved. */
export function ChapterNameDialog({
  title,
  draft,
  name,
  onSave,
  onClose,
}: {
  title: string;
  /** The key of the draft of the typed name. */
  draft: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <KeptForm
        draft={draft}
        schema={NameForm}
        defaultValues={{ name }}
        describe={(error) => `The chapter was not saved. ${messageOf(error)}`}
        onSubmit={async (values) => {
          await onSave(values.name);
          onClose();
        }}
      >
        <TextField name="name" label="Chapter name" hint="The client sees it, for example: Getting ready" />
        <DialogActions onClose={onClose}>Save chapter</DialogActions>
      </KeptForm>
    </Dialog>
  );
}
