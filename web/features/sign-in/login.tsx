import { useStudio } from '../../ui/content.tsx';
import { ArrowRight } from '../../ui/icons.tsx';

const entriesFor = (studio: string) => [
  { href: '/client-login', name: 'Client', text: 'Your private gallery, your favorites and your quotes.' },
  { href: '/admin-login', name: 'Studio', text: `For the people of ${studio}.` },
];

/** The page 'Login': links to the two sign-in pages, for clients and for the studio. */
export function Component() {
  return (
    <div className="@container px-gutter pt-8 pb-band md:pt-14">
      <h1 className="text-hero">Login</h1>
      <ul className="mt-10 grid gap-4 @2xl:grid-cols-2 md:gap-6">
        {entriesFor(useStudio().name).map(({ href, name, text }, index) => (
          <li key={href}>
            <a
              href={href}
              className={`group flex min-h-56 flex-col justify-between p-7 md:min-h-[24rem] md:p-10 ${index === 0 ? 'on-photo bg-leaf text-paper hover:bg-leaf-deep' : 'bg-petal hover:bg-leaf-wash'}`}
            >
              <span className="flex items-start justify-between gap-4 font-display text-hero">
                {name}
                <ArrowRight className="mt-2 size-8 shrink-0 transition-[translate] motion-safe:group-hover:translate-x-1.5" />
              </span>
              <span className="max-w-[30ch] text-lg text-balance">{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
