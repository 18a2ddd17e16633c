import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { CreateTemplate, type Template, type TemplateContent } from '#shared/contract/templates/templates.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { DialogActions } from '../../../forms/dialog-actions.tsx';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { TextField } from '../../../ui/fields/form.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { createTemplate } from './api.ts';
import { showSavedTemplate } from './template-queries.ts';

const NewName = z.object({ name: CreateTemplate.shape.name });

const firstContent: Record<TemplateContent['kind'], TemplateContent> = {
  terms: {
    kind: 'terms',
    blocks: [
      { kind: 'heading', text: 'Payment' },
      { kind: 'paragraph', text: '{{client}} pays {{total}} to {{studio}}: {{payments}}.' },
    ],
    is_starting_point: false,
  },
  plan: { kind: 'plan', payments: [{ part: { kind: 'rest' }, due: { kind: 'signing' } }] },
};

/**
 * A dialog that asks for the name of a new template, and creates it.
 * @param copied the template that it begins with; without one, it begins with a few words
 */
export function NewTemplateDialog({
  kind,
  copied,
  onCreated,
  onClose,
}: {
  kind: TemplateContent['kind'];
  copied?: Template;
  onCreated: (template: Template) => void;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const noun = kind === 'terms' ? 'terms' : 'plan';
  return (
    <Dialog title={copied ? 'Duplicate' : `New ${noun}`} onClose={onClose}>
      <KeptForm
        draft={copied ? `copy of template ${copied.id}` : `new ${noun}`}
        schema={NewName}
        defaultValues={{ name: copied ? nameOfCopy(copied) : '' }}
        describe={(error) => `The template was not created. ${messageOf(error)}`}
        onSubmit={async ({ name }) => {
          const template = await createTemplate({ name, content: copied?.content ?? firstContent[kind] });
          showSavedTemplate(queries, template);
          onClose();
          onCreated(template);
        }}
      >
        <TextField name="name" label="Name" autoComplete="off" hint="Only the studio sees it." />
        <DialogActions busy="Creating..." onClose={onClose}>
          Create
        </DialogActions>
      </KeptForm>
    </Dialog>
  );
}

const nameOfCopy = (copied: Template): string => ['Copy of', copied.name].join(' ').slice(0, limits.templateName);
