import { useStudio } from '../../ui/content.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';

/** Message for browsers with JavaScript disabled, on pages that need it. */
export function WithoutScript() {
  const studio = useStudio();
  return (
    <noscript>
      <div className="rounded-md border-l-4 border-leaf bg-leaf-wash px-4 py-3 text-leaf-deep">
        <p>
          Your gallery opens with JavaScript, which is turned off in this browser. Turn it on and load this page again,
          or ask us: we are glad to help.
        </p>
        <p className="mt-3 flex flex-col items-start">
          <a href={`tel:${studio.phone_link}`} className="text-link">
            {studio.phone}
          </a>
          <a href={`mailto:${studio.email}`} className="text-link">
            <span>
              <EmailAddress address={studio.email} />
            </span>
          </a>
        </p>
      </div>
    </noscript>
  );
}
