import { Fragment } from 'react';
import { emailFields, type WordedEmail } from '#shared/emails/email-fields.ts';
import { writtenField } from '#shared/text/written-fields.ts';

/** The fields that the words of an email can have, as they are typed; none is broken into two lines. */
export const FieldNames = ({ email }: { email: WordedEmail }) =>
  emailFields[email].map((field, index) => (
    <Fragment key={field}>
      {index > 0 && ', '}
      <span className="whitespace-nowrap">{writtenField(field)}</span>
    </Fragment>
  ));
