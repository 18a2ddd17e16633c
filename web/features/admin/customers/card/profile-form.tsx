import { useQueryClient } from '@tanstack/react-query';
import { sayAdminsOnly } from '#shared/admin-acts.ts';
import { type Customer, EditCustomer } from '#shared/contract/customers.ts';
import { EditForm } from '../../../../forms/edit-form.tsx';
import { ApiError } from '../../../../lib/query/api.ts';
import { overwrite } from '../../../../lib/query/overwrite.ts';
import { AddressField } from '../../../../ui/fields/address-field.tsx';
import { CheckboxField, SubmitButton, TextArea, TextField } from '../../../../ui/fields/form.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { useIsStaff } from '../../is-staff.ts';
import { customerQuery, directoryQuery, editCustomer } from '../api.ts';

const fields = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  notes: 'Notes',
  profile_complete: 'Profile is complete',
};

const Editable = EditCustomer.omit({ version: true });

/** The form of a customer's profile. */
export function ProfileForm({ customer }: { customer: Customer }) {
  const queries = useQueryClient();
  const isStaff = useIsStaff();
  return (
    <section aria-label="Profile" className="max-w-xl">
      <h2 className="mb-3 font-display text-lg">Profile</h2>
      <EditForm<Customer, typeof Editable>
        schema={Editable}
        row={customer}
        valuesOf={({ name, email, phone, address, notes, profile_complete }) => ({
          name,
          email,
          phone,
          address,
          notes,
          profile_complete,
        })}
        labels={fields}
        draft={`customer ${customer.id}`}
        describe={(error) => {
          if (!(error instanceof ApiError)) return 'Failed to save customer.';
          if (error.code === 'EMAIL_TAKEN') return error.message;
          return (
            <>
              <span>Failed to save customer.</span> {error.message}
            </>
          );
        }}
        send={(values, version) => editCustomer(customer.id, { ...values, version })}
        onSaved={(saved) => {
          overwrite(queries, customerQuery(customer.id).queryKey, saved);
          void queries.invalidateQueries({ queryKey: directoryQuery.queryKey });
        }}
        actions={(isSaved) => (
          <>
            {isSaved && <Notice tone="success">Customer updated successfully!</Notice>}
            <div>
              <SubmitButton busyText="Saving...">Save Changes</SubmitButton>
            </div>
          </>
        )}
      >
        <TextField name="name" label={fields.name} />
        <TextField
          name="email"
          label={fields.email}
          type="email"
          readOnly={isStaff}
          hint={isStaff && sayAdminsOnly('change a customer’s email')}
        />
        <TextField name="phone" label={fields.phone} type="tel" />
        <AddressField autoComplete="off" hint="In lines, as on an envelope. The client sees and may change it." />
        <TextArea name="notes" label={fields.notes} rows={3} hint="Only for the studio. The client never sees them." />
        <CheckboxField name="profile_complete" label={fields.profile_complete} />
      </EditForm>
    </section>
  );
}
