import { type CSSProperties, type MouseEvent, useCallback, useEffect, useMemo, useState } from 'react';
import type { Portfolio } from '#shared/contract/photos.ts';
import { portfolioPath, type Variant, variantSize } from '#shared/media.ts';
import { serviceCards, studio } from '#shared/studio.ts';
import { Lightbox, type Slide } from './lightbox.tsx';
import { largest, type SiteImage, type SiteImages, siteImages, tint } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';

type FeaturedPhoto = Portfolio['categories'][number]['photos'][number];
type Picture = { kind: 'built-in'; image: SiteImage } | { kind: 'featured'; photo: FeaturedPhoto; alt: string };
interface Category {
  slug: string;
  name: string;
  pictures: Picture[];
}

/** So many pictures are fetched before anything else's: what a phone shows of the first row. */
const firstPictures = 2;

/** The studio's public gallery: what it featured, and until there is anything, the pictures built into the site. */
export function Component() {
  const [portfolio, load] = usePortfolio();
  const categories = useMemo(
    () => (portfolio.state === 'featured' ? portfolio.categories : builtIn(siteImages())),
    [portfolio],
  );
  const slides = useMemo(
    () => categories.flatMap((category) => category.pictures.map((picture) => slideOf(picture, category.name))),
    [categories],
  );
  /** What the lightbox goes through, and where it is. It keeps its slides when others arrive while it is open. */
  const [shown, setShown] = useState<{ slides: Slide[]; index: number } | null>(null);

  // Without script, or with a modifier key, the link opens the picture by itself.
  const open = (event: MouseEvent, index: number) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setShown({ slides, index });
  };

  let index = 0;
  return (
    <div className="px-gutter pt-8 pb-band md:pt-14">
      <h1 className="text-head md:text-hero">Gallery</h1>
      <nav aria-label="Categories" className="mt-6 md:mt-8">
        <ul className="flex flex-wrap gap-x-6">
          {categories.map(({ slug, name }) => (
            <li key={slug}>
              <a href={`#${slug}`} className="site-link text-sm">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {categories.map((category) => (
        <section
          key={category.slug}
          id={category.slug}
          aria-labelledby={`${category.slug}-name`}
          className="mt-12 scroll-mt-24 md:mt-20 md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:gap-x-8 lg:grid-cols-[16rem_minmax(0,1fr)]"
        >
          <h2 id={`${category.slug}-name`} className="mb-4 self-start text-title md:sticky md:top-28">
            {category.name}
          </h2>
          <ul className="wall">
            {category.pictures.map((picture) => {
              const at = index++;
              return (
                <li key={keyOf(picture)} {...proportions(picture)}>
                  <a
                    href={slides[at]?.src}
                    onClick={(event) => open(event, at)}
                    className="on-photo block focus-visible:relative focus-visible:z-10"
                  >
                    <Thumbnail picture={picture} first={at < firstPictures} />
                  </a>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {portfolio.state === 'failed' && (
        <p role="status" className="mt-16 flex flex-wrap items-center gap-4 text-mute">
          The newest photographs could not be loaded.
          <button type="button" onClick={load} className="btn border border-edge">
            Try again
          </button>
        </p>
      )}
      <Lightbox
        slides={shown?.slides ?? []}
        shown={shown?.index ?? null}
        onShow={(index) => setShown(shown && { ...shown, index })}
        onClose={() => setShown(null)}
      />
    </div>
  );
}

function Thumbnail({ picture, first }: { picture: Picture; first: boolean }) {
  if (picture.kind === 'built-in') {
    return <SitePicture image={picture.image} priority={first} sizes="(min-width: 48rem) 34vw, 80vw" />;
  }
  const { photo, alt } = picture;
  const source = (variant: Variant) =>
    `${portfolioPath(photo.portfolio_key, variant)} ${variantSize(photo, variant).width}w`;
  return (
    <img
      src={portfolioPath(photo.portfolio_key, 'small')}
      srcSet={`${source('small')}, ${source('medium')}`}
      sizes="(min-width: 48rem) 34vw, 80vw"
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      className="bg-petal"
    />
  );
}

/** What `.wall` asks of its pictures. A featured one is never in the prerendered page, where no style may stand. */
const proportions = (picture: Picture): { className?: string; style?: CSSProperties } =>
  picture.kind === 'built-in'
    ? { className: tint(picture.image) }
    : { style: { '--ratio': picture.photo.width / picture.photo.height } as CSSProperties };

const keyOf = (picture: Picture) => (picture.kind === 'built-in' ? picture.image.key : picture.photo.portfolio_key);

function slideOf(picture: Picture, category: string): Slide {
  if (picture.kind === 'featured') {
    return { src: portfolioPath(picture.photo.portfolio_key, 'large'), alt: picture.alt, caption: category };
  }
  return { src: largest(picture.image), alt: picture.image.alt, caption: category };
}

const builtIn = (images: SiteImages): Category[] =>
  serviceCards.map(({ slug, name }) => ({
    slug,
    name,
    pictures: (images.services[slug] ?? []).map((image) => ({ kind: 'built-in', image })),
  }));

type Loaded = { state: 'waiting' | 'failed' } | { state: 'featured'; categories: Category[] };

function usePortfolio(): [Loaded, () => void] {
  const [loaded, setLoaded] = useState<Loaded>({ state: 'waiting' });
  const load = useCallback(async () => {
    try {
      const answer = await fetch('/api/public/portfolio');
      if (!answer.ok) throw new Error(`The portfolio answered ${answer.status}.`);
      const categories = featured((await answer.json()) as Portfolio);
      setLoaded(categories.length > 0 ? { state: 'featured', categories } : { state: 'waiting' });
    } catch {
      setLoaded({ state: 'failed' });
    }
  }, []);
  useEffect(() => {
    void load();
  }, [load]);
  return [loaded, load];
}

/** In the order of the service cards. What a featured photo shows nobody wrote down, so its name is its category. */
const featured = ({ categories }: Portfolio): Category[] =>
  serviceCards.flatMap(({ slug, name }) => {
    const photos = categories.find((category) => category.slug === slug)?.photos ?? [];
    if (photos.length === 0) return [];
    const pictures = photos.map((photo, index) => ({
      kind: 'featured' as const,
      photo,
      alt: `${name}, photograph ${index + 1} by ${studio.name}`,
    }));
    return [{ slug, name, pictures }];
  });
