import { type ComponentProps, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { draftOf, dropDraft, keepDraft } from '../lib/browser/drafts.ts';
import { Form, OnFormChange } from '../ui/fields/form.tsx';
import { useFocusAfterRemoval } from '../ui/navigation/focus-after-removal.ts';
import { DraftContext } from './draft-context.ts';
import { leftOutSecrets, type Secrets, storableValues, type Values, withoutSecrets } from './edit-draft.ts';
import { isSame } from './merge.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';

/**
 * A form whose values are stored in this tab until it is submitted: after closing, leaving, reloading or signing in
 * again, it begins with the typed values. For a form of a stored record see `EditForm`.
 * @param draft the name of the draft, with the id of its subject
 * @param secrets fields that are not stored
 */
export function KeptForm<Schema extends z.ZodType<FieldValues, FieldValues>>({
  draft,
  secrets = {},
  children,
  frame = (content) => content,
  onSubmit,
  ...form
}: {
  draft: string;
  secrets?: Secrets;
  children: ReactNode;
  /** Renders the element around the fields; the buttons below it stay in view. */
  frame?: (content: ReactNode) => ReactNode;
} & ComponentProps<typeof Form<Schema>>) {
  const [storedDraft, setStoredDraft] = useState(() => draftOf<Values>(draft));
  const [discards, setDiscards] = useState(0);
  // The button that discards is gone with the form that it begins anew.
  useFocusAfterRemoval();
  const { defaultValues } = form;
  const defaults = defaultValues as Values;
  const restored = { ...defaults, ...(storedDraft && withoutSecrets(storedDraft, secrets)) };
  return (
    <DraftContext value={draft}>
      <Form<Schema>
        {...form}
        key={discards}
        defaultValues={restored as typeof defaultValues}
        onSubmit={async (values, controls) => {
          await onSubmit(values, controls);
          dropDraft(draft);
          setStoredDraft(null);
        }}
      >
        {frame(
          <>
            <OnFormChange
              call={(values) => {
                const draftValues = storableValues(values, defaults, secrets);
                if (draftValues) keepDraft(draft, draftValues);
                else dropDraft(draft);
              }}
            />
            <UnsavedNotice
              isRestored={!isSame(restored, defaults)}
              leftOut={storedDraft ? leftOutSecrets(storedDraft, secrets) : []}
              onDiscard={() => {
                dropDraft(draft);
                setStoredDraft(null);
                setDiscards(discards + 1);
              }}
            />
            {children}
          </>,
        )}
      </Form>
    </DraftContext>
  );
}
