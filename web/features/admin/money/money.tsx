import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { EditCurrency, type StudioCurrency } from '#shared/contract/money.ts';
import { messageOf } from '#shared/errors.ts';
import { currencies, formatCents } from '#shared/money/currency.ts';
import { currencyNames } from '#shared/money/currency-names.ts';
import { EditForm } from '../../../forms/edit-form.tsx';
import { overwrite } from '../../../lib/query/overwrite.ts';
import { Button } from '../../../ui/button.tsx';
import { OnFormChange, SelectField, SubmitButton } from '../../../ui/fields/form.tsx';
import { Notice } from '../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../ui/status/query-status.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { currencyQuery, editCurrency } from './api.ts';
import { TaxList } from './taxes.tsx';

/** The section 'Money' of the settings: the currency of all prices, and the taxes on offers. */
export function Money() {
  const currency = useQuery(currencyQuery);
  return (
    <section aria-labelledby="money" className="mt-14 max-w-xl border-t border-line pt-8">
      <h2 id="money" className="font-display text-lg">
        Money
      </h2>
      <AdminsOnly act="change the currency or taxes" className="mt-2" />
      <QueryStatus
        query={currency}
        loading="Loading currency..."
        lines={2}
        failed="The currency could not be loaded."
      />
      {currency.data && <CurrencyForm stored={currency.data} />}
      <TaxList />
    </section>
  );
}

const Typed = EditCurrency.omit({ version: true });
const labels = { currency: 'Currency' };
const sayCurrency = (currency: StudioCurrency['currency']) => `${currency}: ${currencyNames[currency]}`;

function CurrencyForm({ stored }: { stored: StudioCurrency }) {
  const queries = useQueryClient();
  const isStaff = useIsStaff();
  const [isSaved, setSaved] = useState(false);
  return (
    <EditForm<StudioCurrency, typeof Typed>
      className="mt-3"
      schema={Typed}
      row={stored}
      valuesOf={({ currency }) => ({ currency })}
      labels={labels}
      wordsFor={(_, value) => sayCurrency(value as StudioCurrency['currency'])}
      draft="currency"
      describe={(error) => `The currency was not saved. ${messageOf(error)}`}
      send={({ currency }, version) => editCurrency({ currency, version })}
      onSaved={(saved) => {
        overwrite(queries, currencyQuery.queryKey, saved);
        setSaved(true);
      }}
      actions={(_, isChanged) =>
        !isStaff && (
          <div>
            {isSaved && !isChanged && <SavedNotice />}
            <SubmitButton busyText="Saving...">Save currency</SubmitButton>
          </div>
        )
      }
    >
      <OnFormChange call={() => setSaved(false)} />
      <fieldset disabled={isStaff} className="contents">
        <SelectField
          name="currency"
          label={labels.currency}
          hint="Of all prices: on the website, in quotes and in emails."
        >
          {currencies.map((currency) => (
            <option key={currency} value={currency}>
              {sayCurrency(currency)}
            </option>
          ))}
        </SelectField>
      </fieldset>
      <ChangedAmounts stored={stored.currency} />
    </EditForm>
  );
}

/** Says what another currency means for prices that exist. */
function ChangedAmounts({ stored }: { stored: StudioCurrency['currency'] }) {
  const chosen = useWatch<z.input<typeof Typed>>({ name: 'currency' });
  if (chosen === undefined || chosen === stored) return null;
  const [before, after] = [formatCents(125_00, stored), formatCents(125_00, chosen)];
  return (
    <p className="text-sm" role="status">
      Amounts keep their numbers, and nothing is converted: a price of {before} becomes {after}, also in quotes that
      clients have accepted. Look at your prices afterwards.
    </p>
  );
}

const SavedNotice = () => (
  <div className="mb-3">
    <Notice tone="success">
      The currency is saved. The website shows it within a minute; a page that is open shows it once it is loaded again.{' '}
      <Button look="quiet" onClick={() => location.reload()}>
        Load this page again
      </Button>
    </Notice>
  </div>
);
