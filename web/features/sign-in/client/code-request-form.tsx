import * as z from 'zod';
import { Email } from '#shared/contract/fields.ts';
import { rememberedEmail } from '../../../lib/auth/remembered-email.ts';
import { draftOf, keepDraft } from '../../../lib/browser/drafts.ts';
import { Form, OnFormChange, SubmitButton, TextField } from '../../../ui/fields/form.tsx';

const CodeRequest = z.object({ email: Email });
/** The name of the draft: a typed email stays while the person is at Google. */
const draft = 'client-login';

/** The form for the email address that a sign-in code is sent to. */
export function CodeRequestForm({ onSend }: { onSend: (email: string) => Promise<void> }) {
  return (
    <Form
      schema={CodeRequest}
      defaultValues={{ email: rememberedEmail(), ...draftOf<z.input<typeof CodeRequest>>(draft) }}
      onSubmit={({ email }) => onSend(email)}
      className="gap-3"
    >
      <OnFormChange call={(values) => keepDraft(draft, values)} />
      <TextField name="email" label="Email" type="email" autoComplete="email" />
      <SubmitButton busyText="Sending...">Email me a code</SubmitButton>
    </Form>
  );
}
