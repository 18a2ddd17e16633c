import { type RefObject, useEffect, useRef } from 'react';
import { servicePath } from '#shared/website/website.ts';
import { useContent, useFilledPages } from '../../ui/content.tsx';
import { ArrowRight } from '../../ui/icons.tsx';
import type { SiteImage } from './site-image.ts';
import { heroSizes, shownImages } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';

export function Component() {
  const [home, services, pictures] = [useContent('home'), useContent('services'), useContent('pictures')];
  const images = shownImages({ home, services, pictures });
  return (
    <>
      <Hero image={images.hero} />
      {images.scrapbook.length > 0 && <Scrapbook prints={images.scrapbook} />}
      <Services images={images.services} />
      <ContactInvitation image={images.studio} />
    </>
  );
}

function Hero({ image }: { image: SiteImage | undefined }) {
  const { headline, text, action } = useContent('home');
  const headlineWords = headline.split(' ');
  return (
    <section className={`grid ${image ? 'md:min-h-[clamp(34rem,calc(100svh-5rem),58rem)] md:grid-cols-2' : ''}`}>
      <div className="order-2 flex flex-col justify-end px-gutter pt-7 pb-16 md:order-1 md:py-16 lg:pb-20">
        <h1 dir="auto" className="text-hero">
          {headlineWords.slice(0, -2).join(' ')} <em className="md:block">{headlineWords.slice(-2).join(' ')}</em>
        </h1>
        <p dir="auto" className="mt-5 max-w-[33rem] text-lg text-mute md:mt-10">
          {text}
        </p>
        <p className="mt-7 md:mt-8">
          <a href="/services" className="btn bg-leaf text-white hover:bg-leaf-deep">
            {action}
          </a>
        </p>
      </div>
      {/* Positioned absolutely: the text determines the section's height. */}
      {image && (
        <div className="relative order-1 h-[max(46svh,50vw)] md:order-2 md:h-auto">
          <SitePicture image={image} sizes={heroSizes} priority className="absolute inset-0 size-full" />
        </div>
      )}
    </section>
  );
}

/**
 * Each print's width in columns (of 12 on phones, of 24 above) and its frame's width ÷ height; must match `.book` in
 * site.css.
 */
const spans = [
  [7, 8, 8 / 10],
  [5, 10, 10 / 7],
  [5, 6, 1],
  [7, 7, 7 / 9],
  [5, 6, 1],
  [12, 8, 8 / 5],
  [5, 6, 1],
  [6, 6, 6 / 8],
  [6, 7, 7 / 9],
  [8, 8, 8 / 7],
  [11, 14, 14 / 8],
] as const;

function Scrapbook({ prints }: { prints: SiteImage[] }) {
  const { tagline } = useContent('home');
  const book = useRef<HTMLUListElement>(null);
  useRevealOnScroll(book);
  return (
    <section aria-labelledby="scrapbook" className="bg-petal px-gutter py-band">
      <h2 dir="auto" id="scrapbook" className="mx-auto max-w-[18ch] text-center text-head">
        {tagline}
      </h2>
      <div className="@container mt-14 md:mt-20">
        <ul ref={book} className="book">
          {prints.map((image, index) => {
            const [phone, wide, frame] = spans[index] ?? [6, 6, 1];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be in two places, and no place moves
              <li key={index}>
                <span className="print">
                  <SitePicture
                    image={image}
                    sizes={`(min-width: 48rem) ${wide * 4}vw, ${phone * 8}vw`}
                    frame={frame}
                    className="size-full"
                  />
                </span>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

/**
 * Fades each print in when it enters the viewport, in browsers without scroll timelines (site.css). Prints that are
 * already visible stay unchanged.
 */
function useRevealOnScroll(list: RefObject<HTMLUListElement | null>): void {
  useEffect(() => {
    if (!list.current || CSS.supports('animation-timeline: view()')) return;
    const prints = [...list.current.children];
    for (const print of prints) {
      if (print.getBoundingClientRect().top < innerHeight) print.setAttribute('data-seen', '');
    }
    list.current.setAttribute('data-watched', '');
    const watch = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          if (!entry.isIntersecting) continue;
          entry.target.setAttribute('data-seen', '');
          watch.unobserve(entry.target);
        }
      },
      { rootMargin: '0px 0px -8%' },
    );
    for (const print of prints) watch.observe(print);
    return () => watch.disconnect();
  }, [list]);
}

/** Indexes of the cards that take half of the width; one per row of three. */
const wideCards = [0, 5, 7];

function Services({ images }: { images: Record<string, SiteImage[]> }) {
  const services = useContent('services');
  const pages = useFilledPages();
  const pathOf = (slug: string) =>
    pages.some(({ path }) => path === servicePath(slug)) ? servicePath(slug) : `/gallery#${slug}`;
  const hasPictures = services.some(({ slug }) => images[slug]?.length);
  return (
    // A container is measured in the size of the person's text: the larger it is, the fewer cards are beside each other.
    <section aria-labelledby="services" className="@container">
      <div className="px-gutter py-band">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <h2 id="services" className="text-head">
            What we photograph
          </h2>
          <a href="/gallery" className="btn border border-ink hover:bg-ink hover:text-paper">
            See the gallery
          </a>
        </div>
        <ul className="mt-10 grid gap-x-3 gap-y-10 @xs:grid-cols-2 @3xl:mt-14 @3xl:grid-cols-12 @3xl:gap-x-6 @3xl:gap-y-16">
          {services.map((card, index) => (
            <ServiceCard
              key={card.slug}
              card={card}
              path={pathOf(card.slug)}
              image={images[card.slug]?.[0]}
              isFirst={index === 0}
              isWide={hasPictures && wideCards.includes(index)}
              hasPictures={hasPictures}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

function ServiceCard({
  card,
  path,
  image,
  isFirst,
  isWide,
  hasPictures,
}: {
  card: { name: string; text: string };
  path: string;
  image: SiteImage | undefined;
  isFirst: boolean;
  isWide: boolean;
  /** Whether any card has a picture. */
  hasPictures: boolean;
}) {
  const link = (
    <a href={path} className="after:absolute after:inset-0">
      {card.name}
    </a>
  );
  return (
    // Subgrid rows: the first row has the pictures, and the upright pictures set its height; the second row has the texts.
    <li
      className={`group relative @3xl:row-span-2 @3xl:grid @3xl:grid-rows-subgrid @3xl:gap-y-0 ${isFirst ? '@xs:col-span-2' : ''} ${isWide ? '@3xl:col-span-6' : hasPictures ? '@3xl:col-span-3' : '@3xl:col-span-4'}`}
    >
      {image ? (
        <>
          <div
            className={`relative overflow-hidden ${isFirst ? 'aspect-[3/2]' : 'aspect-[4/5]'} ${isWide ? '@3xl:aspect-auto' : '@3xl:aspect-[3/4]'}`}
          >
            <SitePicture
              image={image}
              alt=""
              sizes={isWide ? '(min-width: 48rem) 47vw, 94vw' : '(min-width: 48rem) 23vw, 47vw'}
              frame={isWide ? 1.5 : 0.75}
              className="absolute inset-0 size-full transition-[scale] duration-700 ease-out-soft motion-safe:group-hover:scale-[1.03]"
            />
          </div>
          <div className="mt-4">
            <h3 className="text-title">{link}</h3>
            <p dir="auto" className="mt-1 text-sm text-mute">
              {card.text}
            </p>
          </div>
        </>
      ) : (
        // A card without a picture shows its text large, where other cards have their picture.
        <div
          className={
            hasPictures
              ? `on-dark flex h-full min-h-64 flex-col justify-between gap-6 bg-leaf p-5 text-paper transition-colors group-hover:bg-leaf-deep @3xl:row-span-2 ${isWide ? '@3xl:p-7' : ''}`
              : 'h-full border-t border-line pt-4 @3xl:row-span-2'
          }
        >
          {/* A narrow card has no room for one long word in the larger letters. */}
          <h3
            className={`text-title [overflow-wrap:anywhere] @3xl:italic ${isWide || !hasPictures ? '@3xl:text-head' : ''}`}
          >
            {link}
          </h3>
          <p dir="auto" className="mt-1 text-sm [overflow-wrap:anywhere]">
            {card.text}
          </p>
        </div>
      )}
    </li>
  );
}

function ContactInvitation({ image }: { image: SiteImage | undefined }) {
  return (
    <section className={`grid bg-leaf-wash ${image ? 'md:grid-cols-2' : ''}`}>
      {image && <SitePicture image={image} sizes="(min-width: 48rem) 50vw, 100vw" className="aspect-[4/3] w-full" />}
      <div className="flex flex-col items-start justify-center gap-6 px-gutter py-16">
        <h2 className="text-head">Tell us what you have in mind.</h2>
        <p className="max-w-[34ch] text-lg text-leaf-deep">
          An occasion, a place, the people in it: a few words are enough to begin.
        </p>
        <a href="/contact" className="btn bg-leaf text-white hover:bg-leaf-deep">
          Write to us <ArrowRight className="size-5" />
        </a>
      </div>
    </section>
  );
}
