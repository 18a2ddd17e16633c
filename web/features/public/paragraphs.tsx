import { paragraphsOf } from '#shared/website/website.ts';

/** A text in paragraphs. Single line breaks stay. */
export function Paragraphs({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`grid gap-4 text-lg text-mute ${className}`}>
      {paragraphsOf(text).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be equal, and none moves
        <p dir="auto" key={index} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  );
}
