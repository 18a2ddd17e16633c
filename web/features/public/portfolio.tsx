import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Portfolio } from '#shared/contract/photos/portfolio.ts';
import { portfolioPath, type Variant, variantSize } from '#shared/photos/media.ts';
import type { ServiceContent } from '#shared/website/website.ts';
import { patientFetch } from '../../lib/query/patience.ts';
import { useContent, useStudio } from '../../ui/content.tsx';
import { ChevronLeft, ChevronRight, Close } from '../../ui/icons.tsx';
import { KeepFocus } from '../../ui/navigation/keep-focus.tsx';
import { keepScroll, overPage } from '../../ui/navigation/restore-scroll.ts';
import { Invitation } from './invitation.tsx';
import { Lightbox } from './lightbox.tsx';
import { fragmentOf, PhotoView, type Slide, viewButton, viewSide } from './photo-view.tsx';
import { wallProperties } from './rows.ts';
import { largest, type SiteImage, slideId, tint } from './site-image.ts';
import { type ShownImages, shownImages } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';

type FeaturedPhoto = Portfolio['categories'][number]['photos'][number];
type Picture = { kind: 'own'; image: SiteImage } | { kind: 'featured'; photo: FeaturedPhoto; alt: string };
interface Category {
  slug: string;
  name: string;
  pictures: Picture[];
}

/** The number of eagerly loaded pictures: a phone's first row. */
const firstPictures = 2;

/**
 * The public gallery. Each category shows its featured photos, or its own pictures while it has no featured photos. A
 * category with neither is left out.
 */
export function Component() {
  const [services, pictures] = [useContent('services'), useContent('pictures')];
  const { name: photographer } = useStudio();
  const [portfolio, load] = usePortfolio();
  const categories = useMemo(
    () => categoriesOf(services, shownImages({ services, pictures }), portfolio.categories, photographer),
    [portfolio, services, pictures, photographer],
  );
  useLateCategory(categories);
  const slides = useMemo(
    () => categories.flatMap((category) => category.pictures.map((picture) => slideOf(picture, category))),
    [categories],
  );
  const lightbox = useLightbox(slides);

  let index = 0;
  return (
    <>
      <div className="px-gutter pt-8 pb-band md:pt-14">
        <h1 className="text-hero">Gallery</h1>
        {categories.length > 0 && (
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
        )}
        {categories.length === 0 && portfolio.isFailed === false && (
          <p className="mt-6 text-mute">Photographs will be here soon.</p>
        )}
        {categories.map((category) => (
          <section
            key={category.slug}
            id={category.slug}
            aria-labelledby={`${category.slug}-name`}
            className="mt-12 scroll-mt-24 md:mt-20 md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:gap-x-8 lg:grid-cols-[16rem_minmax(0,1fr)]"
          >
            <h2 dir="auto" id={`${category.slug}-name`} className="mb-4 self-start text-title md:sticky md:top-28">
              {category.name}
            </h2>
            <ul className="wall">
              {category.pictures.map((picture, position) => {
                const slideIndex = index++;
                const slide = slides[slideIndex];
                return (
                  <li key={keyOf(picture, category)} {...layoutsOf(category)[position]}>
                    <Link
                      to={slide ? `#${fragmentOf(slide)}` : ''}
                      state={openedHere}
                      className="on-photo block focus-visible:relative focus-visible:z-10"
                    >
                      <Thumbnail picture={picture} first={slideIndex < firstPictures} />
                    </Link>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
        <KeepFocus>
          {portfolio.isFailed && (
            <p role="status" className="mt-16 flex flex-wrap items-center gap-4 text-mute">
              The newest photographs could not be loaded.
              <button type="button" onClick={load} className="btn border border-edge">
                Try again
              </button>
            </p>
          )}
        </KeepFocus>
      </div>
      <Invitation question="Shall we make yours?" action="Book Your Session" />
      {lightbox.hydrated ? <Lightbox {...lightbox.props} /> : <ViewsWithoutScript slides={slides} />}
    </>
  );
}

/** The location state after a click on a thumbnail: closing then navigates back. */
const openedHere = { ...overPage, openedHere: true };

/**
 * Returns the state of the lightbox, which shows the photo of the URL's fragment. While open, it stays on its slides
 * when the featured photos arrive. `hydrated` is false during prerendering and until hydration.
 */
function useLightbox(slides: Slide[]) {
  const { hash, pathname, state } = useLocation();
  const navigate = useNavigate();
  const [hydrated, setHydrated] = useState(false);
  const [openSlides, setOpenSlides] = useState<Slide[]>([]);
  useEffect(() => setHydrated(true), []);

  const indexIn = (list: Slide[]) => list.findIndex((slide) => `#${fragmentOf(slide)}` === hash);
  const shownSlides = indexIn(openSlides) >= 0 ? openSlides : slides;
  const index = indexIn(shownSlides);
  if (index >= 0 && openSlides !== shownSlides) setOpenSlides(shownSlides);
  if (index < 0 && openSlides.length > 0 && !hash.startsWith('#photo-')) setOpenSlides([]);

  return {
    hydrated,
    props: {
      slides: shownSlides,
      shown: index >= 0 ? index : null,
      onShow: (next: number) => {
        const slide = shownSlides[next];
        if (slide) navigate(`#${fragmentOf(slide)}`, { replace: true, state: { ...overPage, ...state } });
      },
      onClose: () => {
        if (index < 0) return;
        if (state?.openedHere) navigate(-1);
        else navigate(pathname, { replace: true, state: keepScroll });
      },
    },
  };
}

/** The targets of the thumbnails' links before hydration and without JavaScript; site.css shows the `:target`. */
const ViewsWithoutScript = ({ slides }: { slides: Slide[] }) =>
  slides.map((slide, index) => {
    const link = (step: number) => `#${fragmentOf(slides.at((index + step) % slides.length) ?? slide)}`;
    return (
      <section key={slide.id} id={fragmentOf(slide)} aria-label="Photograph" className="photo-view on-dark">
        <PhotoView
          slide={slide}
          position={`${index + 1} / ${slides.length}`}
          lazy
          close={
            <a href={`#${slide.category}`} className={viewButton}>
              <Close className="size-7" />
              <span className="sr-only">Back to the gallery</span>
            </a>
          }
          sides={
            <>
              <a href={link(-1)} className={`${viewButton} ${viewSide} md:left-4`}>
                <ChevronLeft className="size-8" />
                <span className="sr-only">Previous photograph</span>
              </a>
              <a href={link(1)} className={`${viewButton} ${viewSide} md:right-4`}>
                <ChevronRight className="size-8" />
                <span className="sr-only">Next photograph</span>
              </a>
            </>
          }
        />
      </section>
    );
  });

function Thumbnail({ picture, first }: { picture: Picture; first: boolean }) {
  if (picture.kind === 'own') {
    return <SitePicture image={picture.image} priority={first} sizes="(min-width: 48rem) 30vw, 80vw" />;
  }
  const { photo, alt } = picture;
  const source = (variant: Variant) =>
    `${portfolioPath(photo.portfolio_key, variant)} ${variantSize(photo, variant).width}w`;
  return (
    <img
      src={portfolioPath(photo.portfolio_key, 'small')}
      srcSet={`${source('small')}, ${source('medium')}`}
      sizes="(min-width: 48rem) 30vw, 80vw"
      alt={alt}
      width={photo.width}
      height={photo.height}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
      className="bg-petal"
    />
  );
}

/**
 * Returns the class or style with each picture's layout in `.wall`. Only featured photos have style attributes,
 * because they are never prerendered.
 */
function layoutsOf(category: Category): { className?: string; style?: CSSProperties }[] {
  const properties = wallProperties(
    category.pictures.map((picture) => {
      const { width, height } = picture.kind === 'own' ? picture.image : picture.photo;
      return width / height;
    }),
  );
  return category.pictures.map((picture, index) =>
    picture.kind === 'own' ? { className: wallClass(picture.image) } : { style: properties[index] as CSSProperties },
  );
}

/**
 * Returns the class of an image in `.wall`. Only images of the build have a computed layout; a picture of the library
 * is alone in its category.
 */
function wallClass(image: SiteImage): string {
  if (image.from !== 'library') return tint(image);
  return image.width < image.height ? 'alone tall' : 'alone';
}

const keyOf = (picture: Picture, { slug }: Category) =>
  picture.kind === 'own' ? slideId(picture.image, slug) : picture.photo.portfolio_key;

function slideOf(picture: Picture, category: Category): Slide {
  const slide = { id: keyOf(picture, category), caption: category.name, category: category.slug };
  return picture.kind === 'featured'
    ? { ...slide, src: portfolioPath(picture.photo.portfolio_key, 'large'), alt: picture.alt }
    : { ...slide, src: largest(picture.image), alt: picture.image.alt };
}

/**
 * Returns the categories that have pictures, in the order of the service cards. A featured photo has no description,
 * so its alt text uses the category's name.
 */
const categoriesOf = (
  services: ServiceContent[],
  ownImages: ShownImages,
  featured: Portfolio['categories'],
  photographer: string,
): Category[] =>
  services.flatMap(({ slug, name }) => {
    const photos = featured.find((category) => category.slug === slug)?.photos ?? [];
    const pictures: Picture[] =
      photos.length > 0
        ? photos.map((photo, index) => ({
            kind: 'featured',
            photo,
            alt: `${name}, photograph ${index + 1} by ${photographer}`,
          }))
        : (ownImages.services[slug] ?? []).map((image) => ({ kind: 'own', image }));
    return pictures.length > 0 ? [{ slug, name, pictures }] : [];
  });

/**
 * Scrolls to the category of the URL's fragment if the category appears with the featured photos, after the page was
 * opened.
 */
function useLateCategory(categories: Category[]): void {
  const { hash } = useLocation();
  const isShown = categories.some(({ slug }) => `#${slug}` === hash);
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (isShown && !wasShown.current && scrollY === 0) document.getElementById(hash.slice(1))?.scrollIntoView();
    wasShown.current = isShown;
  }, [isShown, hash]);
}

interface Loaded {
  /** Missing until they were loaded or have failed. */
  isFailed?: boolean;
  categories: Portfolio['categories'];
}

/** Returns the featured photos, none until they are loaded, and the function that loads them again. */
function usePortfolio(): [Loaded, () => void] {
  const [loaded, setLoaded] = useState<Loaded>({ categories: [] });
  const load = useCallback(async () => {
    try {
      const answer = await patientFetch('/api/public/portfolio');
      if (!answer.ok) throw new Error(`GET /api/public/portfolio responded ${answer.status}.`);
      const { categories } = (await answer.json()) as Portfolio;
      setLoaded({ isFailed: false, categories });
    } catch {
      setLoaded({ isFailed: true, categories: [] });
    }
  }, []);
  useEffect(() => {
    void load();
  }, [load]);
  return [loaded, load];
}
