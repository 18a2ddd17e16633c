import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { inDollars, type Quote, QuoteType, quoteTypes, SubmitQuote } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import { ApiError } from '../../lib/api.ts';
import { useCustomer } from '../../lib/customer.ts';
import { dayOf } from '../../lib/dates.ts';
import { draftOf, dropDraft, keepDraft } from '../../lib/drafts.ts';
import { inThousands } from '../../photos/in-words.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField, Form, OnFormChange, SelectField, SubmitButton, TextArea, TextField } from '../../ui/form.tsx';
import { Empty, Loading, Notice } from '../../ui/notice.tsx';
import { galleryQuery, quotesQuery, submitQuote } from './queries.ts';
import { QuoteStatus, quoteType } from './quote-words.tsx';
import { Screen } from './screen.tsx';

const quantityInWords = `Quantity is a whole number from 1 to ${limits.quoteQuantity}.`;

/** What the form's controls hold, and out of it what the API wants: of the type Other a quantity means nothing. */
const QuoteForm = z
  .object({
    type: QuoteType,
    quantity: z.string(),
    notes: SubmitQuote.shape.notes,
    with_favorites: z.boolean(),
  })
  .transform(({ quantity: typed, ...values }, context) => {
    if (values.type === 'other') return values;
    const quantity = SubmitQuote.shape.quantity.safeParse(typed.trim() === '' ? Number.NaN : Number(typed));
    if (!quantity.success) context.addIssue({ code: 'custom', path: ['quantity'], message: quantityInWords });
    return { ...values, quantity: quantity.data };
  });

const empty = { type: '' as QuoteType, quantity: '1', notes: '', with_favorites: false };

/** '/dashboard/quotes': the form, and below it what was asked for before. */
export function Quotes() {
  return (
    <Screen title="Request a Quote">
      <div className="xl:grid xl:max-w-6xl xl:grid-cols-2 xl:gap-x-16">
        <QuoteRequest />
        <QuoteHistory />
      </div>
    </Screen>
  );
}

/** '/dashboard/quote-request': the form alone. */
export function RequestQuote() {
  return (
    <Screen title="Request a Quote">
      <QuoteRequest />
    </Screen>
  );
}

function QuoteRequest() {
  const queries = useQueryClient();
  const [sent, setSent] = useState(false);
  const attempt = useRef({ request_id: '', of: '' });
  // Another client's words have no business here, should one sign in on this tab.
  const draft = `quote-request ${useCustomer().id}`;

  return (
    <div className="mt-8 max-w-xl">
      <Form
        schema={QuoteForm}
        defaultValues={{ ...empty, ...draftOf<typeof empty>(draft) }}
        describe={whatWentWrong}
        onSubmit={async (values, form) => {
          setSent(false);
          // The same request sent again, because no answer came, is one request; another one is another.
          const of = JSON.stringify(values);
          if (attempt.current.of !== of) attempt.current = { request_id: crypto.randomUUID(), of };
          const typed = JSON.stringify(form.getValues());
          await submitQuote({ ...values, request_id: attempt.current.request_id });
          attempt.current = { request_id: '', of: '' };
          // What was typed while it was on its way is not in it, and stays.
          if (JSON.stringify(form.getValues()) === typed) {
            form.reset(empty);
            dropDraft(draft);
          }
          setSent(true);
          void queries.invalidateQueries({ queryKey: quotesQuery.queryKey });
        }}
      >
        <OnFormChange
          call={(values) => {
            keepDraft(draft, values);
            setSent(false);
          }}
        />
        <SelectField name="type" label="Request Type">
          <option value="">Please choose</option>
          {QuoteType.options.map((type) => (
            <option key={type} value={type}>
              {quoteTypes[type]}
            </option>
          ))}
        </SelectField>
        <Quantity />
        <TextArea name="notes" label="Notes / Details" rows={5} maxLength={limits.quoteNotes} />
        <AttachFavorites />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busyText="Submitting...">Submit Quote Request</SubmitButton>
        </div>
        {sent && <Notice tone="success">Quote request submitted!</Notice>}
      </Form>
    </div>
  );
}

function Quantity() {
  const { control } = useFormContext<typeof empty>();
  const type = useWatch({ control, name: 'type' });
  if (type === 'other') return null;
  return (
    <div className="[&_input]:max-w-40">
      <TextField
        name="quantity"
        label="Quantity"
        type="number"
        inputMode="numeric"
        min={1}
        max={limits.quoteQuantity}
      />
    </div>
  );
}

function AttachFavorites() {
  const gallery = useQuery(galleryQuery);
  const count = gallery.data?.favorites_count ?? 0;
  if (count === 0) return null;
  return (
    <CheckboxField
      name="with_favorites"
      label={count === 1 ? 'Attach my favorite photo' : `Attach my ${inThousands(count)} favorite photos`}
      hint="The studio then sees which photos you mean."
    />
  );
}

function whatWentWrong(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong.';
  if (error.code === 'SIGNED_OUT') return 'You must be logged in.';
  return error.message || 'Something went wrong.';
}

function QuoteHistory() {
  const quotes = useInfiniteQuery(quotesQuery);
  const items = quotes.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section
      aria-labelledby="quote-history"
      className="mt-14 max-w-3xl border-t border-line pt-10 xl:mt-8 xl:border-t-0 xl:pt-0"
    >
      <h2 id="quote-history" className="text-title">
        My Quote Requests
      </h2>
      {quotes.isPending && <Loading>Loading quote history...</Loading>}
      {quotes.isError && (
        <div className="mt-6">
          <Notice
            tone="error"
            onRetry={() => (quotes.isFetchNextPageError ? quotes.fetchNextPage() : quotes.refetch())}
          >
            Your quote requests could not be loaded. {quotes.error.message}
          </Notice>
        </div>
      )}
      {quotes.data && items.length === 0 && <Empty>No quote requests yet.</Empty>}
      {items.length > 0 && (
        <ul className="mt-4 divide-y divide-line">
          {items.map((quote) => (
            <QuoteEntry key={quote.id} quote={quote} />
          ))}
        </ul>
      )}
      {quotes.hasNextPage && (
        <Button
          look="secondary"
          className="mt-4"
          busy={quotes.isFetchingNextPage}
          onClick={() => void quotes.fetchNextPage()}
        >
          Show older requests
        </Button>
      )}
    </section>
  );
}

function QuoteEntry({ quote }: { quote: Quote }) {
  const { type, quantity, notes, favorites, status, price_cents, message, created_at } = quote;
  return (
    <li className="py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h3 className="font-sans text-base font-semibold tracking-normal">
          {quoteType(type)}
          {quantity !== null && <span className="font-normal text-mute"> × {quantity}</span>}
        </h3>
        <QuoteStatus status={status} />
      </div>
      {notes && <p className="mt-2 whitespace-pre-line [overflow-wrap:anywhere]">{notes}</p>}
      {favorites.length > 0 && (
        <details className="mt-2 text-sm text-mute">
          <summary className="inline-flex min-h-11 items-center underline decoration-line underline-offset-4">
            {favorites.length === 1 ? '1 favorite attached' : `${favorites.length} favorites attached`}
          </summary>
          <p className="pb-2 tabular-nums [overflow-wrap:anywhere]">
            {favorites.map(({ file_name }) => file_name).join(', ')}
          </p>
        </details>
      )}
      <p className="mt-2 text-sm text-mute">Submitted: {dayOf(created_at)}</p>
      {(price_cents !== null || message) && (
        <div className="mt-4 border-l-2 border-leaf pl-4">
          {price_cents !== null && <p className="text-lg tabular-nums">{inDollars(price_cents)}</p>}
          {message && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{message}</p>}
        </div>
      )}
    </li>
  );
}
