import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Customer } from '#shared/contract/customers.ts';
import { Button } from '../../../../ui/button.tsx';
import { useCopy } from '../../../../ui/fields/use-copy.ts';
import { addressLines } from './address-lines.ts';
import { PrintedLabel } from './printed-label.tsx';

/** A customer's name and address as on an envelope, to copy in one piece or to print as a label. */
export function PostalAddress({ customer: { name, address } }: { customer: Customer }) {
  const lines = [...(name ? [name] : []), ...addressLines(address)];
  const { field, copy, copied } = useCopy<HTMLElement>(lines.join('\n'));
  const [isPrinting, setPrinting] = useState(false);
  const printLabel = () => {
    flushSync(() => setPrinting(true));
    print();
  };
  return (
    <>
      <address ref={field} dir="auto" className="not-italic [overflow-wrap:anywhere]">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal, and none has a state
          <span key={index} className="block">
            {line}
          </span>
        ))}
      </address>
      <div className="-ml-3 flex flex-wrap">
        <Button look="quiet" onClick={copy}>
          Copy address
        </Button>
        <Button look="quiet" onClick={printLabel}>
          Print label
        </Button>
      </div>
      <p role="status" className="text-mute">
        {copied === true && 'Copied.'}
        {copied === false && 'Press Ctrl+C or ⌘C to copy the selected address.'}
      </p>
      {isPrinting && <PrintedLabel lines={lines} onPrinted={() => setPrinting(false)} />}
    </>
  );
}
