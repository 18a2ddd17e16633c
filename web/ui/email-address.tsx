import { Fragment } from 'react';

/** An email address that can wrap after '@' and before a dot. */
export const EmailAddress = ({ address }: { address: string }) =>
  address.split(/(?<=@)|(?=\.)/).map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the texts never reorder
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {text}
    </Fragment>
  ));
