import type { Website } from '#shared/website/website.ts';
import { CheckboxField } from '../../../ui/fields/form.tsx';
import { CategoriesLeftOut } from './categories-left-out.tsx';
import { EditedText } from './fields.tsx';
import { SectionLists } from './lists/section-lists.tsx';
import { PictureField } from './pictures/picture-field.tsx';
import { PictureLibrary } from './pictures/picture-library.tsx';
import { placeLabel } from './pictures/picture-places.ts';
import { type Section, titleOf } from './sections.ts';

/** All fields of a section of the website, below its title. */
export function SectionFields({
  section,
  isShown,
  content,
  published,
}: {
  section: Section;
  isShown: boolean;
  /** The typed content of the website. */
  content: Website;
  published: Website;
}) {
  const { id, where, texts, pictures } = section;
  return (
    <section hidden={!isShown} aria-labelledby={`section-${id}`} className="max-w-xl">
      <h2 id={`section-${id}`} className="text-title">
        {titleOf(section, content)}
      </h2>
      <p className="mt-1 mb-5 text-sm text-mute">{where}</p>
      <div className="flex flex-col gap-5">
        {id === 'cards' && <CategoriesLeftOut content={content} />}
        {texts?.map((field) => (
          <EditedText key={field.name} field={field} published={published} />
        ))}
        {pictures?.map(({ name, hint }) => (
          <PictureField key={name} name={name} label={placeLabel(content, name)} {...(hint && { hint })} />
        ))}
        {id === 'pictures' && (
          <CheckboxField
            name="pictures.stand_ins"
            label="Show stand-ins to visitors"
            hint="Until you have put your own pictures there. Otherwise these places are left out."
          />
        )}
        {id === 'library' && <PictureLibrary content={content} published={published} />}
        <SectionLists section={section} />
      </div>
    </section>
  );
}
