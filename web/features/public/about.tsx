import { useContent, useStudio } from '../../ui/content.tsx';
import { Invitation } from './invitation.tsx';
import { Paragraphs } from './paragraphs.tsx';
import { libraryImage } from './site-image.ts';
import { SitePicture } from './site-picture.tsx';

/** The page 'About': the photographer's name and story. */
export function Component() {
  const { name, story, picture } = useContent('about');
  const studio = useStudio();
  return (
    <>
      <div className={`px-gutter pt-8 pb-band md:pt-14 ${picture ? 'grid gap-x-[6vw] gap-y-8 md:grid-cols-12' : ''}`}>
        <div className={picture ? 'md:col-span-7' : 'max-w-[60ch]'}>
          <p className="text-mute">About {studio.name}</p>
          <h1 dir="auto" className="mt-2 text-hero">
            {name}
          </h1>
          <Paragraphs text={story} className="mt-8 md:mt-12" />
        </div>
        {picture && (
          <div className="md:col-span-5">
            <SitePicture
              image={libraryImage(picture)}
              sizes="(min-width: 48rem) 38vw, 94vw"
              priority
              className="aspect-[4/5] w-full"
            />
          </div>
        )}
      </div>
      <Invitation question="Shall we meet?" action="Write to us" />
    </>
  );
}
