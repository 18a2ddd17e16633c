import type { ReactNode } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { Cover } from './image/cover.tsx';
import { isUpright, sessionCoverSizes } from './image/image-sources.ts';

/**
 * The head of a session's page: the name on one side, the cover on the other; on upright phones one below the other.
 * @param above left of the cover; not shown on phones
 * @param facts the line above the name
 */
export function SessionHead({
  name,
  cover,
  above,
  facts,
  children,
}: {
  name: string;
  cover: GalleryPhoto | undefined;
  above: ReactNode;
  facts: ReactNode;
  children: ReactNode;
}) {
  return (
    <header
      data-upright={cover && isUpright(cover) ? '' : undefined}
      className="group/head grid beside:min-h-[clamp(20rem,28vw,44rem)] beside:grid-cols-[4fr_5fr] beside:data-upright:grid-cols-[3fr_2fr] low:beside:min-h-[60svh]"
    >
      <div className="relative aspect-3/2 bg-petal group-data-upright/head:aspect-8/7 beside:order-last beside:aspect-auto!">
        {cover && <Cover photo={cover} className="absolute inset-0 size-full" sizes={sessionCoverSizes} />}
      </div>
      <div className="flex min-w-0 flex-col px-4 pt-4 md:p-8 low:md:py-4">
        <div className="mb-auto max-md:hidden">{above}</div>
        <p className="text-sm text-mute tabular-nums md:mt-8">{facts}</p>
        <h1 dir="auto" className="mt-1 text-head [overflow-wrap:anywhere] low:text-title">
          {name}
        </h1>
        {children}
      </div>
    </header>
  );
}
