import { type DragEvent, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatCents } from '#shared/money/currency.ts';
import { useMediaQuery } from '../../../../../lib/browser/media-query.ts';
import { ChevronRight } from '../../../../../ui/icons.tsx';
import { inMore, More } from '../../../../../ui/layers/more.tsx';
import { useEditing } from '../editing.ts';
import { CountInput, MoneyInput, TextInput } from '../inputs.tsx';
import { TickInput } from '../tick-input.tsx';
import { amountOf, type Line, type LineList, type Lines, sayLine } from './line-fields.ts';
import { LineSheet } from './line-sheet.tsx';

/** The width below which rows open sheets in place of fields. */
export const onPhones = '(width < 48rem)';

const grids = {
  packages: 'grid-cols-[0.75rem_minmax(0,1fr)_3.25rem_6.25rem_2.5rem_6rem_3rem]',
  add_ons: 'grid-cols-[0.75rem_minmax(0,1fr)_3.25rem_6.25rem_3rem_2.5rem_6rem_3rem]',
};

/** The lines of a list: rows of fields, or on phones rows that open a sheet. */
export function LineRows({ list, lines }: { list: LineList; lines: Lines }) {
  const isPhone = useMediaQuery(onPhones);
  const [openId, setOpenId] = useState<string>();
  const [draggedId, setDraggedId] = useState<string>();
  const openIndex = lines.lines.findIndex(({ id }) => id === openId);
  const openLine = lines.lines[openIndex];
  return (
    <>
      <p role="status" className="sr-only">
        {lines.announcement}
      </p>
      {!isPhone && lines.lines.length > 0 && <Headings list={list} />}
      <ol className="max-md:mt-3">
        {lines.lines.map((line, index) =>
          isPhone ? (
            <PhoneRow key={line.id} path={`${list}.${index}`} line={line} onOpen={() => setOpenId(line.id)} />
          ) : (
            <Row
              key={line.id}
              list={list}
              line={line}
              index={index}
              lines={lines}
              draggedId={draggedId}
              onDrag={setDraggedId}
              onOpen={() => setOpenId(line.id)}
            />
          ),
        )}
      </ol>
      {openLine && (
        <LineSheet list={list} line={openLine} index={openIndex} lines={lines} onClose={() => setOpenId(undefined)} />
      )}
    </>
  );
}

const Headings = ({ list }: { list: LineList }) => (
  <div aria-hidden="true" className={`mt-3 grid ${grids[list]} gap-x-2 text-xs font-semibold text-mute`}>
    <span />
    <span>{list === 'packages' ? 'Package' : 'Line'}</span>
    <span className="text-right">Qty</span>
    <span className="text-right">Each</span>
    {list === 'add_ons' && <span className="text-center">Choice</span>}
    <span className="text-center">Tax</span>
    <span className="text-right">Amount</span>
    <span />
  </div>
);

interface RowProps {
  list: LineList;
  line: Line;
  index: number;
  lines: Lines;
  /** The line that is dragged. */
  draggedId: string | undefined;
  onDrag: (id: string | undefined) => void;
  onOpen: () => void;
}

function Row({ list, line, index, lines, draggedId, onDrag, onOpen }: RowProps) {
  const { setValue } = useFormContext();
  const { content, currency } = useEditing();
  const path = `${list}.${index}`;
  const name = line.name || `line ${index + 1}`;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (draggedId !== undefined) lines.move(draggedId, index);
    onDrag(undefined);
  };
  return (
    <li
      className={`mt-1.5 grid ${grids[list]} items-start gap-x-2 ${draggedId === line.id ? 'opacity-50' : ''}`}
      onDragOver={(event) => draggedId !== undefined && event.preventDefault()}
      onDrop={drop}
    >
      <span
        aria-hidden="true"
        draggable
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', name);
          onDrag(line.id);
        }}
        onDragEnd={() => onDrag(undefined)}
        className="grid h-11 cursor-grab place-items-center text-mute"
      >
        ⠿
      </span>
      <TextInput isInRow name={`${path}.name`} label={list === 'packages' ? 'Package' : 'Line'} />
      <CountInput isInRow name={`${path}.quantity`} label={`Quantity of ${name}`} />
      <MoneyInput isInRow name={`${path}.price_cents`} label={`Price of one: ${name}`} />
      {'is_optional' in line && (
        <TickInput
          isInRow
          label={`The client may choose ${name}`}
          isTicked={line.is_optional}
          onTick={(isTicked) => setValue(`${path}.is_optional`, isTicked)}
        />
      )}
      {content.taxes.length > 0 ? (
        <TickInput
          isInRow
          label={`Tax on ${name}`}
          isTicked={line.tax_ids.length > 0}
          onTick={(isTicked) => setValue(`${path}.tax_ids`, isTicked ? content.taxes.map(({ id }) => id) : [])}
        />
      ) : (
        <span />
      )}
      <span className="grid min-h-11 items-center text-right text-sm tabular-nums">
        {formatCents(amountOf(line), currency)}
      </span>
      <span className="-mr-3 justify-self-end">
        <RowActs name={name} line={line} index={index} lines={lines} onOpen={onOpen} />
      </span>
    </li>
  );
}

const RowActs = ({
  name,
  line,
  index,
  lines,
  onOpen,
}: Pick<RowProps, 'line' | 'index' | 'lines' | 'onOpen'> & { name: string }) => (
  <More label={`More for ${name}`}>
    <button type="button" className={inMore} onClick={onOpen}>
      Description and taxes
    </button>
    {index > 0 && (
      <button type="button" className={inMore} onClick={() => lines.move(line.id, index - 1)}>
        Move up
      </button>
    )}
    {index < lines.lines.length - 1 && (
      <button type="button" className={inMore} onClick={() => lines.move(line.id, index + 1)}>
        Move down
      </button>
    )}
    <button type="button" className={`${inMore} text-alert`} onClick={() => lines.remove(line.id)}>
      Remove
    </button>
  </More>
);

function PhoneRow({ path, line, onOpen }: { path: string; line: Line; onOpen: () => void }) {
  const { currency, unfinished, isChecked } = useEditing();
  const message = isChecked ? unfinished[`${path}.name`] : undefined;
  return (
    <li className="border-b border-line first:border-t">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full cursor-pointer items-center gap-3 py-2 text-left"
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block text-sm font-semibold [overflow-wrap:anywhere]">
            {line.name || 'Without a name'}
          </span>
          <span className="block text-xs text-mute">{sayLine(line, currency)}</span>
          {message && <span className="block text-xs text-alert">{message}</span>}
        </span>
        <span className="text-sm tabular-nums">{formatCents(amountOf(line), currency)}</span>
        <ChevronRight className="size-4 shrink-0" />
      </button>
    </li>
  );
}
