import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link, useParams } from 'react-router-dom';
import {
  PreviewEmailWords,
  WordedEmailName,
  type Wording,
  type Wordings,
} from '#shared/contract/wording/email-words.ts';
import { type EmailWords, emailFields, type WordedEmail } from '#shared/emails/email-fields.ts';
import { messageOf } from '#shared/errors.ts';
import { refuseFields } from '#shared/text/written-fields.ts';
import { EditForm } from '../../../forms/edit-form.tsx';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { SubmitButton, TextArea, TextField } from '../../../ui/fields/form.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { EmailPreview } from '../emails/email-preview.tsx';
import { FieldNames } from '../emails/field-names.tsx';
import { wordedEmails } from '../emails/labels.ts';
import { useIsStaff } from '../is-staff.ts';
import { Screen } from '../screen.tsx';
import { editEmailWords, emailWordsQuery, previewEmailWords } from './api.ts';

/** The screen 'Words of emails': every email whose words the studio can change; and the screen of one of them. */
export function Component() {
  const { email } = useParams();
  const name = WordedEmailName.safeParse(email).data;
  return name === undefined ? <List /> : <One key={name} name={name} />;
}

function List() {
  const wordings = useQuery(emailWordsQuery);
  return (
    <Screen title="Words of emails" back={{ to: '/admin/settings', label: 'Settings' }}>
      <p className="mt-2 max-w-xl text-mute">
        Each email that goes to clients can say it in your words. Its facts, its button and what the law needs stay.
      </p>
      <QueryStatus
        query={wordings}
        lines={6}
        loading="Loading the emails..."
        failed="The emails could not be loaded."
      />
      {wordings.data && (
        <ul className="mt-6 max-w-2xl border-t border-line">
          {wordings.data.items.map(({ email, words, is_changed }) => (
            <li key={email} className="border-b border-line">
              <Link to={`/admin/settings/emails/${email}`} className="group flex min-h-14 items-center gap-4 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold group-hover:underline">{wordedEmails[email].label}</span>
                  <span dir="auto" className="block text-sm text-mute [overflow-wrap:anywhere]">
                    {words.subject}
                  </span>
                </span>
                {is_changed && <Badge tone="green">your words</Badge>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Screen>
  );
}

function One({ name }: { name: WordedEmail }) {
  const wordings = useQuery(emailWordsQuery);
  const wording = wordings.data?.items.find(({ email }) => email === name);
  return (
    <Screen title={wordedEmails[name].label} back={{ to: '/admin/settings/emails', label: 'Words of emails' }}>
      <p className="mt-2 max-w-xl text-mute">{wordedEmails[name].occasion}</p>
      <QueryStatus query={wordings} lines={6} loading="Loading the words..." failed="The words could not be loaded." />
      {wording && <WordsForm wording={wording} />}
    </Screen>
  );
}

const labels: Record<keyof EmailWords, string> = {
  subject: 'Subject',
  heading: 'Heading',
  greeting: 'Greeting (optional)',
  opening: 'Before the facts (optional)',
  closing: 'After the facts (optional)',
};

/** Returns the schema that refuses fields that this email does not have, as the API does. */
const schemaOf = (name: WordedEmail) =>
  PreviewEmailWords.superRefine((words, context) => {
    for (const [word, text] of Object.entries(words)) {
      const message = refuseFields(text, emailFields[name]);
      if (message) context.addIssue({ code: 'custom', path: [word], message });
    }
  });

function WordsForm({ wording }: { wording: Wording }) {
  const { email } = wording;
  const queries = useQueryClient();
  const isStaff = useIsStaff();
  const [schema] = useState(() => schemaOf(email));
  return (
    <EditForm<Wording, typeof schema>
      className="mt-6"
      schema={schema}
      row={wording}
      valuesOf={({ words }) => words}
      labels={labels}
      draft={`words ${email}`}
      describe={(error) => `The words were not saved. ${messageOf(error)}`}
      send={(words, version) => editEmailWords(email, { ...words, version })}
      onSaved={(stored) =>
        overwrite<Wordings>(queries, emailWordsQuery.queryKey, (before) => before && withWording(before, stored))
      }
      frame={(content) => (
        <div className="grid gap-x-12 gap-y-8 min-[75rem]:grid-cols-[minmax(0,34rem)_26rem]">
          <div className="flex flex-col gap-5">{content}</div>
          <Preview email={email} schema={schema} />
        </div>
      )}
      actions={(isSaved, isChanged) =>
        !isStaff && (
          <div className="mt-6 flex flex-wrap items-center gap-3">
            <SubmitButton busyText="Saving...">Save</SubmitButton>
            <PutBack builtIn={wording.built_in} />
            {isSaved && !isChanged && <Notice tone="success">The words are saved.</Notice>}
          </div>
        )
      }
    >
      <AdminsOnly act="change the studio’s emails" />
      <p className="text-sm text-mute">
        These fields are filled for each reader: <FieldNames email={email} />.
      </p>
      <fieldset disabled={isStaff} className="contents">
        <TextField name="subject" label={labels.subject} autoComplete="off" />
        <TextField name="heading" label={labels.heading} autoComplete="off" />
        <TextField name="greeting" label={labels.greeting} autoComplete="off" />
        <TextArea name="opening" label={labels.opening} rows={4} />
        <TextArea name="closing" label={labels.closing} rows={3} />
      </fieldset>
    </EditForm>
  );
}

const withWording = ({ items }: Wordings, stored: Wording): Wordings => ({
  items: items.map((item) => (item.email === stored.email ? stored : item)),
});

/** Fills the form with the built-in words, which 'Save' stores. */
function PutBack({ builtIn }: { builtIn: EmailWords }) {
  const { setValue } = useFormContext<EmailWords>();
  const typed = useWatch<EmailWords>();
  const names = Object.keys(builtIn) as (keyof EmailWords)[];
  if (names.every((name) => typed[name] === builtIn[name])) return null;
  return (
    <Button
      look="quiet"
      onClick={() => {
        for (const name of names) setValue(name, builtIn[name], { shouldDirty: true, shouldValidate: true });
      }}
    >
      Put back the built-in words
    </Button>
  );
}

/** The email in the words as typed, as long as they can be saved. */
function Preview({ email, schema }: { email: WordedEmail; schema: ReturnType<typeof schemaOf> }) {
  const typed = schema.safeParse(useWatch()).data;
  return (
    <div>
      <p className="mb-3 text-sm text-mute">As a client would read it, with an example’s facts.</p>
      <EmailPreview about={email} typed={typed} render={(words) => previewEmailWords(email, words)} />
    </div>
  );
}
