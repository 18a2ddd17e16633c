import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { Id, Instant, required, Version } from '../fields.ts';
import { PaymentPlan } from './plans.ts';
import { FilledBlocks, Terms } from './terms.ts';

const contentOf = <Blocks extends typeof FilledBlocks>(blocks: Blocks) =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('terms'),
      blocks,
      /** Whether screens say that a lawyer has to read it. The studio switches this off once one has. */
      is_starting_point: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('plan'), payments: PaymentPlan }),
  ]);

/** What a template has, as it is stored. Its fields may be those of another release. */
export const TemplateContent = contentOf(FilledBlocks);
export type TemplateContent = z.infer<typeof TemplateContent>;
export type TemplateKind = TemplateContent['kind'];

/** A version of a template. Version 0 is the one that is there from the beginning, which nobody has saved. */
const Saved = z.object({ version: Version, saved_at: Instant.nullable(), saved_by: z.string() });

/** A template in lists. */
export const TemplateSummary = z.object({
  id: Id,
  kind: z.enum(['terms', 'plan']),
  name: z.string(),
  version: Version,
  saved_at: Instant.nullable(),
});
export type TemplateSummary = z.infer<typeof TemplateSummary>;

/** GET templates: all of them, by name. */
export const Templates = z.object({ items: z.array(TemplateSummary) });
export type Templates = z.infer<typeof Templates>;

/** GET templates/:template: the template in its present version. */
export const Template = Saved.extend({ id: Id, name: z.string(), content: TemplateContent });
export type Template = z.infer<typeof Template>;

const values = { name: required('A name', limits.templateName), content: contentOf(Terms) };

/** POST templates. */
export const CreateTemplate = z.strictObject(values);
export type CreateTemplate = z.infer<typeof CreateTemplate>;

/** PUT templates/:template: name and content, and the version on which they are based. It makes a version. */
export const EditTemplate = z.strictObject({ ...values, version: Version });
export type EditTemplate = z.infer<typeof EditTemplate>;

/** POST templates/:template/versions/:number/restore: the version in which the template is now. */
export const RestoreTemplate = z.strictObject({ version: Version });
export type RestoreTemplate = z.infer<typeof RestoreTemplate>;

/** DELETE templates/:template: the version that is deleted, in the query. */
export const DeleteTemplate = z.object({ version: z.string().regex(/^\d+$/).transform(Number).pipe(Version) });

/** GET templates/:template/versions: those that are kept, newest first. */
export const TemplateVersions = z.object({ items: z.array(Saved.extend({ name: z.string() })) });
export type TemplateVersions = z.infer<typeof TemplateVersions>;

/** A template of one kind. */
export type TermsTemplate = Template & { content: Extract<TemplateContent, { kind: 'terms' }> };
export type PlanTemplate = Template & { content: Extract<TemplateContent, { kind: 'plan' }> };
