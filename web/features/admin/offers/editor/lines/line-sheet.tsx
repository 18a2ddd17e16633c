import { useFormContext } from 'react-hook-form';
import { formatRate } from '#shared/money/rate.ts';
import { Button } from '../../../../../ui/button.tsx';
import { Sheet } from '../../../../../ui/layers/sheet.tsx';
import { useEditing } from '../editing.ts';
import { CountInput, MoneyInput, TextAreaInput, TextInput } from '../inputs.tsx';
import { TickInput } from '../tick-input.tsx';
import { type Line, type LineList, type Lines, sayLine } from './line-fields.ts';

/** Everything about one line: on phones the only place where it is changed. */
export function LineSheet({
  list,
  line,
  index,
  lines: { lines, move, remove },
  onClose,
}: {
  list: LineList;
  line: Line;
  index: number;
  lines: Lines;
  onClose: () => void;
}) {
  const { currency } = useEditing();
  const path = `${list}.${index}`;
  return (
    <Sheet title={line.name || 'New line'} detail={sayLine(line, currency)} onClose={onClose}>
      <div className="mt-4 flex max-h-[70dvh] flex-col gap-4 overflow-y-auto px-1 pb-1">
        <TextInput name={`${path}.name`} label="Name" />
        <TextAreaInput name={`${path}.detail`} label="Description (optional)" />
        <div className="grid grid-cols-2 gap-3">
          <MoneyInput name={`${path}.price_cents`} label="Price of one" />
          <CountInput name={`${path}.quantity`} label="Quantity" />
        </div>
        <div>
          <Optional path={path} line={line} />
          <TaxTicks path={path} line={line} />
        </div>
        <div className="-mx-3 flex flex-wrap gap-x-2">
          {index > 0 && (
            <Button look="quiet" onClick={() => move(line.id, index - 1)}>
              Move up
            </Button>
          )}
          {index < lines.length - 1 && (
            <Button look="quiet" onClick={() => move(line.id, index + 1)}>
              Move down
            </Button>
          )}
          <Button
            look="quiet"
            className="text-alert!"
            onClick={() => {
              onClose();
              remove(line.id);
            }}
          >
            Remove
          </Button>
          <Button look="secondary" className="ml-auto" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** Whether the client may choose a line; nothing for packages, of which the client chooses one in any case. */
function Optional({ path, line }: { path: string; line: Line }) {
  const { setValue } = useFormContext();
  if (!('is_optional' in line)) return null;
  return (
    <TickInput
      label="The client may choose it"
      isTicked={line.is_optional}
      onTick={(isTicked) => setValue(`${path}.is_optional`, isTicked)}
    />
  );
}

function TaxTicks({ path, line }: { path: string; line: Line }) {
  const { setValue } = useFormContext();
  const { content } = useEditing();
  return content.taxes.map(({ id, name, rate }) => (
    <TickInput
      key={id}
      label={`${name}, ${formatRate(rate)}`}
      isTicked={line.tax_ids.includes(id)}
      onTick={(isTicked) =>
        setValue(`${path}.tax_ids`, isTicked ? [...line.tax_ids, id] : line.tax_ids.filter((each) => each !== id))
      }
    />
  ));
}
