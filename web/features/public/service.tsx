import { useLocation } from 'react-router-dom';
import { formatPrice } from '#shared/money/currency.ts';
import { type ServiceContent, servicePath } from '#shared/website/website.ts';
import { useContent, useCurrency, useStudio } from '../../ui/content.tsx';
import { ArrowRight } from '../../ui/icons.tsx';
import { MessageForm } from './message-form.tsx';
import { NextSteps } from './next-steps.tsx';
import { Paragraphs } from './paragraphs.tsx';
import { QuestionList } from './question-list.tsx';
import { libraryImage, type SiteImage } from './site-image.ts';
import { shownImages } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';
import { TestimonialList } from './testimonial-list.tsx';

/** The page of one service: its text, pictures, lowest price, questions, and the message form. */
export function Component() {
  const { pathname } = useLocation();
  const card = useContent('services').find(({ slug }) => servicePath(slug) === pathname);
  // The route exists only for filled pages, and their documents carry the service.
  if (!card) throw new Error(`The document of ${pathname} carries no service.`);
  return <ServicePage card={card} />;
}

function ServicePage({ card }: { card: ServiceContent }) {
  const { slug, name } = card;
  const { questions, pictures: ownPictures } = useContent('service_pages')[slug]!;
  const cardImages = shownImages({ services: [card], pictures: useContent('pictures') }).services[slug] ?? [];
  const chosenImages = ownPictures.flatMap(({ picture }) => (picture ? libraryImage(picture) : []));
  const testimonials = useContent('testimonials').filter(({ service }) => service === slug);
  const [firstImage, ...otherImages] = chosenImages.length > 0 ? chosenImages : cardImages;
  return (
    <>
      <Head slug={slug} name={name} image={firstImage} />
      {otherImages.length > 0 && <Pictures slug={slug} name={name} images={otherImages} />}
      {testimonials.length > 0 && (
        <section
          aria-labelledby="testimonials"
          className={`px-gutter pb-band ${otherImages.length > 0 ? '' : 'pt-8 md:pt-14'}`}
        >
          <h2 id="testimonials" className="text-head">
            In their words
          </h2>
          <div className="mt-10">
            <TestimonialList testimonials={testimonials} />
          </div>
        </section>
      )}
      {questions.length > 0 && (
        <section aria-labelledby="questions" className="bg-petal px-gutter py-band">
          <div className="grid gap-x-[6vw] gap-y-8 md:grid-cols-12">
            <h2 id="questions" className="text-head md:col-span-5">
              Questions, answered
            </h2>
            <QuestionList questions={questions} />
          </div>
        </section>
      )}
      <section
        id="write"
        aria-labelledby="write-to-us"
        className="grid gap-x-[6vw] gap-y-10 px-gutter py-band md:grid-cols-12"
      >
        <div className="md:col-span-5">
          <h2 id="write-to-us" className="text-head">
            Tell us what you have in mind.
          </h2>
        </div>
        <div className="md:col-span-7 md:row-span-2 md:pt-4">
          <MessageForm opening={`Hello, I am interested in: ${name}.\n\n`} />
        </div>
        <NextSteps className="md:col-span-5" />
      </section>
    </>
  );
}

function Head({ slug, name, image }: { slug: string; name: string; image: SiteImage | undefined }) {
  const currency = useCurrency();
  const { text, from_cents } = useContent('service_pages')[slug]!;
  const { city } = useStudio();
  return (
    <section className={`grid ${image ? 'md:min-h-[clamp(34rem,calc(100svh-5rem),58rem)] md:grid-cols-2' : ''}`}>
      <div className="order-2 flex flex-col justify-end px-gutter pt-7 pb-16 md:order-1 md:py-16 lg:pb-20">
        <h1 dir="auto" className="text-hero">
          {name}
        </h1>
        <p dir="auto" className="mt-3 text-mute">
          {city}
        </p>
        <Paragraphs text={text} className="mt-8 max-w-[33rem]" />
        {from_cents !== null && (
          <p className="mt-8 font-display text-title">{`From ${formatPrice(from_cents, currency)}`}</p>
        )}
        <p className="mt-7">
          <a href="#write" className="btn bg-leaf text-white hover:bg-leaf-deep">
            Ask about {name}
          </a>
        </p>
      </div>
      {image && (
        <div className="relative order-1 h-[max(46svh,50vw)] md:order-2 md:h-auto">
          <SitePicture
            image={image}
            sizes="(min-width: 48rem) 50vw, 100vw"
            priority
            className="absolute inset-0 size-full"
          />
        </div>
      )}
    </section>
  );
}

function Pictures({ slug, name, images }: { slug: string; name: string; images: SiteImage[] }) {
  return (
    <section aria-label={`${name}: photographs`} className="px-gutter pt-8 pb-band md:pt-14">
      <ul className="pictures">
        {images.map((image, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be in two places, and no place moves
          <li key={index}>
            <SitePicture image={image} sizes="(min-width: 48rem) 23vw, 47vw" className="w-full" />
          </li>
        ))}
      </ul>
      <a href={`/gallery#${slug}`} className="btn mt-6 border border-ink hover:bg-ink hover:text-paper">
        More in the gallery <ArrowRight className="size-5" />
      </a>
    </section>
  );
}
