import { priceText } from '#shared/website/website.ts';
import { useContent, useCurrency, useStudio } from '../../ui/content.tsx';
import { Invitation } from './invitation.tsx';
import { shownImages } from './site-images.ts';
import { SitePicture } from './site-picture.tsx';

export function Component() {
  const currency = useCurrency();
  const images = shownImages({ services: useContent('services'), pictures: useContent('pictures') });
  const { packages, add_ons } = useContent('sessions');
  const { city } = useStudio();
  return (
    <>
      <div className="px-gutter pt-8 pb-band md:pt-14">
        <h1 className="text-hero">Sessions</h1>
        <p className="mt-5 max-w-[44ch] text-lg text-mute">
          Ways to spend time in front of our camera in {city}, and what each of them holds.
        </p>
        <ul className="mt-10 grid gap-y-14 md:mt-16 md:gap-y-20">
          {packages.map((offer, index) => {
            const image = images.services[offer.service]?.[0] ?? images.studio;
            return (
              <li
                key={offer.slug}
                className="group grid gap-x-[6vw] gap-y-6 sm:grid-cols-2 lg:grid-cols-12 lg:items-center"
              >
                {image && (
                  <SitePicture
                    image={image}
                    priority={index === 0}
                    sizes="(min-width: 64rem) 54vw, (min-width: 40rem) 46vw, 94vw"
                    className="aspect-[3/2] w-full sm:aspect-[4/5] lg:col-span-7 lg:aspect-[3/2] lg:group-even:order-2"
                  />
                )}
                <div className="lg:col-span-5">
                  {offer.name && <h2 className="text-head">{offer.name}</h2>}
                  <p className="mt-3 font-display text-title">{priceText(offer, currency)}</p>
                  {offer.duration && (
                    <p dir="auto" className="mt-1 text-mute">
                      {offer.duration}
                    </p>
                  )}
                  <ul className="mt-6 grid gap-1.5 [overflow-wrap:anywhere]">
                    {offer.inclusions.map((inclusion) => (
                      <li dir="auto" key={inclusion} className="flex gap-3 before:text-leaf before:content-['—']">
                        {inclusion}
                      </li>
                    ))}
                  </ul>
                  <a
                    href={`/contact?package=${offer.slug}`}
                    className="btn mt-7 border border-ink hover:bg-ink hover:text-paper print:hidden"
                  >
                    Book<span className="sr-only"> {offer.name}</span>
                  </a>
                </div>
              </li>
            );
          })}
        </ul>
        {add_ons.length > 0 && (
          <section aria-labelledby="add-ons" className="mt-16 bg-petal px-6 py-9 md:mt-24 md:px-10">
            <h2 id="add-ons" className="text-title">
              Add-ons
            </h2>
            <ul className="mt-4">
              {add_ons.map((addOn) => (
                <li
                  key={addOn.name}
                  className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line py-4 first:border-t-0"
                >
                  <span>
                    <strong className="font-semibold">{addOn.name}</strong>
                    {addOn.detail && <span className="block text-sm text-mute">{addOn.detail}</span>}
                  </span>
                  <span className="font-display text-lg">{`+${priceText(addOn, currency)}`}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <Invitation question="Found the one that fits?" action="Book Your Session" />
    </>
  );
}
