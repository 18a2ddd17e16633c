import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { EditSelection, type StudioSelectionDetails } from '#shared/contract/selections.ts';
import { today } from '#shared/time/studio-time.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields/form.tsx';
import { ConfirmAct } from '../../../ui/layers/confirm-act.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { sessionQuery } from '../sessions/api.ts';
import { deleteSelection, editSelection } from './api.ts';
import { MessageToClient, sayEmailed } from './message-to-client.tsx';
import { useRefusals, useSelectionChanges } from './selection-changes.ts';
import { TellClient, TermsForm, termLabels } from './terms-form.tsx';

/**
 * The buttons that edit, close, delete or reopen a selection, with their dialogs.
 * @param onNotice receives what happened
 */
export function SelectionActions({
  selection,
  onNotice,
}: {
  selection: StudioSelectionDetails;
  onNotice: (notice: string | undefined) => void;
}) {
  const [dialog, setDialog] = useState<'edit' | 'close' | 'delete' | 'reopen'>();
  const isStaff = useIsStaff();
  const close = () => setDialog(undefined);
  const opener = (nextDialog: typeof dialog) => () => {
    onNotice(undefined);
    setDialog(nextDialog);
  };
  const isEditable = selection.state !== 'submitted';
  const isOpen = selection.state === 'open' || selection.state === 'ended';
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-2 md:justify-end">
      {isEditable && (
        <Button look="quiet" className="max-sm:px-0!" onClick={opener('edit')}>
          Edit
        </Button>
      )}
      {isOpen && (
        <Button look="quiet" className="max-sm:px-0!" onClick={opener('close')}>
          Close
        </Button>
      )}
      {selection.state === 'closed' && (
        <Button look="quiet" className="max-sm:px-0!" onClick={opener('reopen')}>
          Open again
        </Button>
      )}
      <Button look="danger" className="max-sm:px-4!" disabled={isStaff} onClick={opener('delete')}>
        Delete
      </Button>
      <AdminsOnly act="delete selections" className="basis-full md:text-right" />
      {dialog === 'edit' && <EditDialog selection={selection} onNotice={onNotice} onClose={close} />}
      {dialog === 'close' && <CloseDialog selection={selection} onNotice={onNotice} onClose={close} />}
      {dialog === 'reopen' && <ReopenDialog selection={selection} onNotice={onNotice} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog selection={selection} onClose={close} />}
    </div>
  );
}

interface DialogProps {
  selection: StudioSelectionDetails;
  onNotice: (notice: string) => void;
  onClose: () => void;
}

function EditDialog({ selection, onNotice, onClose }: DialogProps) {
  const changes = useSelectionChanges();
  return (
    <Dialog
      title={
        <>
          Edit <bdi>{selection.name}</bdi>
        </>
      }
      onClose={onClose}
    >
      {selection.chosen_count > 0 && (
        <p className="mb-5 text-sm text-mute">
          {selection.chosen_count === 1 ? '1 is' : `${selection.chosen_count} are`} chosen already. A lower limit keeps
          them until the client submits.
        </p>
      )}
      <TermsForm
        selection={selection}
        send={(terms, version) => editSelection(selection.session_id, selection.id, { ...terms, version })}
        onSaved={(saved, hasTaken) => {
          changes.store(saved as StudioSelectionDetails);
          onNotice('Saved. The client sees the new terms.');
          if (!hasTaken) onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

function CloseDialog({ selection, onNotice, onClose }: DialogProps) {
  const { store } = useSelectionChanges();
  const refusal = useRefusals();
  const close = async () => {
    const { session_id, id, version } = selection;
    store(await editSelection(session_id, id, { status: 'closed', version }));
    onNotice('Closed. The client can’t choose anymore; what was chosen stays.');
  };
  return (
    <ConfirmAct
      title={
        <>
          Close <bdi>{selection.name}</bdi>?
        </>
      }
      action="Close it"
      failed="The selection was not closed."
      describe={refusal}
      onConfirm={close}
      onClose={onClose}
    >
      <p>The client can’t choose or submit anymore. What is chosen stays, and you can open it again.</p>
    </ConfirmAct>
  );
}

const Reopening = z.object({
  ends_on: z.string(),
  message: EditSelection.shape.message.unwrap(),
  tells_client: z.boolean(),
});

/** Dialog that opens a submitted or closed selection for the client again, with a last day. */
export function ReopenDialog({ selection, onNotice, onClose }: DialogProps) {
  const { store } = useSelectionChanges();
  const refusal = useRefusals();
  const { session_id, id, ends_on, quote, version } = selection;
  const hasEnded = ends_on !== null && ends_on < today(new Date());
  const submittedQuote = selection.state === 'submitted' ? quote : null;
  const { data: session } = useQuery(sessionQuery(session_id));
  const told = selection.state === 'closed' && session?.announced_at ? session.client_email : '';
  return (
    <Dialog
      title={
        <>
          Open <bdi>{selection.name}</bdi> for the client again?
        </>
      }
      onClose={onClose}
    >
      <KeptForm
        draft={`reopen ${id}`}
        schema={Reopening}
        defaultValues={{ ends_on: hasEnded ? '' : (ends_on ?? ''), message: '', tells_client: true }}
        describe={(error) => `The selection was not opened. ${refusal(error)}`}
        onSubmit={async (values) => {
          const tells_client = told !== '' && values.tells_client;
          const { message } = values;
          const edit = { status: 'open' as const, ends_on: values.ends_on || null, message, tells_client, version };
          store(await editSelection(session_id, id, edit));
          const emailText = tells_client ? `${told} gets an email about it.` : 'No email was sent about it.';
          onNotice(
            `Open again: the client can choose and submit. ${submittedQuote ? sayEmailed(submittedQuote) : emailText}`,
          );
          onClose();
        }}
      >
        <p className="text-mute">
          The client goes on with what they have chosen, and submits again.
          {selection.state === 'submitted' && ' What was submitted stays readable under “Submitted before”.'}
        </p>
        {quote && (
          <p className="text-mute">
            {quote.accepted
              ? `${quote.accepted.by} has accepted the quote. It is withdrawn with it: the next submit makes another quote.`
              : 'Its quote is withdrawn: the next submit makes another one.'}
          </p>
        )}
        <TextField
          name="ends_on"
          label={termLabels.ends_on}
          type="date"
          hint={hasEnded ? 'The last day was over. Empty: no last day.' : 'Empty: no last day.'}
        />
        {told && <TellClient to={told} />}
        {submittedQuote?.answers_to && (
          <MessageToClient hint={`They are in the email to ${submittedQuote.answers_to}.`} />
        )}
        <DialogActions busy="Opening..." onClose={onClose}>
          Open again
        </DialogActions>
      </KeptForm>
    </Dialog>
  );
}

function DeleteDialog({ selection, onClose }: Omit<DialogProps, 'onNotice'>) {
  const { forget } = useSelectionChanges();
  const refusal = useRefusals();
  const navigate = useNavigate();
  const deleteAndLeave = async () => {
    await deleteSelection(selection.session_id, selection.id, selection.version);
    navigate(`/admin/session/${selection.session_id}`);
    forget(selection);
  };
  const isUndecided = selection.quote?.status === 'pending';
  return (
    <ConfirmAct
      title={
        <>
          Delete <bdi>{selection.name}</bdi>?
        </>
      }
      action="Delete"
      failed="The selection was not deleted."
      describe={refusal}
      onConfirm={deleteAndLeave}
      onClose={onClose}
    >
      <p>
        The client no longer sees this selection and what they have chosen in it. The photos stay.
        {isUndecided && ' Its quote, which you have not answered, is withdrawn.'}
        {selection.quote && !isUndecided && ' Its quote stays.'} It can be restored on the session’s page.
      </p>
    </ConfirmAct>
  );
}
