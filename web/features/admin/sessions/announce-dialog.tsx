import { type ReactNode, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { EmailPreview as Shown } from '#shared/contract/emails.ts';
import { AnnounceSession } from '#shared/contract/sessions/sessions.ts';
import { emailFields } from '#shared/emails/email-fields.ts';
import { refuseFields } from '#shared/text/written-fields.ts';
import { DialogFoot } from '../../../forms/dialog-foot.tsx';
import { draftOf, dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { Form, OnFormChange, SubmitButton, TextArea } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { EmailPreview } from '../emails/email-preview.tsx';
import { FieldNames } from '../emails/field-names.tsx';
import { KeepText, Texts } from './announcement-texts.tsx';

type Kind = 'gallery-ready' | 'finished-ready';

/** Returns the schema that refuses fields that this email does not have, as the API does. */
const schemaOf = (kind: Kind) =>
  AnnounceSession.pick({ message: true }).superRefine(({ message }, context) => {
    const reason = refuseFields(message, emailFields[kind]);
    if (reason) context.addIssue({ code: 'custom', path: ['message'], message: reason });
  });
const schemas = { 'gallery-ready': schemaOf('gallery-ready'), 'finished-ready': schemaOf('finished-ready') };

/** When the email is sent. */
export type When = NonNullable<AnnounceSession['when']>;

/** Where the photos of a session stand that are getting a watermark. */
export interface Marking {
  /** Says how many photos have it, and what the client sees until all have it. */
  text: string;
  /** Whether the email can be sent before. */
  maySendNow: boolean;
}

interface AnnounceDialogProps {
  kind: Kind;
  title: string;
  /** The key of the draft of the typed message, and the message that the form begins with without a draft. */
  draft: string;
  message: string;
  /** Present while photos get a watermark. */
  marking: Marking | undefined;
  /** The text of the button that sends the email now. */
  action: string;
  /** Renders the email with this message. */
  preview: (message: string) => Promise<Shown>;
  onSend: (message: string, when: When) => Promise<void>;
  onClose: () => void;
  /** Text that says what is sent. */
  children: ReactNode;
}

/** Asks before an email about a session is sent to its client, and shows it as the client will read it. */
export function AnnounceDialog(props: AnnounceDialogProps) {
  const { kind, title, draft, message, marking, action, preview, onSend, onClose, children } = props;
  const when = useRef<When>('now');
  const sendButton = (
    <SubmitButton
      look={marking ? 'secondary' : 'primary'}
      busyText="Sending..."
      onClick={() => {
        when.current = 'now';
      }}
    >
      {marking ? `${action} now` : action}
    </SubmitButton>
  );
  return (
    <Dialog title={title} isLarge onClose={onClose}>
      <Form
        schema={schemas[kind]}
        defaultValues={{ message, ...draftOf<{ message: string }>(draft) }}
        onSubmit={(values) => onSend(values.message, when.current)}
      >
        <div className="grid gap-x-10 gap-y-6 min-[60rem]:grid-cols-[1fr_27rem]">
          <div className="flex flex-col gap-5">
            <div dir="auto" className="text-mute [overflow-wrap:anywhere]">
              {children}
            </div>
            {marking && (
              <p role="status" className="rounded-md bg-petal p-4 text-sm">
                {marking.text}
              </p>
            )}
            <OnFormChange
              call={(values) => (values.message === message ? dropDraft(draft) : keepDraft(draft, values))}
            />
            <Texts />
            <TextArea
              name="message"
              label="A personal line (optional)"
              rows={4}
              hint={
                <>
                  It can have <FieldNames email={kind} />.
                </>
              }
            />
            <KeepText />
          </div>
          <Preview kind={kind} draft={draft} render={preview} />
        </div>
        <DialogFoot draft={draft} onClose={onClose}>
          {marking?.maySendNow !== false && sendButton}
          {marking && (
            <SubmitButton
              busyText="Saving..."
              onClick={() => {
                when.current = 'marked';
              }}
            >
              Send when the watermark is on all photos
            </SubmitButton>
          )}
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** The email with the message as typed. */
function Preview({
  kind,
  draft,
  render,
}: Pick<AnnounceDialogProps, 'kind' | 'draft'> & { render: AnnounceDialogProps['preview'] }) {
  const typed = useWatch<{ message: string }>({ name: 'message' }) ?? '';
  const isRefused = refuseFields(typed, emailFields[kind]) !== undefined;
  return <EmailPreview about={draft} typed={isRefused ? undefined : typed} render={render} />;
}
