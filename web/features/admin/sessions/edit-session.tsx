import { useQueryClient } from '@tanstack/react-query';
import { EditSession, type Session, type SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { EditForm } from '../../../forms/edit-form.tsx';
import { ApiError } from '../../../lib/query/api.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { customerSessionsQuery } from '../customers/api.ts';
import { editSession, sessionQuery, sessionsQuery } from './api.ts';

const fields = {
  session_name: 'Session Name',
  session_date: 'Session Date',
  session_label: 'Session ID',
  client_words: 'Words for the client (optional)',
  notes: 'Notes (optional)',
};

const Editable = EditSession.pick({
  session_name: true,
  session_date: true,
  session_label: true,
  client_words: true,
  notes: true,
});

/** Dialog that edits a session's name, date, label, words for the client and notes. */
export function EditSessionDialog({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <Dialog title="Edit Session" onClose={onClose}>
      <EditForm<Session, typeof Editable>
        schema={Editable}
        row={session}
        valuesOf={({ session_name, session_date, session_label, client_words, notes }) => ({
          session_name,
          session_date,
          session_label,
          client_words,
          notes,
        })}
        labels={fields}
        draft={`session ${session.id}`}
        describe={(error) =>
          error instanceof ApiError && error.code === 'LABEL_TAKEN'
            ? `${error.message} ${String(error.details.suggestion ?? '')} is free.`
            : `The session was not saved. ${messageOf(error)}`
        }
        send={(values, version) => editSession(session.id, { ...values, version })}
        onSaved={(saved, hasTaken) => {
          overwrite(queries, sessionQuery(session.id).queryKey, saved as SessionDetails);
          void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
          void queries.invalidateQueries({ queryKey: customerSessionsQuery(session.customer_id).queryKey });
          if (!hasTaken) onClose();
        }}
        actions={(isSaved) => (
          <DialogActions isSaved={isSaved} onClose={onClose}>
            Save Session
          </DialogActions>
        )}
      >
        <TextField name="session_name" label={fields.session_name} />
        <TextField name="session_date" label={fields.session_date} type="date" />
        <TextField
          name="session_label"
          label={fields.session_label}
          hint="Unique for this customer. Lower-case letters, digits and hyphens."
        />
        <TextArea
          name="client_words"
          label={fields.client_words}
          hint="Shown to the client on the session’s page, below its title."
        />
        <TextArea name="notes" label={fields.notes} hint="Only the studio sees them." />
      </EditForm>
    </Dialog>
  );
}
