import { useContent } from '../../ui/content.tsx';
import { Invitation } from './invitation.tsx';
import { TestimonialList } from './testimonial-list.tsx';

/** The page 'Testimonials'. */
export function Component() {
  return (
    <>
      <div className="px-gutter pt-8 pb-band md:pt-14">
        <h1 className="text-hero">Testimonials</h1>
        <div className="mt-10 md:mt-16">
          <TestimonialList testimonials={useContent('testimonials')} />
        </div>
      </div>
      <Invitation question="Shall we make yours?" action="Book Your Session" />
    </>
  );
}
