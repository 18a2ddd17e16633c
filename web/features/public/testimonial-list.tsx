import type { TestimonialContent } from '#shared/website/website.ts';
import { libraryImage } from './site-image.ts';
import { SitePicture } from './site-picture.tsx';

/** Testimonials in columns. */
export function TestimonialList({ testimonials }: { testimonials: TestimonialContent[] }) {
  return (
    <ul className="words [overflow-wrap:anywhere]">
      {testimonials.map((testimonial, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two customers may have one name, and none moves
        <li key={index} className="border-t border-edge/40 pt-6">
          <figure>
            <blockquote dir="auto" className="font-display text-lg whitespace-pre-line">
              {testimonial.words}
            </blockquote>
            <figcaption className="mt-4 flex items-center gap-4 text-sm">
              {testimonial.picture && (
                <SitePicture image={libraryImage(testimonial.picture)} sizes="4rem" className="size-16 shrink-0" />
              )}
              <span>
                <span dir="auto" className="font-semibold">
                  {testimonial.name}
                </span>
                <Source words={testimonial.source} link={testimonial.source_link} />
              </span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** The source of a testimonial, as a link if it has one. */
function Source({ words, link }: { words: string; link: string }) {
  if (!link)
    return (
      words && (
        <span dir="auto" className="block text-mute">
          {words}
        </span>
      )
    );
  return (
    <span className="block">
      <a href={link} className="text-link text-mute">
        {words || link}
      </a>
    </span>
  );
}
