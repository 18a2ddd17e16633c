import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '#shared/text/format-count.ts';
import { Download, Star } from '../../../ui/icons.tsx';
import { DownloadAll } from '../downloads/download-all.tsx';

/**
 * The sticky bar of the gallery: all photos or favorites, with their numbers, and the link to downloads. On phones it
 * replaces the header while the page is scrolled.
 */
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
    <div className="sticky top-0 z-40 -mx-4 mt-3 border-y border-line bg-white px-4 low:mt-2 md:-mx-8 md:px-8 print:hidden">
      <fieldset aria-label="Show" className="flex flex-wrap items-center gap-x-2 py-1.5 low:py-0">
        <Choice pressed={!favoritesOnly} onPress={() => onChange(false)}>
          All <Count>{all}</Count>
        </Choice>
        <Choice pressed={favoritesOnly} onPress={() => onChange(true)}>
          <Star filled className={`size-4 ${favoritesOnly ? 'text-brass-bright' : 'text-brass'}`} />
          Favorites <Count>{favorites}</Count>
        </Choice>
        <div className="ml-auto">
          {favoritesOnly ? (
            favorites > 0 && (
              <DownloadAll scope={{ kind: 'favorites' }} label="Download all favorites" detail="My Favorites" compact />
            )
          ) : (
            <Link to="/dashboard/downloads" className="text-link gap-2 text-sm font-semibold">
              <Download className="size-5" />
              <span className="max-[24rem]:sr-only">Downloads</span>
            </Link>
          )}
        </div>
      </fieldset>
    </div>
  );
}

const Count = ({ children }: { children: number }) => <span className="tabular-nums">{formatCount(children)}</span>;

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
