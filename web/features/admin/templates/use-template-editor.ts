import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '#shared/contract/templates/templates.ts';
import type { TemplateDialog } from './editor-head.tsx';
import { showSavedTemplate } from './template-queries.ts';

/** Returns the name under which what is typed into a template is kept in the browser. */
export const draftNameOf = (id: string): string => `template ${id}`;

/** Returns the state of a template's editor that is not in its form: what was saved, and the open dialog. */
export function useTemplateEditor(template: Template) {
  const queries = useQueryClient();
  const [justSaved, setJustSaved] = useState<number>();
  const [dialog, setDialog] = useState<TemplateDialog>();
  const [restores, setRestores] = useState(0);
  return {
    justSaved,
    dialog,
    openDialog: setDialog,
    closeDialog: () => setDialog(undefined),
    /** Changes when a version was put back, so that the form begins with it. */
    formKey: `${template.id} ${restores}`,
    show: (saved: Template) => {
      showSavedTemplate(queries, saved);
      setJustSaved(saved.version);
    },
    restart: ({ version }: Template) => {
      setRestores(restores + 1);
      setJustSaved(version);
      setDialog(undefined);
    },
  };
}
