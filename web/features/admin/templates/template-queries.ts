import type { QueryClient } from '@tanstack/react-query';
import type { Template, TemplateSummary, Templates } from '#shared/contract/templates/templates.ts';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { templateQuery, templatesQuery } from './api.ts';

const summaryOf = ({ id, name, content, version, saved_at }: Template): TemplateSummary => ({
  ...{ id, kind: content.kind, name, version, saved_at },
});

/** Shows a saved template on the screens that have loaded it or the list. */
export function showSavedTemplate(queries: QueryClient, saved: Template): void {
  queries.setQueryData(templateQuery(saved.id).queryKey, saved);
  overwrite<Templates>(queries, templatesQuery.queryKey, (list) => {
    if (!list) return list;
    const others = list.items.filter(({ id }) => id !== saved.id);
    const byName = (first: TemplateSummary, second: TemplateSummary) =>
      first.name.localeCompare(second.name, 'en-US', { numeric: true });
    return { items: [...others, summaryOf(saved)].toSorted(byName) };
  });
}
