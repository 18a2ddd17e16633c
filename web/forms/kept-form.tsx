import { type ComponentProps, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod';
import { draftOf, dropDraft, keepDraft } from '../lib/browser/drafts.ts';
import { Form, OnFormChange } from '../ui/fields/form.tsx';
import { DraftContext } from './draft-context.ts';
import { keepable, leftOutOf, type Secrets, type Values, withoutSecrets } from './edit-draft.ts';
import { isSame } from './merge.ts';
import { UnsavedNotice } from './unsaved-notice.tsx';

/**
 * A form whose values are kept in this tab until it is submitted: closed, left, reloaded or signed in to again, it
 * begins with what was typed. For a form of a stored record see `EditForm`.
 * @param draft names what is typed, with the ID of what it is about
 * @param secrets fields that are not kept
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
  /** What the fields are shown in, above buttons that stay in sight. */
  frame?: (content: ReactNode) => ReactNode;
} & ComponentProps<typeof Form<Schema>>) {
  const [kept, setKept] = useState(() => draftOf<Values>(draft));
  const [discards, setDiscards] = useState(0);
  const { defaultValues } = form;
  const defaults = defaultValues as Values;
  const restored = { ...defaults, ...(kept && withoutSecrets(kept, secrets)) };
  return (
    <DraftContext value={draft}>
      <Form<Schema>
        {...form}
        key={discards}
        defaultValues={restored as typeof defaultValues}
        onSubmit={async (values, controls) => {
          await onSubmit(values, controls);
          dropDraft(draft);
          setKept(null);
        }}
      >
        {frame(
          <>
            <OnFormChange
              call={(values) => {
                const own = keepable(values, defaults, secrets);
                if (own) keepDraft(draft, own);
                else dropDraft(draft);
              }}
            />
            <UnsavedNotice
              isRestored={!isSame(restored, defaults)}
              leftOut={kept ? leftOutOf(kept, secrets) : []}
              onDiscard={() => {
                dropDraft(draft);
                setKept(null);
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
