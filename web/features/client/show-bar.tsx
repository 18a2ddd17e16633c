import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { inThousands } from '../../photos/in-words.ts';
import { Download, Star } from '../../ui/icons.tsx';
import { DownloadAll } from './download-all.tsx';

/** Stays at the top of the gallery: what is shown and how much there is of each, and the way to downloads. */
export function ShowBar({
  all,
  favorites,
  favoritesOnly,
  onChange,
}: {
  all: number;
  favorites: number;
  favoritesOnly: boolean;
  onChange: (favoritesOnly: boolean) => void;
}) {
  return (
    <fieldset
      aria-label="Show"
      className="sticky top-14 z-20 -mx-4 mt-6 flex flex-wrap items-center gap-x-2 border-y border-line bg-white px-4 py-1.5 md:-mx-8 md:px-8 lg:top-0"
    >
      <Choice pressed={!favoritesOnly} onPress={() => onChange(false)}>
        All <Count>{all}</Count>
      </Choice>
      <Choice pressed={favoritesOnly} onPress={() => onChange(true)}>
        <Star filled className={`size-4 ${favoritesOnly ? 'text-brass-bright' : 'text-brass'}`} />
        Favorites <Count>{favorites}</Count>
      </Choice>
      <div className="ml-auto">
        {favoritesOnly ? (
          favorites > 0 && <DownloadAll request={{ kind: 'favorites' }} label="Download all favorites" compact />
        ) : (
          <Link
            to="/dashboard/downloads"
            className="inline-flex min-h-11 items-center gap-2 text-sm font-semibold underline decoration-line decoration-2 underline-offset-6 hover:decoration-leaf"
          >
            <Download className="size-5" />
            <span className="max-[24rem]:sr-only">Downloads</span>
          </Link>
        )}
      </div>
    </fieldset>
  );
}

const Count = ({ children }: { children: number }) => <span className="tabular-nums">{inThousands(children)}</span>;

function Choice({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={`inline-flex min-h-11 items-center gap-1.5 rounded-full px-4 text-sm font-semibold ${pressed ? 'bg-leaf text-white' : 'text-mute hover:text-ink'}`}
    >
      {children}
    </button>
  );
}
