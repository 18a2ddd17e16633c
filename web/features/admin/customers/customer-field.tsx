import { useFormContext } from 'react-hook-form';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { SelectField } from '../../../ui/fields/form.tsx';
import { optionOf, useCustomerFilter } from './customer-filter.tsx';

/** The select of a customer, with a search field if there are many. */
export function CustomerField({ customers }: { customers: DirectoryEntry[] }) {
  const chosen = useFormContext<{ customer_id: string }>().watch('customer_id');
  const { field, options } = useCustomerFilter(customers, chosen);
  return (
    <>
      {field}
      <SelectField name="customer_id" label="Customer">
        <option value="">Select a customer</option>
        {options.map((customer) => (
          <option key={customer.id} value={customer.id}>
            {optionOf(customer)}
          </option>
        ))}
      </SelectField>
    </>
  );
}
