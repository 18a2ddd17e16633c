import { useStudio } from './content.tsx';
import { EmailAddress } from './email-address.tsx';

const link = 'text-link text-ink [overflow-wrap:anywhere]';

/** The studio's phone and email, shown below a text that asks to contact it. */
export function StudioContact() {
  const studio = useStudio();
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-sm">
      Write to
      <a href={`mailto:${studio.email}`} className={link}>
        <EmailAddress address={studio.email} />
      </a>
      <span>
        or call{' '}
        <a href={`tel:${studio.phone_link}`} className={link}>
          {studio.phone}
        </a>
      </span>
    </p>
  );
}
