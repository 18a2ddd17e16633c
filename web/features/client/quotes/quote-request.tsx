import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UseFormReturn, useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod';
import type { FavoritePhoto } from '#shared/contract/photos/photos.ts';
import { quoteTypes, RequestType, SubmitQuote } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import { numberOf } from '#shared/text/typed-digits.ts';
import { useCustomer } from '../../../lib/auth/customer.ts';
import { endLogin } from '../../../lib/auth/login.ts';
import { draftOf, dropDraft, keepDraft } from '../../../lib/browser/drafts.ts';
import { ApiError } from '../../../lib/query/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, OnFormChange, SelectField, SubmitButton, TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { quotesQuery, submitQuote } from './api.ts';
import { AttachPhotos } from './quote-photos.tsx';

const quantityRule = `Please enter a whole number from 1 to ${limits.quoteQuantity}.`;

/** Converts the form's values to the API's request. The type 'other' has no quantity. */
const QuoteForm = z
  .object({
    type: RequestType,
    quantity: z.string(),
    notes: SubmitQuote.shape.notes,
  })
  .transform(({ quantity: typedQuantity, ...values }, context) => {
    if (values.type === 'other') return values;
    const quantity = SubmitQuote.shape.quantity.safeParse(numberOf(typedQuantity));
    if (!quantity.success) context.addIssue({ code: 'custom', path: ['quantity'], message: quantityRule });
    return { ...values, quantity: quantity.data };
  });

type QuoteValues = z.output<typeof QuoteForm>;

const empty = { type: '' as RequestType, quantity: '1', notes: '' };

/** The form that requests a quote. Typed text and attached photos stay in this tab until they are sent. */
export function QuoteRequest() {
  const queries = useQueryClient();
  // The draft's name contains the client's id, because another client may sign in in this tab.
  const draft = `quote-request ${useCustomer().id}`;
  const request = useRequest(draft);
  return (
    <div className="mt-8 max-w-xl">
      <Form
        schema={QuoteForm}
        defaultValues={{ ...empty, ...draftOf<typeof empty>(draft) }}
        describe={describeError}
        onSubmit={request.submit}
      >
        <OnFormChange
          call={(values) => {
            keepDraft(draft, values);
            request.markChanged();
          }}
        />
        <SelectField name="type" label="Request Type">
          <option value="">Please choose</option>
          {RequestType.options.map((type) => (
            <option key={type} value={type}>
              {quoteTypes[type]}
            </option>
          ))}
        </SelectField>
        <Quantity />
        <TextArea name="notes" label="Notes / Details" rows={5} />
        <AttachPhotos photos={request.photos} onChange={request.attach} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busyText="Submitting...">Submit Quote Request</SubmitButton>
        </div>
        {request.isSignedOut && (
          <div className="flex flex-wrap items-center gap-4">
            <Notice tone="error">You must be logged in.</Notice>
            <Button look="secondary" onClick={() => endLogin(queries)}>
              Sign in and come back
            </Button>
          </div>
        )}
        {request.isSent && <Notice tone="success">Quote request submitted!</Notice>}
      </Form>
    </div>
  );
}

/** Returns the photos and the outcome of a quote request, and the functions that attach photos and submit it. */
function useRequest(draft: string) {
  const queries = useQueryClient();
  const [isSent, setSent] = useState(false);
  const [isSignedOut, setSignedOut] = useState(false);
  const attempt = useRef({ request_id: '', of: '' });
  const photosDraft = `photos of ${draft}`;
  const [photos, setPhotos] = useState(() => draftOf<{ photos: FavoritePhoto[] }>(photosDraft)?.photos ?? []);
  const attach = (attachedPhotos: FavoritePhoto[]) => {
    setPhotos(attachedPhotos);
    keepDraft(photosDraft, { photos: attachedPhotos });
    setSent(false);
  };
  const submit = async (values: QuoteValues, form: UseFormReturn<z.input<typeof QuoteForm>, unknown, QuoteValues>) => {
    setSent(false);
    setSignedOut(false);
    // A retry after a lost response reuses the request id if nothing was changed, so that only one quote is created.
    const keys = photos.map(({ session_id, id }) => ({ session_id, photo_id: id }));
    const content = JSON.stringify([values, keys]);
    if (attempt.current.of !== content) attempt.current = { request_id: crypto.randomUUID(), of: content };
    const sentValues = JSON.stringify(form.getValues());
    try {
      await submitQuote({ ...values, photos: keys, request_id: attempt.current.request_id });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'SIGNED_OUT')) throw error;
      setSignedOut(true);
      return;
    }
    attempt.current = { request_id: '', of: '' };
    // Keep text that was typed during the request, because it was not sent.
    if (JSON.stringify(form.getValues()) === sentValues) {
      form.reset(empty);
      dropDraft(draft);
    }
    setPhotos((current) => (current === photos ? [] : current));
    dropDraft(photosDraft);
    setSent(true);
    void queries.invalidateQueries({ queryKey: quotesQuery.queryKey });
  };
  return { photos, attach, submit, isSent, isSignedOut, markChanged: () => setSent(false) };
}

function Quantity() {
  const { control } = useFormContext<typeof empty>();
  const type = useWatch({ control, name: 'type' });
  if (type === 'other') return null;
  return (
    <div className="[&_input]:max-w-40">
      {/* A field of the type 'number' refuses digits of other scripts. */}
      <TextField name="quantity" label="Quantity" inputMode="numeric" autoComplete="off" />
    </div>
  );
}

function describeError(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong.';
  return error.isWorded ? error.message : 'Something went wrong.';
}
