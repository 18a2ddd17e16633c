import { TextArea } from './form.tsx';

/**
 * The field `address`: a postal address in lines. Browsers suggest the reader's own; `autoComplete="off"` is for somebody
 * else's.
 */
export const AddressField = (attributes: { hint?: string; autoComplete?: 'off' }) => (
  <TextArea name="address" label="Address" rows={3} autoComplete="street-address" {...attributes} />
);
