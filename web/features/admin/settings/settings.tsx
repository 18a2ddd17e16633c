import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EditSettings, type Settings } from '#shared/contract/settings.ts';
import { messageOf } from '#shared/errors.ts';
import { dayOf } from '../../../lib/dates.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { CheckboxField, Form, OnFormChange, SubmitButton } from '../../../ui/fields/form.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { Money } from '../money/money.tsx';
import { Presets } from '../presets/presets.tsx';
import { Screen } from '../screen.tsx';
import { AnnouncementTextList } from './announcement-texts.tsx';
import { editSettings, settingsQuery } from './api.ts';

/** The screen 'Settings': the studio's emails and texts, currency and taxes, templates and presets, and when the last export was made. */
export function Component() {
  const settings = useQuery(settingsQuery);
  return (
    <Screen title="Settings">
      <QueryStatus
        query={settings}
        lines={4}
        loading="Loading settings..."
        failed="The settings could not be loaded."
      />
      {settings.data && (
        <>
          <Emails settings={settings.data} />
          <Money />
          <Templates />
          <Presets />
          <Export settings={settings.data} />
        </>
      )}
    </Screen>
  );
}

function Emails({ settings: { at_once, daily, reminders, gallery_reminders } }: { settings: Settings }) {
  const queries = useQueryClient();
  const [saved, setSaved] = useState(false);
  const isStaff = useIsStaff();
  return (
    <section aria-labelledby="emails" className="mt-8 max-w-xl">
      <h2 id="emails" className="font-display text-lg">
        Emails
      </h2>
      <AdminsOnly act="change the studio’s emails" className="mt-2" />
      <Form
        className="mt-3"
        schema={EditSettings}
        defaultValues={{ at_once, daily, reminders, gallery_reminders }}
        describe={(error) => (
          <>
            <span>The settings were not saved.</span> {messageOf(error)}
          </>
        )}
        onSubmit={async (values) => {
          setSaved(false);
          const savedSettings = await editSettings(values);
          overwrite(queries, settingsQuery.queryKey, savedSettings);
          setSaved(true);
        }}
      >
        <OnFormChange call={() => setSaved(false)} />
        <fieldset disabled={isStaff} className="contents">
          <CheckboxField
            name="at_once"
            label="Write to the studio at once"
            hint="About a submitted selection, an accepted quote, a message and picks that a guest sends. They are in the admin area in any case."
          />
          <CheckboxField
            name="daily"
            label="Write to the studio once a day"
            hint="In the morning, about what clients and guests did the day before: favorites, notes, downloads, first visits, links and picks. Without any, there is no email."
          />
          <CheckboxField
            name="reminders"
            label="Remind clients before a selection ends"
            hint="Once, three days before the last day, if they have not submitted it."
          />
          <CheckboxField
            name="gallery_reminders"
            label="Remind clients before a gallery ends"
            hint="30 days, 7 days and 1 day before its last day, if you have announced the gallery and given it an end."
          />
        </fieldset>
        {saved && <Notice tone="success">The settings are saved.</Notice>}
        {!isStaff && (
          <div className="mt-3">
            <SubmitButton busyText="Saving...">Save</SubmitButton>
          </div>
        )}
      </Form>
      <p className="mt-6">
        <Link to="/admin/settings/emails" className="inline-link">
          Change the words of emails to clients
        </Link>
      </p>
      <AnnouncementTextList />
    </section>
  );
}

function Templates() {
  return (
    <section aria-labelledby="templates" className="mt-14 max-w-xl border-t border-line pt-8">
      <h2 id="templates" className="font-display text-lg">
        Templates
      </h2>
      <p className="mt-2 text-sm text-mute">
        The terms that clients sign and the payment plans, with which your offers begin.
      </p>
      <p className="mt-4">
        <Link to="/admin/settings/templates" className="inline-link">
          Change terms and payment plans
        </Link>
      </p>
    </section>
  );
}

function Export({ settings: { exported_at, makes_exports } }: { settings: Settings }) {
  return (
    <section aria-labelledby="export" className="mt-14 max-w-xl border-t border-line pt-8">
      <h2 id="export" className="font-display text-lg">
        Export
      </h2>
      <p className="mt-2 text-sm">
        {exported_at ? `The last one was made on ${dayOf(exported_at)}.` : 'None was made yet.'}
      </p>
      <p className="mt-2 text-sm text-mute">
        An export is a copy of everything on another computer: every photo, everything that is written here, and
        galleries that open without internet.{' '}
        {makes_exports
          ? 'Make one each quarter, on the computer from which the website is deployed; in the folder of the last one, it adds what is new:'
          : 'The person who set up this website makes it, and is reminded each quarter.'}
      </p>
      {makes_exports && (
        <code className="mt-3 block rounded-sm bg-petal px-3 py-2 text-xs [overflow-wrap:anywhere]">
          npm run studio:export -- FOLDER
        </code>
      )}
    </section>
  );
}
