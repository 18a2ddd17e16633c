import { questions, studio } from '#shared/studio.ts';
import { Plus } from '../../ui/icons.tsx';
import { MessageForm } from './message-form.tsx';
import { siteImages } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';

export function Component() {
  return (
    <>
      <div className="grid gap-x-[6vw] gap-y-12 px-gutter pt-8 pb-band md:grid-cols-12 md:pt-14">
        <div className="md:col-span-5">
          <h1 className="text-head md:text-hero">Contact</h1>
          <p className="mt-5 max-w-[34ch] text-lg text-mute">Tell us what you would like to remember, and when.</p>
          <address className="mt-8 flex flex-col items-start font-display text-title not-italic md:mt-12">
            <a href={`mailto:${studio.email}`} className={detail}>
              {studio.email}
            </a>
            <a href={`tel:${studio.phoneLink}`} className={detail}>
              {studio.phone}
            </a>
            <span className="py-1.5">{studio.city}</span>
          </address>
        </div>
        <section aria-label="Write to us" className="md:col-span-7 md:pt-4">
          <MessageForm />
        </section>
      </div>
      <section aria-labelledby="questions" className="bg-petal px-gutter py-band">
        <div className="grid gap-x-[6vw] gap-y-8 md:grid-cols-12">
          <div className="md:col-span-5">
            <h2 id="questions" className="text-head">
              Questions, answered
            </h2>
            <SitePicture
              image={siteImages().studio}
              sizes="38vw"
              className="mt-10 aspect-[4/3] w-full max-md:hidden md:sticky md:top-28"
            />
          </div>
          <div className="border-t border-edge/40 md:col-span-7">
            {questions.map(({ question, answer }) => (
              // A visitor may open one before the page wakes: that is no mismatch.
              <details key={question} suppressHydrationWarning className="group border-b border-edge/40">
                <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-4 font-semibold hover:text-leaf [&::-webkit-details-marker]:hidden">
                  {question}
                  <Plus className="size-6 shrink-0 text-leaf transition-[rotate] group-open:rotate-45" />
                </summary>
                <p className="max-w-[60ch] pb-6 text-mute">{answer}</p>
              </details>
            ))}
          </div>
        </div>
      </section>
    </>
  );
}

const detail =
  'max-w-full py-1.5 underline decoration-line decoration-1 underline-offset-8 [overflow-wrap:anywhere] hover:decoration-leaf';
