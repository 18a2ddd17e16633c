import { useContent, useStudio } from '../../ui/content.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { ContactForm } from './message-form.tsx';
import { NextSteps } from './next-steps.tsx';
import { QuestionList } from './question-list.tsx';
import { shownImages } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';

export function Component() {
  const studio = useStudio();
  const { questions, steps } = useContent('contact');
  const { studio: image } = shownImages({ pictures: useContent('pictures') });
  return (
    <>
      <div className="grid gap-x-[6vw] gap-y-12 px-gutter pt-8 pb-band md:grid-cols-12 md:pt-14">
        <div className="md:col-span-5">
          <h1 className="text-hero">Contact</h1>
          <p className="mt-5 max-w-[34ch] text-lg text-mute">Tell us what you would like to remember, and when.</p>
          <address className="mt-8 flex flex-col items-start font-display text-title not-italic [overflow-wrap:anywhere] md:mt-12">
            <a href={`mailto:${studio.email}`} className={detail}>
              <span>
                <EmailAddress address={studio.email} />
              </span>
            </a>
            <a href={`tel:${studio.phone_link}`} className={detail}>
              {studio.phone}
            </a>
            <span className="py-1.5">{studio.city}</span>
          </address>
          {studio.hours && (
            <p dir="auto" className="mt-4 whitespace-pre-line text-mute">
              {studio.hours}
            </p>
          )}
        </div>
        <section
          aria-label="Write to us"
          className={`md:col-span-7 md:pt-4 ${steps.length > 0 ? 'md:row-span-2' : ''}`}
        >
          <ContactForm />
        </section>
        <NextSteps className="md:col-span-5" />
      </div>
      {questions.length > 0 && (
        <section aria-labelledby="questions" className="bg-petal px-gutter py-band">
          <div className="grid gap-x-[6vw] gap-y-8 md:grid-cols-12">
            <div className="md:col-span-5">
              <h2 id="questions" className="text-head">
                Questions, answered
              </h2>
              {image && (
                <SitePicture
                  image={image}
                  sizes="38vw"
                  className="mt-10 aspect-[4/3] w-full max-md:hidden md:sticky md:top-28"
                />
              )}
            </div>
            <QuestionList questions={questions} />
          </div>
        </section>
      )}
    </>
  );
}

const detail = 'text-link py-1.5';
