import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { serviceCards, studio } from '#shared/studio.ts';
import { ArrowRight } from '../../ui/icons.tsx';
import { heroSizes, type SiteImage, siteImages } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';

export function Component() {
  const images = siteImages();
  return (
    <>
      <Hero image={images.hero} />
      <Scrapbook prints={images.scrapbook} />
      <Services images={images.services} />
      <Invitation image={images.studio} />
    </>
  );
}

function Hero({ image }: { image: SiteImage }) {
  const words = studio.hero.headline.split(' ');
  return (
    <section className="grid md:min-h-[clamp(34rem,calc(100svh-5rem),58rem)] md:grid-cols-2">
      <div className="order-2 flex flex-col justify-end px-gutter pt-7 pb-16 md:order-1 md:py-16 lg:pb-20">
        <h1 className="text-hero">
          {words.slice(0, -2).join(' ')} <em className="md:block">{words.slice(-2).join(' ')}</em>
        </h1>
        <p className="mt-5 max-w-[33rem] text-lg text-mute md:mt-10">{studio.hero.text}</p>
        <p className="mt-7 md:mt-8">
          <Link to="/services" className="btn bg-leaf text-white hover:bg-leaf-deep">
            {studio.hero.action}
          </Link>
        </p>
      </div>
      {/* The words decide how high the section is, never the picture. */}
      <div className="relative order-1 h-[46svh] min-h-72 md:order-2 md:h-auto">
        <SitePicture image={image} sizes={heroSizes} priority className="absolute inset-0 size-full object-[50%_35%]" />
      </div>
    </section>
  );
}

/** Columns of 12 on phones and of 24 above that each print takes: see `.book` in site.css, which lays them out. */
const spans = [
  [7, 8],
  [5, 10],
  [5, 6],
  [7, 7],
  [5, 6],
  [12, 8],
  [5, 6],
  [6, 6],
  [6, 7],
  [8, 8],
  [11, 14],
] as const;

function Scrapbook({ prints }: { prints: SiteImage[] }) {
  const book = useRef<HTMLUListElement>(null);
  useEffect(() => (book.current ? revealOnScroll(book.current) : undefined), []);
  return (
    <section aria-labelledby="scrapbook" className="bg-petal px-gutter py-band">
      <h2 id="scrapbook" className="mx-auto max-w-[18ch] text-center text-head">
        {studio.tagline}
      </h2>
      <div className="@container mt-14 md:mt-20">
        <ul ref={book} className="book">
          {prints.map((image, index) => {
            const [phone, wide] = spans[index] ?? [6, 6];
            return (
              <li key={image.key}>
                <span className="print">
                  <SitePicture
                    image={image}
                    sizes={`(min-width: 48rem) ${wide * 4}vw, ${phone * 8}vw`}
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

/** Marks each print as seen when it comes into view; site.css fades it in then. What is in view already just stays. */
function revealOnScroll(book: HTMLUListElement): () => void {
  const prints = [...book.children];
  for (const print of prints) {
    if (print.getBoundingClientRect().top < innerHeight) print.setAttribute('data-seen', '');
  }
  book.setAttribute('data-watched', '');
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
}

/** Three rows of an album page: in each, one picture takes half of the width. */
const wideCards = [0, 5, 7];

function Services({ images }: { images: Record<string, SiteImage[]> }) {
  return (
    <section aria-labelledby="services" className="px-gutter py-band">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 id="services" className="text-head">
          What we photograph
        </h2>
        <Link to="/gallery" className="btn border border-ink hover:bg-ink hover:text-paper">
          See the gallery
        </Link>
      </div>
      <ul className="mt-10 grid grid-cols-2 gap-x-3 gap-y-10 md:mt-14 md:grid-cols-12 md:gap-x-6 md:gap-y-16">
        {serviceCards.map((card, index) => {
          const wide = wideCards.includes(index);
          const image = images[card.slug]?.[0];
          return (
            <li
              key={card.slug}
              className={`group relative ${index === 0 ? 'col-span-2' : ''} ${wide ? 'md:col-span-6' : 'md:col-span-3'}`}
            >
              {image && (
                <div className="overflow-hidden">
                  <SitePicture
                    image={image}
                    alt=""
                    sizes={wide ? '(min-width: 48rem) 47vw, 94vw' : '(min-width: 48rem) 23vw, 47vw'}
                    className={`w-full ${wide ? 'object-[50%_15%]' : 'object-[50%_25%]'} transition-[scale] duration-700 ease-out-soft motion-safe:group-hover:scale-[1.03] ${index === 0 ? 'h-[62vw]' : 'h-[58vw]'} md:h-[clamp(18rem,30vw,30rem)]`}
                  />
                </div>
              )}
              <h3 className="mt-4 text-title">
                <Link to={`/gallery#${card.slug}`} className="after:absolute after:inset-0">
                  {card.name}
                </Link>
              </h3>
              <p className="mt-1 text-sm text-mute">{card.text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Invitation({ image }: { image: SiteImage }) {
  return (
    <section className="grid bg-leaf-wash md:grid-cols-2">
      <SitePicture
        image={image}
        sizes="(min-width: 48rem) 50vw, 100vw"
        className="h-[70vw] w-full md:h-[clamp(26rem,42vw,42rem)]"
      />
      <div className="flex flex-col items-start justify-center gap-6 px-gutter py-16">
        <h2 className="text-head">Tell us what you have in mind.</h2>
        <p className="max-w-[34ch] text-lg text-leaf-deep">
          An occasion, a place, the people in it: a few words are enough to begin.
        </p>
        <Link to="/contact" className="btn bg-leaf text-white hover:bg-leaf-deep">
          Write to us <ArrowRight className="size-5" />
        </Link>
      </div>
    </section>
  );
}
