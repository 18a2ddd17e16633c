import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Template } from '#shared/contract/templates/templates.ts';
import { messageOf } from '#shared/errors.ts';
import { dropDraft } from '../../../lib/browser/drafts.ts';
import { Confirm } from '../../../ui/layers/dialog.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { deleteTemplate, templateQuery, templatesQuery } from './api.ts';
import type { TemplateDialog } from './editor-head.tsx';
import { NewTemplateDialog } from './new-template-dialog.tsx';
import { draftNameOf } from './use-template-editor.ts';
import { Versions } from './versions.tsx';

/** The dialog of a template's editor that is open. They stand outside of its form, because they have forms themselves. */
export function TemplateDialogs({
  open,
  template,
  hasTyped,
  onRestored,
  onClose,
}: {
  open: TemplateDialog | undefined;
  template: Template;
  /** Whether what is typed is not saved. */
  hasTyped: boolean;
  onRestored: (template: Template) => void;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  if (open === 'versions') {
    return <Versions template={template} hasTyped={hasTyped} onRestored={onRestored} onClose={onClose} />;
  }
  if (open === 'duplicate') {
    return (
      <NewTemplateDialog
        kind={template.content.kind}
        copied={template}
        onCreated={({ id }) => navigate(`/admin/settings/templates/${id}`)}
        onClose={onClose}
      />
    );
  }
  return open === 'delete' && <DeleteDialog template={template} onClose={onClose} />;
}

function DeleteDialog({ template: { id, name, version }, onClose }: { template: Template; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await deleteTemplate(id, version);
      dropDraft(draftNameOf(id));
      await queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
      navigate('/admin/settings/templates');
    } catch (cause) {
      setError(`The template was not deleted. ${messageOf(cause)}`);
      setBusy(false);
      void queries.invalidateQueries({ queryKey: templateQuery(id).queryKey });
    }
  };
  return (
    <Confirm
      title={
        <>
          Delete <bdi>{name}</bdi>?
        </>
      }
      action="Delete template"
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>All its versions are deleted with it, and can’t be restored. Offers keep what they have.</p>
      {error && (
        <div className="mt-3">
          <Notice tone="error">{error}</Notice>
        </div>
      )}
    </Confirm>
  );
}
