import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import type { PlanTemplate, Template, TermsTemplate } from '#shared/contract/templates/templates.ts';
import { Loading } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { Screen } from '../screen.tsx';
import { templateQuery, templatesQuery } from './api.ts';
import { Outline } from './outline.tsx';
import { PlanEditor } from './plans/plan-editor.tsx';

// Loaded on demand, because it has the library of the text's editor.
const TermsEditor = lazy(() => import('./terms-editor.tsx'));

/** The screen 'Templates': all terms and payment plans; and the screen of one of them. */
export function Component() {
  const { template } = useParams();
  return template === undefined ? <List /> : <One key={template} id={template} />;
}

const back = { to: '/admin/settings', label: 'Settings' };

function List() {
  return (
    <Screen title="Templates" back={back}>
      <p className="mt-2 max-w-xl text-mute">
        The terms and the payment plans that your offers begin with. An offer keeps what it was sent with, whatever you
        change here later.
      </p>
      <div className="mt-4 max-w-xl">
        <LoadedOutline />
      </div>
    </Screen>
  );
}

function LoadedOutline({ current }: { current?: string }) {
  const templates = useQuery(templatesQuery);
  return templates.data ? (
    <Outline items={templates.data.items} current={current} />
  ) : (
    <QueryStatus
      query={templates}
      lines={6}
      loading="Loading templates..."
      failed="The templates could not be loaded."
    />
  );
}

function One({ id }: { id: string }) {
  const template = useQuery(templateQuery(id));
  if (!template.data) {
    return (
      <Screen title="Template" back={{ to: '/admin/settings/templates', label: 'Templates' }}>
        <QueryStatus query={template} loading="Loading template..." failed="The template could not be loaded." />
      </Screen>
    );
  }
  const outline = (
    <div className="shrink-0 border-line p-3 max-md:border-b max-md:px-4 md:w-53 lg:sticky lg:top-19 lg:max-h-[calc(100svh-4.75rem)] lg:self-start lg:overflow-y-auto">
      <LoadedOutline current={id} />
    </div>
  );
  const { data } = template;
  return isTerms(data) ? (
    <Suspense fallback={<Loading>Loading the editor...</Loading>}>
      <TermsEditor template={data} outline={outline} />
    </Suspense>
  ) : (
    isPlan(data) && <PlanEditor template={data} outline={outline} />
  );
}

const isTerms = (template: Template): template is TermsTemplate => template.content.kind === 'terms';
const isPlan = (template: Template): template is PlanTemplate => template.content.kind === 'plan';
