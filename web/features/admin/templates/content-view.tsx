import type { TemplateContent } from '#shared/contract/templates/templates.ts';
import { fieldLabel } from '#shared/terms/term-fields.ts';
import { changeTexts } from '#shared/terms/terms.ts';
import { filledPieces, readFields } from '#shared/text/written-fields.ts';
import { useCurrency } from '../../../ui/content.tsx';
import { sayPayment } from './plans/typed-plan.ts';
import { TermsText } from './terms-text.tsx';

/** The content of a template to read: terms with the names of their fields, or the payments of a plan. */
export function ContentView({ content }: { content: TemplateContent }) {
  const currency = useCurrency();
  if (content.kind === 'plan') {
    return (
      <ol className="list-decimal pl-5">
        {content.payments.map((payment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the payments of a stored version never change
          <li key={index}>{sayPayment(payment, currency)}</li>
        ))}
      </ol>
    );
  }
  const blocks = content.blocks.map((block) =>
    changeTexts(block, (text) =>
      filledPieces(text, Object.fromEntries(readFields(text).map(({ name }) => [name, fieldLabel(name)]))),
    ),
  );
  return <TermsText blocks={blocks} />;
}
