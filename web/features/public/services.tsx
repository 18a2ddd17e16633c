import { Link } from 'react-router-dom';
import { addOns, packages, studio } from '#shared/studio.ts';
import { siteImages } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';

export function Component() {
  const { scrapbook, studio: fallback } = siteImages();
  const upright = scrapbook.filter((image) => image.height > image.width * 1.3);
  const [tall = fallback] = upright.toSorted((a, b) => b.width - a.width);
  return (
    <>
      <div className="grid gap-x-[6vw] px-gutter pt-8 pb-band md:grid-cols-12 md:pt-14">
        <div className="md:col-span-5">
          <h1 className="text-head md:text-hero">Sessions</h1>
          <p className="mt-5 max-w-[34ch] text-lg text-mute">
            Ways to spend time in front of our camera in {studio.city}, and what each of them holds.
          </p>
          <SitePicture
            image={tall}
            priority
            sizes="(min-width: 48rem) 38vw, 94vw"
            className="mt-10 aspect-square w-full object-[50%_20%] md:sticky md:top-28 md:mt-14 md:aspect-[4/5]"
          />
        </div>
        <div className="mt-12 md:col-span-7 md:mt-0">
          <ul>
            {packages.map((one) => (
              <li key={one.slug} className="border-t border-line py-9 first:border-t-0 md:py-11 md:first:pt-4">
                <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                  <h2 className="text-head">{one.name}</h2>
                  <p className="font-display text-title">{one.price}</p>
                </div>
                <p className="mt-1 text-mute">{one.duration}</p>
                <div className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-6">
                  <ul className="grid gap-1.5">
                    {one.inclusions.map((inclusion) => (
                      <li key={inclusion} className="flex gap-3 before:text-leaf before:content-['—']">
                        {inclusion}
                      </li>
                    ))}
                  </ul>
                  <Link
                    to={`/contact?package=${one.slug}`}
                    className="btn border border-ink hover:bg-ink hover:text-paper"
                  >
                    Book<span className="sr-only"> {one.name}</span>
                  </Link>
                </div>
              </li>
            ))}
          </ul>
          <section aria-labelledby="add-ons" className="mt-4 bg-petal px-6 py-9 md:px-10">
            <h2 id="add-ons" className="text-title">
              Add-ons
            </h2>
            <ul className="mt-4">
              {addOns.map((one) => (
                <li
                  key={one.name}
                  className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line py-4 first:border-t-0"
                >
                  <span>
                    <strong className="font-semibold">{one.name}</strong>
                    {one.detail && <span className="block text-sm text-mute">{one.detail}</span>}
                  </span>
                  <span className="font-display text-lg">{one.price}</span>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
      <section className="on-dark flex flex-wrap items-center justify-between gap-8 bg-leaf px-gutter py-16 text-paper md:py-20">
        <h2 className="text-head">Found the one that fits?</h2>
        <Link to="/contact" className="btn bg-paper text-ink hover:bg-white">
          Book Your Session
        </Link>
      </section>
    </>
  );
}
