import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { TermsTemplate } from '#shared/contract/templates/templates.ts';
import { messageOf } from '#shared/errors.ts';
import { factsOf } from '#shared/offers/offer-facts.ts';
import { fillTerms } from '#shared/terms/fill-terms.ts';
import { fieldsUsed } from '#shared/terms/refuse-terms.ts';
import { boxesOf } from '#shared/terms/terms.ts';
import { formatCounted } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { BelowField, control } from '../../../../ui/fields/form.tsx';
import { Check } from '../../../../ui/icons.tsx';
import { Dialog } from '../../../../ui/layers/dialog.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { templateQuery, templatesQuery } from '../../templates/api.ts';
import { TermsText } from '../../templates/terms-text.tsx';
import { useEditing } from './editing.ts';
import { Section } from './section.tsx';

/** The terms that are signed, copied from a template, and what keeps them from being filled. */
export function TermsSection() {
  const { content, unfinished, isChecked } = useEditing();
  const [isReading, setReading] = useState(false);
  const { terms, terms_from } = content;
  const refusals = Object.entries(unfinished).flatMap(([path, reason]) => (path.startsWith('terms.') ? [reason] : []));
  const state = terms === null ? 'No terms yet' : sayTerms(terms, refusals.length);
  return (
    <Section
      title="Terms"
      summary={terms_from ? `${isolated(terms_from.name)}: ${state}` : state}
      fields={['terms']}
      action={<TermsChoice />}
    >
      <fieldset name="terms" className="min-w-0">
        <legend className="sr-only">Terms</legend>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          {terms !== null && refusals.length === 0 && (
            <span aria-hidden="true" className="grid size-5 place-items-center rounded-full bg-leaf text-white">
              <Check className="size-3.5" />
            </span>
          )}
          <p className={`min-w-0 flex-1 ${isChecked && terms === null ? 'text-alert' : ''}`}>
            {isChecked && terms === null ? unfinished.terms : `${state}.`}
          </p>
          {terms !== null && (
            <Button look="quiet" className="px-0!" onClick={() => setReading(true)}>
              Read them
            </Button>
          )}
        </div>
        {refusals.length > 0 && (
          <ul className="mt-2 list-disc rounded-md bg-amber-wash py-3 pr-4 pl-8 text-sm text-amber-ink">
            {refusals.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <BelowField name="terms" />
      </fieldset>
      {isReading && <TermsDialog onClose={() => setReading(false)} />}
    </Section>
  );
}

/** Returns whether the fields of terms are filled: 'All 9 fields are filled, 2 boxes must be ticked'. */
function sayTerms(terms: NonNullable<ReturnType<typeof useEditing>['content']['terms']>, missing: number): string {
  const fields = fieldsUsed(terms).length;
  const boxes = boxesOf(terms).length;
  const filled =
    missing > 0
      ? `${formatCounted(missing, 'field')} ${missing === 1 ? 'has' : 'have'} no value yet`
      : fields === 0
        ? 'No fields to fill'
        : fields === 1
          ? 'The one field is filled'
          : `All ${fields} fields are filled`;
  if (boxes === 0) return filled;
  return `${filled}, ${boxes === 1 ? '1 box' : `${boxes} boxes`} must be ticked`;
}

/** The select of a template; one that was saved since can be taken over again. */
function TermsChoice() {
  const queries = useQueryClient();
  const { setValue } = useFormContext();
  const { terms_from } = useEditing().content;
  const templates = useQuery(templatesQuery);
  const [failure, setFailure] = useState<string>();
  const offered = templates.data?.items.filter(({ kind }) => kind === 'terms') ?? [];
  const present = offered.find(({ id }) => id === terms_from?.template_id);
  const isOlder = present !== undefined && terms_from !== null && present.version > terms_from.version;
  const choose = async (id: string) => {
    setFailure(undefined);
    try {
      const template = (await queries.fetchQuery({ ...templateQuery(id), staleTime: 0 })) as TermsTemplate;
      setValue('terms', template.content.blocks);
      setValue('terms_from', { template_id: id, name: template.name, version: template.version });
    } catch (error) {
      setFailure(`The terms could not be loaded. ${messageOf(error)}`);
    }
  };
  return (
    <>
      <select
        aria-label="Template of the terms"
        value={present?.id ?? ''}
        onChange={({ target }) => void choose(target.value)}
        className={`${control} h-11 w-64! max-w-full text-sm! text-ellipsis`}
      >
        {!present && <option value="">{terms_from ? terms_from.name : 'Choose a template...'}</option>}
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {isOlder && (
        <p className="flex basis-full flex-wrap items-center gap-x-3 text-sm text-mute">
          The template was saved again since.
          <Button look="quiet" className="px-0!" onClick={() => void choose(present.id)}>
            Use its present version
          </Button>
        </p>
      )}
      {(failure || templates.error) && (
        <div className="basis-full">
          <Notice tone="error" {...(templates.error && { onRetry: () => void templates.refetch() })}>
            {failure ?? 'The templates could not be loaded.'}
          </Notice>
        </div>
      )}
    </>
  );
}

/** The terms as the client reads them, filled with what the offer says. */
function TermsDialog({ onClose }: { onClose: () => void }) {
  const { content, preview } = useEditing();
  const { terms, terms_from } = content;
  return (
    <Dialog title={terms_from ? <bdi>{terms_from.name}</bdi> : 'Terms'} isLarge onClose={onClose}>
      {terms && preview && <TermsText blocks={fillTerms(terms, factsOf({ ...preview, content }, null)).blocks} />}
      <div className="dialog-foot mt-6">
        <ButtonLink look="quiet" to="/admin/settings/templates">
          Templates
        </ButtonLink>
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
