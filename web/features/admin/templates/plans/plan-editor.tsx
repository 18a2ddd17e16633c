import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { PlanTemplate, Template } from '#shared/contract/templates/templates.ts';
import { messageOf } from '#shared/errors.ts';
import type { Currency } from '#shared/money/currency.ts';
import { EditForm } from '../../../../forms/edit-form.tsx';
import { draftOf } from '../../../../lib/browser/drafts.ts';
import { useCurrency } from '../../../../ui/content.tsx';
import { TextField } from '../../../../ui/fields/form.tsx';
import { PageTitle } from '../../../../ui/navigation/page-title.tsx';
import { AdminsOnly } from '../../admins-only.tsx';
import { useIsStaff } from '../../is-staff.ts';
import { editTemplate } from '../api.ts';
import { EditorHead } from '../editor-head.tsx';
import { EditorPanes } from '../editor-panes.tsx';
import { sampleLines, sampleTotal } from '../sample-facts.ts';
import { TemplateDialogs } from '../template-dialogs.tsx';
import { draftNameOf, useTemplateEditor } from '../use-template-editor.ts';
import { Payments } from './payments.tsx';
import {
  paymentOf,
  sayTypedPayments,
  type TypedPayment,
  type TypedPlan,
  type TypedPlanSchema,
  typedPayment,
  typedPlanIn,
} from './typed-plan.ts';

const labels = { name: 'Name', payments: 'Payments' };
const valuesIn =
  (currency: Currency) =>
  ({ name, content }: PlanTemplate): TypedPlan => ({
    name,
    payments: content.payments.map((payment) => typedPayment(payment, currency)),
  });
const asPlan = (template: Template) => template as PlanTemplate;

/** The editor of a payment plan: its payments beside what they are of an example. */
export function PlanEditor({ template, outline }: { template: PlanTemplate; outline: ReactNode }) {
  const { id, name } = template;
  const editor = useTemplateEditor(template);
  const isStaff = useIsStaff();
  const currency = useCurrency();
  const [schema] = useState(() => typedPlanIn(currency));
  const valuesOf = valuesIn(currency);
  const draft = draftNameOf(id);
  return (
    <div className="flex min-h-svh flex-col">
      <PageTitle screen={name} />
      <EditForm<PlanTemplate, TypedPlanSchema>
        key={editor.formKey}
        className="flex-1"
        schema={schema}
        row={editor.row}
        valuesOf={valuesOf}
        labels={labels}
        wordsFor={(_, value) =>
          Array.isArray(value) ? sayTypedPayments(value as TypedPayment[], currency) : undefined
        }
        draft={draft}
        describe={(error) => `The template was not saved. ${messageOf(error)}`}
        send={async ({ name: typedName, payments }, version) => {
          const content = { kind: 'plan', payments: payments.map((payment) => paymentOf(payment, currency)) } as const;
          return asPlan(await editTemplate(id, { name: typedName, content, version }));
        }}
        onSaved={editor.show}
        actions={() => null}
        frame={(content) => (
          <>
            <EditorHead
              template={template}
              saved={valuesOf(template)}
              justSaved={editor.justSaved}
              onOpen={editor.openDialog}
            />
            <EditorPanes outline={outline} preview={<Preview schema={schema} currency={currency} />}>
              <div className="mx-auto flex max-w-2xl flex-col gap-5 pt-5">{content}</div>
            </EditorPanes>
          </>
        )}
      >
        <AdminsOnly act="change templates" />
        <fieldset disabled={isStaff} className="contents">
          <TextField name="name" label={labels.name} autoComplete="off" hint="Only the studio sees it." />
          <Payments isReadOnly={isStaff} />
        </fieldset>
      </EditForm>
      <TemplateDialogs
        open={editor.dialog}
        template={template}
        hasTyped={draftOf(draft) !== null}
        onRestored={editor.restart}
        onClose={editor.closeDialog}
      />
    </div>
  );
}

/** What the typed payments are of an example's total, as long as they make up every total. */
function Preview({ schema, currency }: { schema: TypedPlanSchema; currency: Currency }) {
  const plan = schema.safeParse(useWatch()).data?.payments.map((payment) => paymentOf(payment, currency));
  return (
    <>
      <h2 className="font-sans text-sm font-semibold">Of an offer of {sampleTotal(currency)}</h2>
      <div className="mt-3 border border-line bg-white px-5 py-6 text-sm sm:px-7">
        {plan ? (
          <ol className="flex flex-col gap-2">
            {sampleLines(plan, currency).map((line, index, { length }) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: payments are known by their number
                key={index}
                className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-2 last:border-0 last:pb-0"
              >
                <span className="text-mute">
                  Payment {index + 1} of {length}
                </span>
                <span className="tabular-nums">{line}</span>
              </li>
            ))}
          </ol>
        ) : (
          <p className="text-mute">The payments are shown here once they make up the total.</p>
        )}
      </div>
      <p className="mt-3 text-xs text-mute">
        With a session on May 15, 2027. Offers that were sent keep the plan they were sent with.
      </p>
    </>
  );
}
