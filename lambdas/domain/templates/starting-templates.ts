import type { Template } from '#shared/contract/templates/templates.ts';
import { startingPlans } from '#shared/terms/starting-plans.ts';
import { startingTerms } from '#shared/terms/starting-terms.ts';

const unsaved = { version: 0, saved_at: null, saved_by: '' } as const;

/** The templates that are there from the beginning, by their ids. They are in no row, so that they can be put back. */
export const startingTemplates: ReadonlyMap<string, Template> = new Map(
  [
    ...startingTerms.map(
      ({ id, name, terms }): Template => ({
        ...{ id, name, ...unsaved },
        content: { kind: 'terms', blocks: terms, is_starting_point: true },
      }),
    ),
    ...startingPlans.map(
      ({ id, name, payments }): Template => ({ id, name, ...unsaved, content: { kind: 'plan', payments } }),
    ),
  ].map((template) => [template.id, template]),
);
