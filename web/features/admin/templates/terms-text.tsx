import { type Block, boxesOf } from '#shared/terms/terms.ts';
import type { Piece } from '#shared/text/written-fields.ts';

/** Filled terms to read. What took the place of a field is underlined; the boxes to tick stand at the end. */
export function TermsText({ blocks }: { blocks: Block<Piece[]>[] }) {
  const boxes = boxesOf(blocks);
  return (
    <div className="flex flex-col gap-2 [overflow-wrap:anywhere]">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity
        <BlockText key={index} block={block} />
      ))}
      {boxes.length > 0 && (
        <ul className="mt-3 flex flex-col gap-3 border-t border-line pt-4">
          {boxes.map((pieces, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes have no other identity
            <li key={index} className="flex items-start gap-3">
              <span aria-hidden="true" className="mt-0.5 size-5 shrink-0 rounded-sm border border-edge" />
              <span dir="auto">
                <Pieces pieces={pieces} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function BlockText({ block }: { block: Block<Piece[]> }) {
  if (block.kind === 'box') return null;
  if (block.kind === 'list') {
    return (
      <ul className="list-disc pl-5">
        {block.items.map((pieces, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
          <li key={index} dir="auto" className="whitespace-pre-line">
            <Pieces pieces={pieces} />
          </li>
        ))}
      </ul>
    );
  }
  return block.kind === 'heading' ? (
    <h3 dir="auto" className="mt-3 font-display text-lg first:mt-0">
      <Pieces pieces={block.text} />
    </h3>
  ) : (
    <p dir="auto" className="whitespace-pre-line">
      <Pieces pieces={block.text} />
    </p>
  );
}

const Pieces = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ text, isValue }, index) =>
    isValue ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other identity
      <bdi key={index} className="underline decoration-leaf/40 decoration-2 underline-offset-4">
        {text}
      </bdi>
    ) : (
      text
    ),
  );
