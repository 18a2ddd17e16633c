import type { QuestionContent } from '#shared/website/website.ts';
import { Plus } from '../../ui/icons.tsx';

/** Questions that open their answers. */
export function QuestionList({ questions }: { questions: QuestionContent[] }) {
  return (
    <div className="border-t border-edge/40 [overflow-wrap:anywhere] md:col-span-7">
      {questions.map(({ question, answer }) => (
        // A question can be opened before hydration, so ignore that mismatch.
        <details key={question} suppressHydrationWarning className="group border-b border-edge/40">
          <summary className="flex min-h-16 items-center justify-between gap-6 py-4 font-semibold hover:text-leaf [&::-webkit-details-marker]:hidden">
            <bdi>{question}</bdi>
            <Plus className="size-6 shrink-0 text-leaf transition-[rotate] group-open:rotate-45" />
          </summary>
          <p dir="auto" className="max-w-[60ch] pb-6 text-mute">
            {answer}
          </p>
        </details>
      ))}
    </div>
  );
}
