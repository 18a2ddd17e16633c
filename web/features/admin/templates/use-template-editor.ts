import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '#shared/contract/templates/templates.ts';
import type { TemplateDialog } from './editor-head.tsx';
import { showSavedTemplate } from './template-queries.ts';

/** Returns the name under which what is typed into a template is kept in the browser. */
export const draftNameOf = (id: string): string => `template ${id}`;

/** Returns the state of a template's editor that is not in its form: what was saved, and the open dialog. */
export function useTemplateEditor<Kind extends Template>(template: Kind) {
  const queries = useQueryClient();
  const [justSaved, setJustSaved] = useState<number>();
  const [dialog, setDialog] = useState<TemplateDialog>();
  const [restored, setRestored] = useState<Kind>();
  return {
    justSaved,
    dialog,
    openDialog: setDialog,
    closeDialog: () => setDialog(undefined),
    /** The template to edit: the version put back, also while the query still has the one before. */
    row: restored && restored.version > template.version ? restored : template,
    /** Changes when a version was put back, so that the form begins with it. */
    formKey: `${template.id} ${restored?.version}`,
    show: (saved: Template) => {
      showSavedTemplate(queries, saved);
      setJustSaved(saved.version);
    },
    restart: (version: Template) => {
      setRestored(version as Kind);
      setJustSaved(version.version);
      setDialog(undefined);
    },
  };
}
