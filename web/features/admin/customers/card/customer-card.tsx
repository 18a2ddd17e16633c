import type { Customer } from '#shared/contract/customers.ts';
import { dayOf } from '../../../../lib/dates.ts';
import { EmailAddress } from '../../../../ui/email-address.tsx';
import { mailto } from '../../mailto.ts';
import { calledBy } from '../called-by.ts';
import { Fact, None } from './fact.tsx';
import { Figures } from './figures.tsx';
import { phoneParts } from './phone-parts.ts';
import { PostalAddress } from './postal-address.tsx';

/** Shows what the studio needs to know of a customer at one look: how to reach them, its notes, their quotes and last visit. */
export function CustomerCard({ customer }: { customer: Customer }) {
  const { name, customer_id, created_at, address, notes } = customer;
  return (
    <section aria-labelledby="customer" className="mt-5 border-y border-line py-5">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <h2 id="customer" dir="auto" className="font-display text-xl [overflow-wrap:anywhere]">
          {calledBy(customer)}
        </h2>
        <p className="text-sm text-mute">
          {name && <span className="tabular-nums">{customer_id} · </span>}since {dayOf(created_at)}
        </p>
      </div>
      <div className="mt-4 grid gap-x-8 gap-y-5 text-sm lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        <dl className="grid gap-x-8 gap-y-5 xs:grid-cols-2 lg:grid-cols-3">
          <Fact label="Contact">
            <Contact customer={customer} />
          </Fact>
          <Fact label="Address">{address ? <PostalAddress customer={customer} /> : <None>None yet.</None>}</Fact>
          <Fact label="Notes">
            {notes ? (
              <p dir="auto" className="line-clamp-6 whitespace-pre-line [overflow-wrap:anywhere]">
                {notes}
              </p>
            ) : (
              <None>None yet.</None>
            )}
          </Fact>
        </dl>
        <Figures customer={customer} />
      </div>
    </section>
  );
}

const link = 'inline-flex min-h-11 items-center underline underline-offset-4';

/** The address that emails go to, and the phone numbers, each as a link that writes or calls. */
function Contact({ customer: { emails_to, email: storedEmail, phone } }: { customer: Customer }) {
  const email = emails_to || storedEmail;
  if (!email && !phone) return <None>No email and no phone.</None>;
  return (
    <div className="-mt-2 flex flex-col items-start">
      {email && (
        <a href={mailto(email)} className={link}>
          <span className="[overflow-wrap:anywhere]">
            <EmailAddress address={email} />
          </span>
        </a>
      )}
      {phone && (
        <p dir="auto" className="[overflow-wrap:anywhere]">
          {phoneParts(phone).map(({ text, href }, index) =>
            href ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never reorder
              <a key={index} href={href} className={`${link} tabular-nums`}>
                {text}
              </a>
            ) : (
              text
            ),
          )}
        </p>
      )}
    </div>
  );
}
