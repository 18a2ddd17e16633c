import { queryOptions } from '@tanstack/react-query';
import type { CreateTemplate, EditTemplate } from '#shared/contract/templates/templates.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

const templateApi = adminApi.templates[':template'];

/** All templates by name, without their content. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: () => answerOf(adminApi.templates.$get()),
});

/** A template in its present version. */
export const templateQuery = (template: string) =>
  queryOptions({
    queryKey: ['template', template],
    queryFn: () => answerOf(templateApi.$get({ param: { template } })),
  });

export const createTemplate = (json: CreateTemplate) => answerOf(adminApi.templates.$post({ json }));

export const editTemplate = (template: string, json: EditTemplate) =>
  answerOf(templateApi.$put({ param: { template }, json }));

export const deleteTemplate = (template: string, version: number) =>
  answerOf(templateApi.$delete({ param: { template }, query: { version: String(version) } }));

/** The kept versions of a template. `version`, the present one, makes a new list of each. */
export const templateVersionsQuery = (template: string, version: number) =>
  queryOptions({
    queryKey: ['template-versions', template, version],
    queryFn: () => answerOf(templateApi.versions.$get({ param: { template } })),
  });

export const templateVersionQuery = (template: string, number: number) =>
  queryOptions({
    queryKey: ['template-version', template, number],
    queryFn: () => answerOf(templateApi.versions[':number'].$get({ param: { template, number: String(number) } })),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Saves the content of an earlier version as a new one. */
export const restoreTemplate = (template: string, number: number, version: number) =>
  answerOf(
    templateApi.versions[':number'].restore.$post({ param: { template, number: String(number) }, json: { version } }),
  );
