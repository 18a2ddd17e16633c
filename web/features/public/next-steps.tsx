import { useContent } from '../../ui/content.tsx';

/** The steps that follow a message, if the studio has written any. */
export function NextSteps({ className = '' }: { className?: string }) {
  const { steps } = useContent('contact');
  if (steps.length === 0) return null;
  return (
    <div className={className}>
      <h2 className="text-title">What happens next</h2>
      <ol className="mt-5 [overflow-wrap:anywhere]">
        {steps.map(({ title, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are numbered, and none moves
          <li key={index} className="flex gap-6 border-t border-line py-4">
            <span aria-hidden="true" className="size-6 shrink-0 font-display text-title text-leaf">
              {index + 1}
            </span>
            <div>
              <p dir="auto" className="font-semibold">
                {title}
              </p>
              {text && (
                <p dir="auto" className="mt-1 text-mute">
                  {text}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
